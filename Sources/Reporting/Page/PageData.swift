internal import CanonicalJSON
internal import Conformance

/// The data of the report's page: an index that the page reads at once, and the cases in parts. The
/// page reads a part only if one of its cases is opened or searched.
///
/// It is the JSON report in another order, with the text that the page shows next to the values. In
/// its texts, invisible characters are escaped.
struct PageData {
  /// The report without cases and verdicts, plus the list of `files` that contain the cases.
  ///
  /// Each suite has, instead of `cases`, their `ids`. For each implementation, `results` has a
  /// string with one letter per case, or null if the implementation was not run, and `options` has
  /// the options that select it. Rows list their cases by number.
  let index: JSONValue
  /// The cases in parts, without what the index already contains. A location is the number of the
  /// file, the line and the column. A verdict is included unless it is a plain pass.
  let parts: [(id: String, cases: JSONValue)]

  /// The number of cases in each part but the last one of a suite.
  private static let partSize = 256
  /// The maximum number of failures with details. For the others, except for examples of causes,
  /// the page only has titles, because a browser can't read a larger page at once.
  private static let mostFullVerdicts = 5_000

  /// Divides a run into the index and the parts. Parts have no cases of different suites.
  init(_ record: RunRecord) {
    let document = ReportDocument(record)
    let files = record.suites.flatMap { $0.cases.map(\.location.file) }.distinct(by: \.self)
    let results = Dictionary(
      grouping: zip(record.results, document.verdicts),
      by: \.0.caseName
    )

    let cases = PageCases(record, files: files)

    index = Self.index(record, document, files: files, results).printable
    parts = zip(record.suites, document.suites).enumerated().flatMap { number, pair in
      let (suite, written) = pair
      return stride(from: 0, to: suite.cases.count, by: Self.partSize).map { start in
        let range = start..<min(start + Self.partSize, suite.cases.count)
        let values = range.map { index in
          let name = suite.name(of: suite.cases[index])
          let form = suite.outputForm(of: suite.cases[index])
          return cases.json(of: written.cases[index], results[name] ?? [], form)
        }
        return ("cases-\(number)-\(start / Self.partSize)", JSONValue.array(values).printable)
      }
    }
  }

  /// Returns the index of a run.
  ///
  /// - Parameters:
  ///   - record: The run.
  ///   - document: Its JSON report.
  ///   - files: The files that contain the cases.
  ///   - results: The results of each case, by its name.
  private static func index(
    _ record: RunRecord,
    _ document: ReportDocument,
    files: [String],
    _ results: [String: [(CaseResult, ReportDocument.Verdict)]]
  ) -> JSONValue {
    var head = document
    head.verdicts = []
    for number in head.suites.indices { head.suites[number].cases = [] }
    let json = head.json

    let suites = zip(record.suites, json["suites"]?.elements ?? []).map { suite, json in
      let found = record.implementations.map { name in
        suite.cases.map { testCase in
          (results[suite.name(of: testCase)] ?? []).first { $0.0.implementation == name }?.0
        }
      }
      return suiteIndex(suite, json, results: found)
    }

    let incidents = zip(record.incidents, json["incidents"]?.elements ?? []).map { incident, json in
      json.with(["text": .string(incident.text), "log": incident.failure.log.json])
    }

    return json.with([
      "verdicts": nil,
      "partSize": .number(JSONNumber(Self.partSize)),
      "suites": .array(suites),
      "files": .array(files.map { .string($0) }),
      "incidents": .array(incidents),
      "against": record.comparison.flatMap { comparisonIndex($0, json["against"]) },
    ])
  }

