import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct ReportComparisonTests {
  private let messages = MessageSnapshot("Comparisons of reports")
  private let suite = SuiteFolder()

  @Test func `a new failure is worse, and a fixed one is not`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let good = try await run(Words())
    let bad = try await run(Words.changing { _ in ["words": []] })
    messages.expect(lines(good, bad), "new failures")
    #expect(compared(good, bad).isWorse)
    messages.expect(lines(bad, good), "failures that are fixed")
    #expect(!compared(bad, good).isWorse)
    messages.expect(lines(bad, bad), "failures that are the same")
    #expect(!compared(bad, bad).isWorse)
  }

  @Test
  func `another failure is a change, and no output at all is worse than a wrong one`() async throws
  {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let wrong = try await run(Words.changing { _ in ["words": []] })
    let other = try await run(Words.changing { _ in ["words": 1] })
    let dead = try await run(Words.answering { _ in .failure(ImplementationFailure("it broke")) })
    messages.expect(lines(wrong, other), "another wrong output")
    #expect(!compared(wrong, other).isWorse)
    messages.expect(lines(wrong, dead), "no output in place of a wrong one")
    #expect(compared(wrong, dead).isWorse)
    #expect(!compared(dead, wrong).isWorse)
  }

  @Test func `a case that is gone is told, and one that came and passes is counted`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let before = try await run(Words())
    try suite.write([.words("a"), .words("c")])
    try await suite.regenerate()
    let after = try await run(Words())
    messages.expect(lines(before, after), "a case that is gone, and one that came")
  }

  private func run(_ contract: Words) async throws -> RunRecord {
    try await suite.check(contract).report
  }

  private func compared(_ before: RunRecord, _ after: RunRecord) -> RunComparison {
    RunComparison(before: before, named: "before.json", after: after)
  }

  private func lines(_ before: RunRecord, _ after: RunRecord) -> String {
    compared(before, after).lines.plainText
  }
}
