import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct OrphanTests {
  private let suite = SuiteFolder()

  @Test func `a complete run prunes golden and line`() async throws {
    try await suiteWithOrphan()
    #expect(try await suite.regenerate() == ["gone: removed"])
    #expect(try suite.golden("gone") == nil)
    #expect(suite.lock().lines.map(\.caseID) == ["kept"])
    #expect(suite.lint() == [])
  }

  @Test(arguments: [
    Selection(only: [Glob("*")]),
    Selection(skip: [Glob("nothing")]),
    Selection(rows: [Glob("*")]),
  ])
  func `a filtered run prunes nothing`(selection: Selection) async throws {
    try await suiteWithOrphan()
    let plan = try await suite.plan(selection: selection)
    #expect(plan.isSettled, "and says nothing of it: \(plan.lines)")
  }

  @Test(arguments: [Regeneration.Mode.missing, .changed])
  func `another mode than all prunes nothing`(mode: Regeneration.Mode) async throws {
    try await suiteWithOrphan()
    #expect(try await suite.plan(mode: mode).isSettled)
  }

  @Test func `an orphan edited by hand is left and told`() async throws {
    try await suiteWithOrphan()
    try suite.folder.write("mine", to: SuiteFolder.goldenPath("gone"))
    #expect(try await suite.regenerate() == ["gone: edited orphan"])
    #expect(try suite.golden("gone") == "mine")
    #expect(suite.lock().lines.map(\.caseID) == ["gone", "kept"])
  }

  @Test func `an orphan that nobody recorded is left and told`() async throws {
    try await suiteWithOrphan()
    try suite.folder.write("mine", to: SuiteFolder.goldenPath("unknown"))
    #expect(try await suite.regenerate() == ["gone: removed", "unknown: edited orphan"])
    #expect(try suite.golden("unknown") == "mine")
  }

  @Test func `a line whose golden is gone already is pruned`() async throws {
    try await suiteWithOrphan()
    try suite.folder.remove(SuiteFolder.goldenPath("gone"))
    #expect(try await suite.regenerate() == ["gone: removed"])
    #expect(suite.lock().lines.map(\.caseID) == ["kept"])
  }

  @Test
  func `an orphan with the input of a new case is a rename, which asks for no version`()
    async throws
  {
    try suite.write([.words("old")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    let golden = try suite.golden("old")
    try suite.write([.words("new")])
    #expect(try await suite.regenerate() == ["new: renamed from old"])
    #expect(try suite.golden("old") == nil)
    #expect(try suite.golden("new") == golden)
    #expect(
      suite.lock().lines.map { "\($0.caseID) \($0.version) \($0.confirmedBy)" } == [
        #"new 1.0.0 ["reference", "z"]"#
      ]
    )
    #expect(try await suite.plan().isSettled)
  }

  @Test
  func `a rename with another output shows what has changed and asks for a version`() async throws {
    try suite.write([.words("old")])
    try await suite.regenerate()
    try suite.write([.words("new")])
    let plan = try await suite.plan(Words.changing { $0.with("more", 1) })
    #expect(plan.lines == ["new: renamed from old, asks for 2.0.0"])
    guard case .renamed(_, _, let differences)? = plan.edits.first?.kind else { return }
    #expect(differences == [Difference(at: .to("more"), .unexpected(1))])
  }

  @Test func `an orphan edited by hand is no rename`() async throws {
    try suite.write([.words("old")])
    try await suite.regenerate()
    try suite.write([.words("new")])
    try suite.folder.write("mine", to: SuiteFolder.goldenPath("old"))
    #expect(try await suite.regenerate() == ["new: created, asks for 1.1.0", "old: edited orphan"])
    #expect(try suite.golden("old") == "mine")
  }

  @Test func `an orphan whose golden is lost is no rename`() async throws {
    try suite.write([.words("old")])
    try await suite.regenerate()
    try suite.write([.words("new")])
    try suite.folder.remove(SuiteFolder.goldenPath("old"))
    #expect(try await suite.regenerate() == ["new: created, asks for 1.1.0", "old: removed"])
    #expect(try await suite.plan().isSettled)
  }

  @Test func `one orphan is the rename of one case only`() async throws {
    try suite.write([.words("old")])
    try await suite.regenerate()
    try suite.write([.words("n1"), .words("n2")])
    #expect(
      try await suite.regenerate() == ["n1: renamed from old", "n2: created, asks for 1.1.0"]
    )
  }

  private func suiteWithOrphan() async throws {
    try suite.write([.words("kept"), .words("gone", "another")])
    try await suite.regenerate()
    try suite.write([.words("kept")])
  }
}
