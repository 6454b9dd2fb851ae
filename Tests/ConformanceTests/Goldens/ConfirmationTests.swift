import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

/// Tests of what happens to the confirmations of a golden by second implementations.
struct ConfirmationTests {
  private let messages = MessageSnapshot("Confirmations")
  private let suite = SuiteFolder()

  init() async throws {
    try suite.write([.words("a"), .words("b")])
    try await suite.regenerate()
    try await suite.plan(secondImplementations: [Self.agreeing]).transaction.apply(
      under: suite.folder.root
    )
    #expect(
      suite.lock().lines.map(\.confirmedBy) == [["reference", "second"], ["reference", "second"]]
    )
  }

  private static let agreeing = InProcessImplementation.named("second")
  private static let disagreeing = InProcessImplementation(name: "second") { request in
    Words.output(of: request.input).with("more", request.caseName == "words/a" ? 1 : nil)
  }

  private func lines(_ regeneration: Regeneration, drops: Bool = false) -> [String] {
    RegenerationReport().confirmationLines(regeneration, drops: drops).map { $0.text(color: false) }
  }

  @Test
  func `a golden that changes loses its confirmations, and their number is printed`() async throws {
    let plan = try await suite.plan(Words.changing { $0.with("more", 1) })
    #expect(plan.edits.map(\.droppedConfirmations) == [["second"], ["second"]])
    messages.expect(lines(plan), "goldens that change")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(suite.lock().lines.map(\.confirmedBy) == [["reference"], ["reference"]])
  }

  @Test func `a second implementation that returns the new output confirms it`() async throws {
    let plan = try await suite.plan(
      Words.changing { $0.with("more", 1) },
      secondImplementations: [
        InProcessImplementation(name: "second") { Words.output(of: $0.input).with("more", 1) }
      ]
    )
    #expect(lines(plan) == [])
    try plan.transaction.apply(under: suite.folder.root)
    #expect(
      suite.lock().lines.map(\.confirmedBy) == [["reference", "second"], ["reference", "second"]]
    )
  }

  @Test
  func `an unchanged golden keeps the confirmation of an implementation that now differs`()
    async throws
  {
    let lock = suite.lock().bytes
    let plan = try await suite.plan(secondImplementations: [Self.disagreeing])
    #expect(plan.contradictions.map(\.testCase.id) == ["a"])
    messages.expect(lines(plan), "an implementation that now differs")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(suite.lock().bytes == lock)
  }

  @Test func `an unchanged golden loses a confirmation on purpose alone`() async throws {
    let plan = try await suite.plan(
      dropsConfirmations: true,
      secondImplementations: [Self.disagreeing]
    )
    messages.expect(lines(plan, drops: true), "a confirmation that is dropped on purpose")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(suite.lock().lines.map(\.confirmedBy) == [["reference"], ["reference", "second"]])
    #expect(suite.lock().lines.map { "\($0.version)" } == ["1.0.0", "1.0.0"])
  }
}

/// Tests of what the next run records after a run that was killed between goldens and lock.
struct InterruptedRecordingTests {
  private let messages = MessageSnapshot("Interrupted recordings")
  private let suite = SuiteFolder()

  /// Regenerates and then restores the old lock, as if the run was killed before it renamed the new
  /// one.
  ///
  /// - Returns: The lock that the whole run wrote.
  private func regenerateWithoutLock(_ contract: Words = Words()) async throws -> [UInt8] {
    let lock = suite.lock().bytes
    try await suite.regenerate(contract)
    let whole = suite.lock().bytes
    try suite.folder.write(String(decoding: lock, as: UTF8.self), to: SuiteFolder.lockPath)
    return whole
  }

  @Test(arguments: [Regeneration.Mode.all, .missing, .changed])
  func `a new golden gets its minor version`(mode: Regeneration.Mode) async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.write([.words("a"), .words("b", "one")])
    let whole = try await regenerateWithoutLock()

    let plan = try await suite.plan(mode: mode)
    #expect(plan.lines == ["b: relocked, asks for 1.1.0"])
    messages.expect(plan.reasons, "a golden without a line")
    try plan.transaction.apply(under: suite.folder.root)
    #expect(suite.lock().bytes == whole)
    #expect("\(try suite.lockLine("b").version)" == "1.1.0")
    #expect(suite.lint().places.contains("\(SuiteFolder.matrixPath) error behindVersion words"))
  }

  @Test func `a golden that was copied into place by hand gets its minor version`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.write([.words("a"), .words("b")])
    try suite.folder.write(try #require(try suite.golden("a")), to: SuiteFolder.goldenPath("b"))
    try await suite.regenerate(only: ["b"])
    #expect("\(try suite.lockLine("b").version)" == "1.1.0")
  }

  @Test func `a changed golden gets its major version`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let changed = Words.changing { $0.with("more", 1) }
    let whole = try await regenerateWithoutLock(changed)
    try await suite.regenerate(changed)
    #expect(suite.lock().bytes == whole)
    #expect("\(try suite.lockLine("a").version)" == "2.0.0")
  }

  @Test(arguments: [true, false])
  func `a renamed case keeps its version, whether its old golden is still there or not`(
    isOldGoldenThere: Bool
  ) async throws {
    try suite.write([.words("a", "one"), .words("b")])
    try await suite.regenerate(Words.changing(named: "z") { $0 })
    try suite.write([.words("a", "one"), .words("c")], version: "1.4.0")
    let old = try #require(try suite.golden("b"))
    let whole = try await regenerateWithoutLock(Words.changing(named: "z") { $0 })
    if isOldGoldenThere { try suite.folder.write(old, to: SuiteFolder.goldenPath("b")) }

    try await suite.regenerate(Words.changing(named: "z") { $0 })
    #expect(suite.lock().bytes == whole)
    #expect("\(try suite.lockLine("c").version)" == "1.0.0")
    #expect(try suite.golden("b") == nil)
  }

  @Test func `no lock at all is recorded as the first one`() async throws {
    try suite.write([.words("a"), .words("b", "one")])
    try await suite.regenerate()
    let whole = suite.lock().bytes
    try suite.folder.remove(SuiteFolder.lockPath)
    try await suite.regenerate()
    #expect(suite.lock().bytes == whole)
  }
}
