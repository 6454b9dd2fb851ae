import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct RegenerationRulesTests {
  private let messages = MessageSnapshot("Rules of regeneration")
  private let suite = SuiteFolder()

  @Test func `a first recording writes every golden and asks for no version`() async throws {
    try suite.write([.words("b"), .words("a")], version: "3.2.1")
    #expect(try await suite.regenerate() == ["a: created", "b: created"])
    let line = try suite.lockLine("a")
    #expect("\(line.version)" == "3.2.1")
    #expect(line.confirmedBy == ["reference"])
    #expect(line.input == GoldenLock.digest(Array(#"{"text":"one two"}"#.utf8)))
    #expect(line.golden == GoldenLock.digest(Array(try suite.golden("a")?.utf8 ?? "".utf8)))
  }

  @Test func `what is as it should be is left`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let plan = try await suite.plan()
    #expect(plan.lines == [])
    #expect(plan.isSettled)
    #expect(plan.transaction.isEmpty)
  }

  @Test func `a changed output is shown and written, with its differences`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let changed = Words.changing { $0.with("more", 1) }
    let plan = try await suite.plan(changed)
    guard case .changed(let differences)? = plan.edits.first?.kind else {
      Issue.record("expected a change, and got \(plan.lines)")
      return
    }
    #expect(differences == [Difference(at: .to("more"), .unexpected(1))])
    #expect(try suite.golden("a")?.contains("more") == false, "a plan writes nothing")
    try await suite.regenerate(changed)
    #expect(try suite.golden("a")?.contains("\"more\": 1") == true)
    #expect(try await suite.plan(changed).isSettled)
  }

  @Test(arguments: [
    (Regeneration.Mode.missing, ["b: created, asks for 1.1.0"]),
    (.changed, ["a: changed, asks for 2.0.0"]),
    (.all, ["a: changed, asks for 2.0.0", "b: created, asks for 1.1.0", "gone: removed"]),
  ])
  func `a mode does its part alone`(mode: Regeneration.Mode, lines: [String]) async throws {
    try suite.write([.words("a"), .words("gone", "another")])
    try await suite.regenerate()
    try suite.write([.words("a"), .words("b", "third")])
    let changed = Words.changing { $0.with("more", 1) }
    #expect(try await suite.regenerate(changed, mode: mode) == lines)
    #expect((try suite.golden("b") != nil) == (mode != .changed))
    #expect((try suite.golden("gone") == nil) == (mode == .all))
    #expect(suite.lock().lines.contains { $0.caseID == "gone" } == (mode != .all))
  }

  @Test
  func `an output that breaks an expectation is never written, while others are`() async throws {
    try suite.write([.words("a", expect: ["wordCount": 3]), .words("b")])
    for mode in Regeneration.Mode.allCases {
      let lines = try await suite.regenerate(only: ["a"], mode: mode)
      #expect(lines == ["a: refused"], "--only and --mode do not lift the rule")
    }
    let plan = try await suite.plan()
    #expect(plan.lines == ["a: refused", "b: created"])
    #expect(plan.heldBack.map(\.caseID) == ["a"])
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.golden("a") == nil)
    #expect(try suite.golden("b") != nil)
    #expect(suite.lock().lines.map(\.caseID) == ["b"])
  }

  @Test
  func `a golden whose case's output breaks an expectation is kept with its line`() async throws {
    try suite.write([.words("a", expect: ["wordCount": 2])])
    try await suite.regenerate()
    let before = try suite.folder.contents(of: "Golden")
    let wrong = Words.changing { $0.with("words", []) }
    #expect(try await suite.regenerate(wrong) == ["a: refused"])
    #expect(try suite.folder.contents(of: "Golden") == before)
  }

  @Test
  func `a case for which an implementation fails keeps its golden, and the others are written`()
    async throws
  {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    let before = (a: try suite.golden("a"), b: try suite.golden("b"))
    try suite.write([.words("a"), .words("b", "boom"), .words("c")])
    let failing = Words.answering { input in
      input["text"] == "boom"
        ? .failure("it broke") : .output(Words.output(of: input).with("more", 1))
    }
    let plan = try await suite.plan(failing)
    #expect(
      plan.failures.map { "\($0.testCase.id): \($0.implementation): \($0.failure.message)" } == [
        "b: reference: it broke"
      ]
    )
    #expect(plan.lines == ["a: changed, asks for 2.0.0", "c: created, asks for 1.1.0"])
    #expect(!plan.isSettled)
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.golden("a") != before.a)
    #expect(try suite.golden("b") == before.b)
    #expect(try suite.golden("c") != nil)
  }

  @Test func `two cases of one id stop the run`() async throws {
    try suite.write([.words("a"), .words("a", "other")])
    let (loaded, lock, diagnostics) = suite.load()
    messages.expect(
      diagnostics,
      "two cases of one id",
      at: ["\(SuiteFolder.casesPath):9:5 error"]
    )
    let unchecked = try #require(loaded)
    let error = await #expect(throws: SourceError.self) {
      try await Regeneration.plan(
        [unchecked],
        lock: lock,
        selection: Selection(),
        mode: .all,
        references: { _ in [] },
        runner: Runner(jobs: 1)
      )
    }
    #expect(error?.diagnostic.description == diagnostics.first?.description)
  }

  @Test func `a golden comes from the first implementation that can`() async throws {
    try suite.write([
      .words("a"), .words("b", requires: ["disk"]), .words("c", requires: ["disk", "net"]),
    ])
    let contract = Words(implementations: [
      InProcessImplementation.named("memory"),
      InProcessImplementation.named("disk", capabilities: ["disk"]),
      InProcessImplementation.named("all", capabilities: ["net", "disk"]),
    ])
    try await suite.regenerate(contract)
    #expect(
      suite.lock().lines.map { "\($0.caseID) \($0.confirmedBy)" } == [
        #"a ["memory"]"#, #"b ["disk"]"#, #"c ["all"]"#,
      ]
    )
  }

  @Test func `a case that no implementation can take is a failure`() async throws {
    try suite.write([.words("a", requires: ["disk", "net"])])
    let failures = try await suite.plan().failures
    #expect(failures.map(\.testCase.id) == ["a"])
    messages.expect(failures.map(\.failure.message), "a case that nobody can take")
  }

  @Test func `an output that another implementation gives too is confirmed by both`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    let plan = try await suite.plan()
    #expect(plan.lines == ["a: relocked"])
    messages.expect(plan.reasons, "an output that another implementation gives too")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.lockLine("a").confirmedBy == ["reference", "z"])
    #expect(try await suite.regenerate() == [])
  }

  @Test
  func `a changed input with the same output keeps its version and its confirmations`() async throws
  {
    try suite.write([.words("a", "one two")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    try suite.write([.words("a", "one  two")], version: "1.5.0")
    let plan = try await suite.plan()
    #expect(plan.lines == ["a: relocked"])
    messages.expect(plan.reasons, "a changed input with the same output")
    try plan.transaction.apply(under: suite.folder.root)
    let line = try suite.lockLine("a")
    #expect("\(line.version)" == "1.0.0")
    #expect(line.confirmedBy == ["reference", "z"])
    #expect(line.input == GoldenLock.digest(Array(#"{"text":"one  two"}"#.utf8)))
  }

  @Test func `a changed output is confirmed only by those that returned it`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    try await suite.regenerate(Words.changing { $0.with("more", 1) })
    #expect(try suite.lockLine("a").confirmedBy == ["reference"])
  }

  @Test func `a lost golden is recorded again as it was`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    let before = try suite.folder.contents(of: "Golden")
    try suite.folder.remove(SuiteFolder.goldenPath("a"))
    try suite.write([.words("a")], version: "1.5.0")
    #expect(try await suite.regenerate(Words.changing(named: "z") { $0 }) == ["a: created"])
    #expect(try suite.folder.contents(of: "Golden") == before)
  }

  @Test func `a lock that is lost is written anew from the goldens that are right`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let before = try suite.folder.contents(of: "Golden")
    try suite.folder.remove(SuiteFolder.lockPath)
    let plan = try await suite.plan()
    #expect(plan.lines == ["a: relocked"])
    messages.expect(plan.reasons, "a lock that is lost")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(try suite.folder.contents(of: "Golden") == before)
  }

  @Test func `a doubled line is settled`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let lock = try #require(try suite.folder.text(SuiteFolder.lockPath))
    try suite.folder.write(lock + lock, to: SuiteFolder.lockPath)
    try await suite.regenerate()
    #expect(try suite.folder.text(SuiteFolder.lockPath) == lock)
  }

  @Test func `of two lines of a merge the one that matches the golden counts`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let ours = try #require(try suite.folder.text(SuiteFolder.lockPath))
    let theirs = ours.replacing(
      try suite.lockLine("a").golden,
      with: String(repeating: "0", count: 64)
    )
    for merged in [ours + theirs, theirs + ours] {
      try suite.folder.write(merged, to: SuiteFolder.lockPath)
      #expect(
        try await suite.regenerate(Words.changing { $0.with("more", 1) }) == [
          "a: changed, asks for 2.0.0"
        ]
      )
      try await suite.regenerate(only: ["a"])
    }
  }

  @Test func `the lines of other contracts are kept`() async throws {
    try suite.write([.words("a")])
    try suite.write([.words("z")], contract: "other")
    try await suite.regenerate(Words(id: "other"))
    try await suite.regenerate()
    #expect(suite.lock().lines.map { "\($0.contract) \($0.caseID)" } == ["other z", "words a"])
  }
}
