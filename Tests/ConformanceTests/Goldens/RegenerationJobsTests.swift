import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct RegenerationJobsTests {
  private let suite = SuiteFolder()

  @Test func `references and second implementations are asked several cases at once`() async throws
  {
    try suite.write([.words("a"), .words("b"), .words("c")])
    let plan = try await suite.plan(
      references: [GoldenSource(AnsweringImplementation.insistingOnTwo(named: "reference"))],
      secondImplementations: [AnsweringImplementation.insistingOnTwo(named: "second")],
      jobs: 2
    )
    #expect(plan.failures.isEmpty)
    #expect(plan.disagreements.isEmpty)
    #expect(plan.lines == ["a: created", "b: created", "c: created"])
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.lockLine("a").confirmedBy == ["reference", "second"])
  }

  @Test func `many jobs give what one gives, however the answers come`() async throws {
    let alone = try await everything(jobs: 1)
    let together = try await everything(jobs: 8)
    #expect(alone == together)
    #expect(alone.lines.count == 8)
    #expect(alone.disagreements == ["e", "c", "b", "refused", "a", "new"])
  }

  /// Applies a regeneration that has an edit of nearly every kind.
  private func everything(jobs: Int) async throws -> (
    lines: [String], disagreements: [String], files: [String: String]
  ) {
    let suite = SuiteFolder()
    try suite.write(["a", "b", "c", "e", "gone", "old"].map { .words($0, $0) })
    try await suite.regenerate()
    try suite.folder.write("{}", to: SuiteFolder.goldenPath("b"))
    try suite.write([
      .words("e", "e"), .words("disk", "one", requires: ["disk"]), .words("c", "c"),
      .words("b", "b"), .words("refused", "r", expect: ["wordCount": 9]), .words("a", "a"),
      .words("new", "old"),
    ])
    let plan = try await suite.plan(
      references: [
        GoldenSource(hasty("memory")), GoldenSource(hasty("disk", capabilities: ["disk"])),
      ],
      secondImplementations: [
        hasty("agrees"), AnsweringImplementation(name: "disagreements") { .output($0.input) },
      ],
      jobs: jobs
    )
    try plan.transaction.apply(under: suite.folder.root)
    return (
      plan.lines, plan.disagreements.map(\.testCase.id), try suite.folder.contents(of: "Golden")
    )
  }

  /// Returns an implementation that answers after a random time, so that answers overtake each
  /// other.
  private func hasty(_ name: String, capabilities: Set<String> = []) -> AnsweringImplementation {
    AnsweringImplementation(name: name, capabilities: capabilities) { request in
      let text = request.input["text"]?.string ?? ""
      try? await Task.sleep(for: .milliseconds(Int.random(in: 0...10)))
      return .output(Words.output(of: request.input).with("text", .string(text)))
    }
  }
}
