import CanonicalJSON
import ConformanceTesting
import Foundation
import Testing

/// Suites whose cases expect whole outputs, and outputs that are texts.
struct CompleteExpectationTests {
  private let own: OwnSuite

  init() throws {
    own = try OwnSuite()
    try own.write(
      "Fixtures/shout/behavior-matrix.json",
      """
      { "contract": "shout", "version": "1.0.0", "title": "Shouting",
        "operations": { "shout": { "output": "text" } },
        "caseFiles": ["cases.json"] }
      """
    )
    try own.write(
      "Fixtures/shout/cases.json",
      """
      { "cases": [
        { "id": "whole", "input": { "text": "a\\nb" }, "expect": { "output": "A\\nB" } },
        { "id": "either", "input": { "text": "ß" },
          "expect": { "oneOf": [{ "output": "SS" }, { "output": "ẞ" }] } },
        { "id": "recorded", "input": { "text": "c\\n" } }
      ] }
      """
    )
  }

  @Test func `only the case without a complete expectation is recorded, as a text`() async throws {
    let first = try await check(record: .missing) { $0.uppercased() }
    #expect(first.recordedCases == ["shout/recorded"])
    #expect(own.read("Golden/shout/recorded.txt") == "C\n")
    let second = try await check { $0.uppercased() }
    #expect(second.passed, "\(second.summary)")
    #expect(second.passedCount == 3)
  }

  @Test func `an output that isn't expected fails, in a check and alone`() async throws {
    _ = try await check(record: .missing) { $0.uppercased() }
    let report = try await check { $0 }
    #expect(report.failedCases == ["shout/whole", "shout/either", "shout/recorded"])
    let cases = try ConformanceCase.all(of: "shout", in: own.folder)
    for testCase in cases {
      #expect(throws: NonConformance.self) { try testCase.check(Data(#""x""#.utf8)) }
    }
    try cases[1].check(Data(#""ẞ""#.utf8))
  }

  private func check(
    record: GoldenRecording? = nil,
    _ body: @escaping @Sendable (String) -> String
  ) async throws -> ConformanceReport {
    try await own.withVariables {
      try await ConformanceSuite("shout", in: own.folder).check(record: record) { request in
        JSONValue.string(body(request.input["text"]?.string ?? ""))
      }
    }
  }
}
