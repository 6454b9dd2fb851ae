import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct ReviewReportTests {
  private let messages = MessageSnapshot("Review reports")
  private let suite = SuiteFolder()

  /// Returns the decisions on the changes of an implementation.
  private func decisions(
    _ contract: Words,
    secondImplementations: [any Implementation] = []
  ) async throws -> [ReviewDecision] {
    let plan = try await suite.plan(contract, secondImplementations: secondImplementations)
    return ReviewDecision.grouped(plan.editsByName)
  }

  private func report(_ verbosity: Verbosity = .normal, width: Int = 80) throws -> ReviewReport {
    ReviewReport([try suite.suite()], verbosity: verbosity, width: width)
  }

  @Test func `each decision has its evidence, and a token if it can be accepted`() async throws {
    try suite.write([
      .words("a", "a"), .words("b", "b"), .words("c", "c", expect: ["wordCount": 7]),
    ])
    try await suite.regenerate(only: ["a", "b"])
    try suite.folder.write("{\"words\": []}", to: SuiteFolder.goldenPath("b"))
    let decisions = try await decisions(Words.changing { $0.with("more", 1) })
    let lines = try report().lines(decisions)
    messages.expect(
      lines.plainText,
      "a change, a golden that was edited and an output that is wrong"
    )
    #expect(decisions.map(\.isAcceptable) == [true, false, false])
    #expect(
      lines.texts(in: .emphasis).filter { decisions.map(\.token).contains($0) }
        == [decisions[0].token]
    )
  }

  @Test func `the signs are explained once`() async throws {
    try suite.write([.words("a", "a"), .words("b", "b b")])
    try await suite.regenerate()
    let changing = Words.changing { output in
      output.with("count", .number(JSONNumber(output["words"]?.elements?.count ?? 0)))
    }
    let decisions = try await decisions(changing)
    #expect(decisions.count == 2)
    let lines = try report().lines(decisions)
    #expect(lines.count { $0 == ReviewReport.legend } == 1)
    let alone = try report().lines(decisions[1])
    #expect(!alone.contains(ReviewReport.legend))
    #expect(try report().lines(decisions[1], hasLegend: true).contains(ReviewReport.legend))
  }

  @Test func `a case comes with its rows and clauses if its suite is known`() async throws {
    try suite.write([JSONValue.words("a").with("description", "two words")])
    let decision = try #require(try await decisions(Words()).first)
    let known = try report().lines(decision)
    let unknown = ReviewReport([]).lines(decision)
    #expect(known.texts.contains { $0.contains("two words") })
    #expect(known.texts.contains { $0.contains("splitting") })
    #expect(known.texts.contains { $0.contains("C1") })
    #expect(!unknown.texts.contains { $0.contains("splitting") })
    #expect(known.count > unknown.count)
  }

  @Test func `implementations that return the output are named, and those that don't`()
    async throws
  {
    try suite.write([.words("a")])
    let decision = try #require(
      try await decisions(
        Words(),
        secondImplementations: [
          InProcessImplementation.named("agreeing"),
          InProcessImplementation(name: "differing") { _ in 0 },
        ]
      ).first
    )
    let lines = try report().lines(decision).suffix(2)
    #expect(lines.map { $0.spans[0].style } == [.dim, .removed])
    let texts = Array(lines).texts
    #expect(texts[0].contains("reference") && texts[0].contains("agreeing"))
    #expect(texts[1].contains("differing") && !texts[1].contains("agreeing"))
  }
}