  /// Returns a suite of the index.
  ///
  /// - Parameters:
  ///   - suite: The suite.
  ///   - json: The suite in the JSON report.
  ///   - results: For each implementation, the result of each case, or `nil` if it has none.
  private static func suiteIndex(
    _ suite: RunRecord.Suite,
    _ json: JSONValue,
    results: [[CaseResult?]]
  ) -> JSONValue {
    let numbers = Dictionary(suite.cases.enumerated().map { ($1.id, $0) }) { first, _ in first }
    let rows = zip(suite.rows, json["rows"]?.elements ?? []).map { row, json in
      json.with(["cases": JSONValue(row.cases.compactMap { numbers[$0] })])
    }

    return json.with([
      "cases": nil,
      "ids": .array(suite.cases.map { .string($0.id) }),
      "rows": .array(rows),
      "results": .array(results.map(Self.letters)),
      "options": .array(results.map(Self.options)),
      "confirmed": .number(JSONNumber(suite.cases.count { !$0.confirmedBy.isEmpty })),
      "confirmable": .number(JSONNumber(suite.cases.count { $0.goldenPath != nil })),
    ])
  }

  /// Returns the comparison with the texts that the page shows, or `nil` if the report has none.
  private static func comparisonIndex(
    _ comparison: RunComparison,
    _ json: JSONValue?
  ) -> JSONValue? {
    let items = zip(comparison.items, json?["items"]?.elements ?? []).map { item, json in
      json.with(["note": .string(item.reason.text)])
    }
    return json?.with([
      "items": .array(items),
      "notes": comparison.notes.map(\.text).json,
    ])
  }

  /// Returns the options that select the implementation of the results.
  private static func options(of results: [CaseResult?]) -> JSONValue {
    results.lazy.compactMap { $0?.options }.first.map { .string($0) } ?? .null
  }

  /// Returns the first letter of each result, or `s` for "skipped" if there is none.
  private static func letters(of results: [CaseResult?]) -> JSONValue {
    // An implementation that was not run for this contract has no results.
    guard results.contains(where: { $0 != nil }) else { return .null }
    return .string(results.map { $0?.result.status.letter ?? "s" }.joined())
  }

  /// Makes the details of cases.
  private struct PageCases {
    /// The position of each file in the list of the index.
    private let fileNumbers: [String: Int]
    /// The titles of the results whose failures have details.
    private let full: Set<TextKey>

    /// Selects the failures that have details: the first ones, and the examples of causes.
    init(_ record: RunRecord, files: [String]) {
      fileNumbers = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0) })

      let failed = record.results.filter { !$0.allFailures.isEmpty }.map { TextKey($0.title) }
      let examples = record.causes.map { TextKey($0.exampleTitle) }
      full = Set(failed.prefix(mostFullVerdicts) + examples)
    }

    /// Returns a case with its verdicts, without what the index has.
    ///
    /// - Parameters:
    ///   - testCase: The case in the JSON report.
    ///   - results: Its results, each with its verdict in the JSON report.
    ///   - form: The form of the outputs of its operation.
    func json(
      of testCase: ReportDocument.Case,
      _ results: [(CaseResult, ReportDocument.Verdict)],
      _ form: ContractOperation.OutputForm
    ) -> JSONValue {
      let location = testCase.location
      let place = [fileNumbers[location.file], location.position?.line, location.position?.column]

      let shown = results.filter { $0.0.result != .passed(schedules: 0) }
      let verdicts = shown.map { result, verdict in json(of: verdict, result, form) }

      return testCase.json.with([
        "id": nil,
        "clauses": nil,
        "goldenPath": nil,
        "isExpectation": testCase.golden != nil && testCase.goldenPath == nil ? .bool(true) : nil,
        "location": JSONValue(place.compactMap(\.self)),
        "requires": testCase.requires.isEmpty ? nil : testCase.requires.json,
        "verdicts": verdicts.isEmpty ? nil : .array(verdicts),
      ])
    }

    /// Returns a verdict with its failures as the page shows them.
    private func json(
      of verdict: ReportDocument.Verdict,
      _ result: CaseResult,
      _ form: ContractOperation.OutputForm
    ) -> JSONValue {
      let isFull = result.allFailures.isEmpty || full.contains(TextKey(result.title))
      let texts = FailureText.texts(of: result.allFailures, in: result.caseName, form: form)
      let failures = texts.map { isFull ? $0.json : $0.jsonOfTitle }

      return verdict.json.with([
        "case": nil,
        "origin": nil,
        "command": nil,
        "textDiff": nil,
        "textDiffMore": nil,
        "failures": failures.isEmpty ? nil : .array(failures),
        "output": isFull ? verdict.output.map { .string($0) } : nil,
        "expected": isFull
          ? result.expectedOutput.map { .string(printableJSON($0.canonicalText())) } : nil,
      ])
    }
  }
}

