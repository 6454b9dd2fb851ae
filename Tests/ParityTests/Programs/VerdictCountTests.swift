import Foundation
import Testing

/// Tests of operations whose outputs consist of several verdicts.
struct VerdictCountTests {
  private static let operation = #"{ "verdicts": "/results/*" }"#
  private static let cases = [
    #"{ "id": "a", "input": { "out": { "results": [true, true, false] } }, "expect": { "output": { "results": [true, false, false] } } }"#,
    #"{ "id": "b", "input": { "out": { "results": [true, true] } }, "expect": { "output": { "results": [true, true] } } }"#,
  ]

  private func suite(_ cases: [String] = cases) throws -> TemporarySuite {
    try TemporarySuite(
      EchoSuite.files(members: #""goldens": false"#, operation: Self.operation, cases: cases)
    )
  }

  @Test func `the console counts verdicts in addition to cases`() async throws {
    try await suite().parity("check").expect(
      .exit(1),
      output: ["✗ echo 1.0.0   echo   1 of 2 passed   4 of 5 verdicts\n"]
    )
    try await suite([Self.cases[1]]).parity("check").expect(
      .exit(0),
      output: ["✓ echo 1.0.0   echo   1 passed   2 verdicts\n"]
    )
  }

  @Test func `reports have the counts`() async throws {
    let suite = try suite()
    let report = try await suite.parity("check", "--report", "json=-").jsonReport()
    let counts = try #require(report["counts"] as? [String: Any])
    #expect(counts["verdictCounts"] as? [String: Int] == ["passed": 4, "failed": 1])
    let verdicts = try #require(report["verdicts"] as? [[String: Any]])
    #expect(
      verdicts.map { $0["verdictCounts"] as? [String: Int] } == [
        ["passed": 2, "failed": 1], ["passed": 2, "failed": 0],
      ]
    )
    let markdown = try await suite.parity("check", "--report", "markdown=-")
    markdown.expect(.exit(1), output: ["| verdicts |", "4 of 5"])
  }

  @Test(arguments: [
    // A verdict that is missing or isn't expected fails.
    (#"[true]"#, "1 of 3 verdicts"),
    (#"[true, false, false, true]"#, "3 of 4 verdicts"),
    (#""no list""#, "0 of 3 verdicts"),
  ])
  func `each place of the expected and of the actual output is one verdict`(
    results: String,
    counts: String
  ) async throws {
    let testCase =
      #"{ "id": "a", "input": { "out": { "results": \#(results) } }, "#
      + #""expect": { "output": { "results": [true, false, false] } } }"#
    try await suite([testCase]).parity("check").expect(.exit(1), output: [counts])
  }

  @Test func `if there is no output, each expected verdict fails`() async throws {
    let silent = #"{ "id": "a", "input": {}, "expect": { "output": { "results": [true, true] } } }"#
    try await suite([silent]).parity("check").expect(.exit(1), output: ["0 of 2 verdicts"])
  }

  @Test func `a golden says what is expected, too`() async throws {
    let recorded = #"{ "id": "a", "input": { "out": { "results": [1, 2, 3] } } }"#
    let suite = try await TemporarySuite.recorded(
      EchoSuite.files(operation: Self.operation, cases: [recorded])
    )
    try await suite.parity("check").expect(.exit(0), output: ["1 passed   3 verdicts\n"])
    try suite.replace("[1, 2, 3]", with: "[1, 2, 4]", in: EchoSuite.cases)
    try await suite.parity("check").expect(.exit(1), output: ["2 of 3 verdicts"])
  }
}
