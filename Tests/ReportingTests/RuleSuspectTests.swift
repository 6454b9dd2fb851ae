import CanonicalJSON
import Conformance
import Foundation
import Reporting
import Testing

/// Causes in a contract with several rules, in which each row is about one rule.
struct RuleSuspectTests {
  @Test func `a rule of which most cases fail is singled out`() throws {
    let causes = try causes(
      failing: ["a": 4, "b": 1],
      of: ["a": 5, "b": 10, "c": 10],
      output: ["from": "x", "n": 1]
    )
    #expect(causes.flatMap(\.rules).map(\.id) == ["a"])
  }

  @Test func `two rules are named if the failures fit both`() throws {
    let causes = try causes(
      failing: ["a": 2, "b": 2],
      of: ["a": 5, "b": 5, "c": 10],
      output: ["from": "x", "n": 1]
    )
    #expect(causes.map { Set($0.rules.map(\.id)) } == [["a", "b"]])
    #expect(causes.map(\.rulePhrase) == ["see a or b"])
  }

  @Test func `no rule is named if failures are everywhere`() throws {
    let causes = try causes(
      failing: ["a": 1, "b": 1, "c": 1, "d": 1],
      of: ["a": 5, "b": 5, "c": 5, "d": 5],
      output: ["from": "x", "n": 1]
    )
    #expect(causes.map(\.rules) == [[]])
    #expect(causes.map(\.rulePhrase) == [nil])
  }

  @Test func `verdicts have causes by row`() throws {
    let causes = try causes(
      failing: ["dynamicRef": 31, "ref": 1],
      of: ["dynamicRef": 44, "ref": 30, "type": 30],
      output: ["valid": true]
    )
    #expect(
      causes.map(\.trait) == [.row("row-dynamicRef", checked: 44), .other]
        || causes.map(\.trait) == [.rule("dynamicRef", checked: 44), .other]
    )
    #expect(causes[0].cases.count == 31)
    #expect(causes[0].rules.map(\.id) == ["dynamicRef"])
    #expect(causes.map(\.taken).reduce(0, +) == 32)
  }

  @Test func `rules of the same name are named with their contracts, in the order of these`() throws
  {
    let causes = try causes(
      failing: ["a": 2],
      of: ["a": 5, "b": 10],
      in: ["two", "one"],
      by: .noOutput(ImplementationFailure("crashed", .crash)),
      output: [:]
    )
    #expect(causes.map(\.ruleNames) == [["one/a", "two/a"]])
  }

  @Test func `a cause in one contract names no rule of another`() throws {
    let causes = try causes(
      failing: ["a": 2],
      of: ["a": 5, "b": 10],
      in: ["two", "one"],
      output: ["from": "x", "n": 1]
    )
    #expect(causes.map(\.contract) == causes.map { $0.rules.first?.contract })
    #expect(causes.map(\.rules.count) == [1, 1])
  }

  /// Returns the causes of a run in which some cases of each rule fail.
  private func causes(
    failing failed: [String: Int],
    of checked: [String: Int],
    in contracts: [String] = ["words"],
    by failure: Verdict.Failure = .differs([
      Difference(at: JSONPointer(tokens: ["valid"]), .changed(expected: true, actual: false))
    ]),
    output: JSONValue
  ) throws -> [Cause] {
    let rules = checked.keys.sorted()
    let cases = rules.flatMap { rule in
      (0..<(checked[rule] ?? 0)).map { (rule: rule, id: "\(rule)-\($0)", number: $0) }
    }
    let results = contracts.flatMap { contract in
      cases.map { testCase in
        let isFailed = testCase.number < failed[testCase.rule] ?? 0
        return CaseResult(
          caseName: "\(contract)/\(testCase.id)",
          implementation: "p",
          result: isFailed ? .failed([failure]) : .passed(),
          output: isFailed ? KeptOutput(output) : nil
        )
      }
    }
    let suites = try contracts.map { contract in
      RunRecord.Suite(
        contract: contract,
        version: "1.0.0",
        title: "",
        digest: "",
        isBundled: false,
        references: [],
        operations: [RunRecord.Operation(name: "check", kinds: [])],
        clauses: try rules.map { rule in
          try read(["id": .string(rule), "text": "", "level": "must", "refines": []])
        },
        rows: try rules.map { rule in
          try read([
            "id": .string("row-\(rule)"),
            "scenario": "",
            "expectedBehavior": "",
            "clauses": [.string(rule)],
            "cases": .array(cases.filter { $0.rule == rule }.map { .string($0.id) }),
            "tests": [],
          ])
        },
        cases: cases.map { testCase in
          RunRecord.Case(
            id: testCase.id,
            description: "",
            operation: "check",
            requires: [],
            location: SourceLocation(file: ""),
            isFromApp: false,
            options: nil,
            clauses: [testCase.rule],
            input: .string(testCase.id),
            golden: nil
          )
        },
        positions: nil,
        audit: nil
      )
    }
    let record = RunRecord(
      harness: "1",
      exitCode: 1,
      counts: RunRecord.Counts(results),
      implementations: ["p"],
      suites: suites,
      results: results,
      causes: [],
      incidents: [],
      diagnostics: []
    )
    return Cause.all(in: record)
  }

  /// Reads a part of a report.
  private func read<Part: Decodable>(_ json: JSONValue) throws -> Part {
    try JSONDecoder().decode(Part.self, from: Data(json.canonicalUTF8()))
  }
}