extension CaseResult {
  /// The whole output that the expectation of the case has, if the output isn't that, or the
  /// beginning of it if it is large.
  fileprivate var expectedOutput: JSONValue? {
    for case .violates(let violations) in allFailures {
      let ofOutput = violations.first { $0.subject == .value(JSONPointer()) }
      if let expected = ofOutput?.expected { return expected }
    }
    return nil
  }
}

extension FailureText {
  /// The failure with its title only.
  fileprivate var jsonOfTitle: JSONValue {
    json(details: [], differences: [], hidden: 0, log: [])
  }

  /// The failure as the page shows it. The page renders the differences.
  fileprivate var json: JSONValue {
    let differences = sections.flatMap { section in
      let kept = section.differences.prefix(DifferenceList.mostKept)
      return kept.enumerated().map { index, difference in
        let isLast = index == kept.count - 1
        let lines = difference.lines?.beginning(bytes: KeptOutput.byteLimit)

        // The changed lines are in place of the texts, which the page shows as a whole anyway.
        let written = ReportDocument.Difference(difference).json
        let values = lines == nil ? written : written.with(["expected": nil, "actual": nil])
        let hiddenLines = lines.flatMap { $0.hiddenCount > 0 ? $0.hiddenCount : nil }

        return values.with([
          "hunks": lines.map { .array($0.hunks.map(\.json)) },
          "hiddenLines": hiddenLines.map { .number(JSONNumber($0)) },
          "facet": section.facet.map { .string($0) },
          "location": isLast ? section.location?.json : nil,
        ])
      }
    }
    return json(details: details, differences: differences, hidden: hiddenCount, log: log)
  }

  /// Returns the failure with the given parts.
  ///
  /// - Parameter hidden: The number of differences that are left out.
  private func json(
    details: [StyledLine],
    differences: [JSONValue],
    hidden: Int,
    log: [String]
  ) -> JSONValue {
    let failure: JSONValue = [
      "kind": .string(kind.rawValue),
      "title": .string(title),
      "details": details.map { String($0.text(color: false).drop { $0 == " " }) }.json,
      "differences": .array(differences),
      "isShownAbove": .bool(isShownAbove),
      "log": log.json,
    ]

    return failure.with(["more": hidden > 0 ? .number(JSONNumber(hidden)) : nil])
  }
}

extension LineDifference.Hunk {
  /// The hunk as the page shows it: its ranges, and for each line the side that has it, the text
  /// and, if it has no line feed, `true`.
  fileprivate var json: JSONValue {
    let lines = lines.map { line -> JSONValue in
      let side = "\(line.side)"
      let text = line.text.text
      return line.hasLineFeed
        ? [.string(side), .string(text)] : [.string(side), .string(text), true]
    }
    return ["heading": .string(heading), "lines": .array(lines)]
  }
}

extension Verdict.Status {
  /// The letter of the status in the data of pages.
  var letter: String {
    switch self {
    case .passed: "p"
    case .failed: "f"
    case .known: "k"
    case .notApplicable: "n"
    case .skipped, .notRun: "s"
    }
  }
}

extension JSONValue {
  fileprivate init(_ numbers: [Int]) {
    self = .array(numbers.map { .number(JSONNumber($0)) })
  }

  /// Returns the object with some members set or, if the new value is `nil`, removed.
  fileprivate func with(_ changes: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }

  /// The value with all texts in it `printable`. A text that is JSON keeps its value, because it
  /// has no invisible characters in a report.
  var printable: JSONValue {
    switch self {
    case .null, .bool, .number: self
    case .string(let text): .string(Conformance.printable(text))
    case .array(let elements): .array(elements.map(\.printable))
    case .object(let members):
      .object(JSONObject(members.map { ($0.key, $0.value.printable) }))
    }
  }
}
