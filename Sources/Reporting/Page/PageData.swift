internal import CanonicalJSON
internal import Conformance

/// The data of the report's page: an index that the page reads at once, and the cases in parts. The
/// page reads a part only if one of its cases is opened or searched.
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

  private static let partSize = 256
  /// The maximum number of failures with details. For the others, except for examples of causes,
  /// the page only has titles, because a browser can't read a larger page at once.
  private static let mostFullVerdicts = 5_000

  init(_ report: Report) {
    let verdicts = Dictionary(grouping: report.verdicts, by: \.testCase)
    let files = report.suites.flatMap { $0.cases.map(\.location.file) }.distinct(by: \.self)
    let fileNumbers = Dictionary(uniqueKeysWithValues: files.enumerated().map { ($1, $0) })
    let failed = report.verdicts.filter { !$0.allFailures.isEmpty }.map { TextKey($0.title) }
    let full = Set(
      failed.prefix(Self.mostFullVerdicts) + report.causes.map { TextKey($0.exampleTitle) }
    )
    var head = report
    head.verdicts = []
    for number in head.suites.indices { head.suites[number].cases = [] }
    let json = head.json
    let suites = zip(report.suites, json["suites"]?.elements ?? []).map { suite, json in
      let numbers = Dictionary(suite.cases.enumerated().map { ($1.id, $0) }) { first, _ in first }
      let rows = zip(suite.rows, json["rows"]?.elements ?? []).map { row, json in
        json.with(["cases": Self.numbers(row.cases.compactMap { numbers[$0] })])
      }
      let found = report.implementations.map { name in
        suite.cases.map { testCase in
          (verdicts[suite.name(of: testCase)] ?? []).first { $0.implementation == name }
        }
      }
      return json.with([
        "cases": nil,
        "ids": .array(suite.cases.map { .string($0.id) }),
        "rows": .array(rows),
        "results": .array(found.map(Self.letters)),
        "options": .array(found.map(Self.options)),
      ])
    }
    index = json.with([
      "verdicts": nil,
      "partSize": .number(JSONNumber(Self.partSize)),
      "suites": .array(suites),
      "files": .array(files.map { .string($0) }),
    ])
    parts = report.suites.enumerated().flatMap { number, suite in
      stride(from: 0, to: suite.cases.count, by: Self.partSize).map { start in
        let cases = suite.cases[start..<min(start + Self.partSize, suite.cases.count)]
          .map { testCase in
            let verdicts = (verdicts[suite.name(of: testCase)] ?? []).map {
              $0.allFailures.isEmpty || full.contains(TextKey($0.title)) ? $0 : $0.titlesAlone
            }
            return Self.reported(testCase, verdicts, fileNumbers)
          }
        return ("cases-\(number)-\(start / Self.partSize)", .array(cases))
      }
    }
  }

  /// Returns the options that select the implementation of the verdicts.
  private static func options(of verdicts: [Report.Verdict?]) -> JSONValue {
    verdicts.lazy.compactMap { $0?.options }.first.map { .string($0) } ?? .null
  }

  private static func reported(
    _ testCase: Report.Case,
    _ verdicts: [Report.Verdict],
    _ fileNumbers: [String: Int]
  ) -> JSONValue {
    let location = testCase.location
    let place = [fileNumbers[location.file], location.position?.line, location.position?.column]
      .compactMap(\.self)
    let reported = verdicts.filter { $0.result != .passed(schedules: 0) }.map {
      $0.json.with(["case": nil, "options": nil])
    }
    let json = testCase.json.with(["id": nil, "clauses": nil, "location": numbers(place)])
    return json.with([
      "requires": testCase.requires.isEmpty ? nil : testCase.requires.json,
      "verdicts": reported.isEmpty ? nil : JSONValue.array(reported),
    ])
  }

  private static func numbers(_ numbers: [Int]) -> JSONValue {
    .array(numbers.map { .number(JSONNumber($0)) })
  }

  /// Returns the first letter of each result, or `s` for "skipped" if there is none.
  private static func letters(of verdicts: [Report.Verdict?]) -> JSONValue {
    // An implementation that was not run for this contract has no verdicts.
    verdicts.contains { $0 != nil }
      ? .string(verdicts.map { $0?.result.letter ?? "s" }.joined()) : .null
  }
}

extension Report.Verdict {
  fileprivate var titlesAlone: Report.Verdict {
    func titles(_ failures: [Report.Failure]) -> [Report.Failure] {
      failures.map { failure in
        Report.Failure(
          kind: failure.kind,
          title: failure.title,
          lines: [],
          differences: [],
          more: nil,
          fault: failure.fault,
          message: failure.message,
          log: []
        )
      }
    }
    let brief: Result =
      switch result {
      case .failed(let failures): .failed(failures: titles(failures))
      case .known(let failures, let known): .known(failures: titles(failures), known: known)
      case .passed, .notApplicable, .notRun: result
      }
    return Report.Verdict(
      testCase: testCase,
      implementation: implementation,
      options: options,
      result: brief,
      output: nil
    )
  }
}

extension Report.Verdict.Result {
  fileprivate var letter: String {
    switch self {
    case .passed: "p"
    case .failed: "f"
    case .known: "k"
    case .notApplicable: "n"
    case .notRun: "s"
    }
  }
}

extension JSONValue {
  /// Returns the object with some members set or, if the new value is `nil`, removed.
  fileprivate func with(_ changes: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }
}
