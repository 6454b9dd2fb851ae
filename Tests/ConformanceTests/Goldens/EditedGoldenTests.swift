import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct EditedGoldenTests {
  private let messages = MessageSnapshot("Edited goldens")
  private let suite = SuiteFolder()
  private let edited = "{\n  \"words\": []\n}\n"

  @Test(arguments: Regeneration.Mode.allCases)
  func `a golden edited by hand is left as it is`(mode: Regeneration.Mode) async throws {
    try await editedSuite()
    let before = try suite.folder.contents(of: "Golden")
    let plan = try await suite.plan(mode: mode)
    #expect(plan.lines == ["a: edited by hand"])
    #expect(plan.heldBack.map(\.caseID) == ["a"])
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.folder.contents(of: "Golden") == before)
  }

  @Test(arguments: ["*", "a*", "?", "words/*", "words/?"])
  func `a pattern with a wildcard does not name it`(pattern: String) async throws {
    try await editedSuite()
    #expect(try await suite.regenerate(only: [pattern]).contains("a: edited by hand"))
    #expect(try suite.golden("a") == edited)
  }

  @Test(arguments: [["a"], ["words/a"], ["b*", "a"]])
  func `a golden edited by hand is written where its case is named`(
    patterns: [String]
  ) async throws {
    try await editedSuite()
    let lock = suite.lock().bytes
    #expect(try await suite.regenerate(only: patterns).contains("a: changed"))
    #expect(try suite.golden("a") != edited)
    #expect(
      suite.lock().bytes == lock,
      "the golden is what was recorded, so nothing about it changes"
    )
    #expect(try await suite.plan().isSettled)
  }

  @Test
  func `an edit that equals the new output is recorded as the change that it is`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    try suite.folder.write(edited, to: SuiteFolder.goldenPath("a"))
    let plan = try await suite.plan(Words.changing { _ in ["words": []] })
    #expect(plan.lines == ["a: relocked, asks for 2.0.0"])
    messages.expect(plan.reasons, "an edit that equals the new output")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.golden("a") == edited)
    let line = try suite.lockLine("a")
    #expect(line.golden == GoldenLock.digest(Array(edited.utf8)))
    #expect(line.confirmedBy == ["reference"], "'z' gave another output")
    #expect("\(line.version)" == "2.0.0")
  }

  @Test func `a golden without a line whose output is another is someone's work`() async throws {
    try await editedSuite()
    try suite.folder.remove(SuiteFolder.lockPath)
    #expect(try await suite.regenerate().contains("a: edited by hand"))
    #expect(try suite.golden("a") == edited)
  }

  private func editedSuite() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    try suite.folder.write(edited, to: SuiteFolder.goldenPath("a"))
  }
}
