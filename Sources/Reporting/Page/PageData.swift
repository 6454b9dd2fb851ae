internal import CanonicalJSON
internal import Conformance

/// A report as its page reads it: what is shown at once, and the cases in parts, each read when one of its cases is opened
/// or searched.
struct PageData {
  /// The report, in which each suite has, in place of `cases`, their `ids`, and in `results` for each implementation a
  /// letter for each case, or null where it was not asked. Rows tell their cases by number.
  let index: JSONValue
  /// Cases as in the report, each with its verdicts.
  let parts: [(id: String, cases: JSONValue)]

  private static let partSize = 256

  init(_ report: Report) {
    let verdicts = Dictionary(grouping: report.verdicts, by: \.testCase)
    var head = report
    head.verdicts = []
    for number in head.suites.indices { head.suites[number].cases = [] }
    let json = head.json
    let suites = zip(report.suites, json["suites"]?.elements ?? []).map { suite, json in
      let numbers = Dictionary(suite.cases.enumerated().map { ($1.id, $0) }) { first, _ in first }
      let rows = zip(suite.rows, json["rows"]?.elements ?? []).map { row, json in
        json.with(["cases": .array(row.cases.compactMap { numbers[$0] }.map { .number(JSONNumber($0)) })])
      }
      return json.with([
        "cases": nil, "ids": .array(suite.cases.map { .string($0.id) }), "rows": .array(rows),
        "results": .array(report.implementations.map { Self.letters(of: $0, in: suite, verdicts) }),
      ])
    }
    index = json.with(["verdicts": nil, "partSize": .number(JSONNumber(Self.partSize)), "suites": .array(suites)])
    parts = report.suites.enumerated().flatMap { number, suite in
      stride(from: 0, to: suite.cases.count, by: Self.partSize).map { start in
        let cases = Array(suite.cases[start..<min(start + Self.partSize, suite.cases.count)])
        let found = cases.map { verdicts[suite.name(of: $0)] ?? [] }
        let told = zip(cases.json.elements ?? [], found.json.elements ?? []).map { json, verdicts in
          json.with(["clauses": nil, "verdicts": verdicts])
        }
        return ("cases-\(number)-\(start / Self.partSize)", .array(told))
      }
    }
  }

  /// The first letter of each result; of what has none, `s` as of what was skipped.
  private static func letters(
    of implementation: String, in suite: Report.Suite, _ verdicts: [String: [Report.Verdict]]
  ) -> JSONValue {
    let found = suite.cases.map { testCase in
      (verdicts[suite.name(of: testCase)] ?? []).first { $0.implementation == implementation }?.result.letter
    }
    // Who was not asked for this contract at all has no verdicts.
    return found.contains { $0 != nil } ? .string(found.map { $0 ?? "s" }.joined()) : .null
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
  /// An object with some members set, or taken out.
  fileprivate func with(_ changes: KeyValuePairs<String, JSONValue?>) -> JSONValue {
    guard case .object(var members) = self else { return self }
    for (key, value) in changes { members[key] = value }
    return .object(members)
  }
}
