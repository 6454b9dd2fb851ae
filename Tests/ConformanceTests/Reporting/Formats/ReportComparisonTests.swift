import CanonicalJSON
import Conformance
import Reporting
import Testing

struct ReportComparisonTests {
  private let suite = SuiteFolder()

  @Test func `a new failure is worse, and a fixed one is not`() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let good = try await run(Words())
    let bad = try await run(Words.changing { _ in ["words": []] })
    #expect(
      lines(good, bad) == """
        new words/a (reference)  passed before
        new words/b (reference)  passed before

        2 new, 0 fixed, 0 still failing, 0 changed, 0 gone; 0 as before, 0 added without a failure
        """
    )
    #expect(compared(good, bad).isWorse)
    #expect(
      lines(bad, good).hasSuffix(
        "0 new, 2 fixed, 0 still failing, 0 changed, 0 gone; 0 as before, 0 added without a failure"
      )
    )
    #expect(!compared(bad, good).isWorse)
    #expect(lines(bad, bad).contains("still failing words/a (reference)  the same way\n"))
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
    #expect(lines(wrong, other).hasPrefix("changed words/a (reference)  fails in another way\n"))
    #expect(!compared(wrong, other).isWorse)
    #expect(lines(wrong, dead).hasPrefix("changed words/a (reference)  fails worse\n"))
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
    #expect(
      lines(before, after) == """
        gone words/b (reference)  passed

        note: the suite is not the same in both
        0 new, 0 fixed, 0 still failing, 0 changed, 1 gone; 1 as before, 1 added without a failure
        """
    )
  }

  private func run(_ contract: Words) async throws -> Report {
    try await suite.check(contract).report
  }

  private func compared(_ before: Report, _ after: Report) -> ReportComparison {
    ReportComparison(before: before, named: "before.json", after: after)
  }

  private func lines(_ before: Report, _ after: Report) -> String {
    compared(before, after).lines.plainText
  }
}
