import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct RegenerationReportTests {
  private let messages = MessageSnapshot("Regeneration reports")
  private let suite = SuiteFolder()

  @Test func `each change is shown with what a person needs to accept it`() async throws {
    let plan = try await planWithEverything()
    messages.expect(RegenerationReport().lines(plan).plainText, "a change of every kind")
    messages.expect(RegenerationReport().summary(plan), "a summary")
  }

  @Test func `a quiet report has only what isn't written`() async throws {
    let plan = try await planWithEverything()
    let lines = RegenerationReport(verbosity: .quiet).lines(plan)
    messages.expect(lines.plainText, "changes, quietly")
    let named = lines.filter { line in
      plan.edits.contains { line.spans.map(\.text).contains($0.name) }
    }
    #expect(named.count == plan.heldBack.count + plan.disagreements.count)
  }

  @Test func `nothing to do is said`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let plan = try await suite.plan()
    #expect(RegenerationReport().lines(plan) == [])
    messages.expect(RegenerationReport().summary(plan), "nothing to do")
  }

  @Test func `a renewed lock says why`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([.words("a", " one")])
    messages.expect(
      RegenerationReport().lines(try await suite.plan()).plainText,
      "a renewed lock"
    )
  }

  @Test func `a failure is told first`() async throws {
    try suite.write([.words("a")])
    let plan = try await suite.plan(Words.answering { _ in .failure("it\u{1B}broke") })
    let text = RegenerationReport().lines(plan).plainText
    #expect(text.contains(#": it\u{1B}broke"#))
    messages.expect(text, "a failure")
  }

  @Test(arguments: [(Verbosity.normal, 30, 12), (.verbose, 42, 0)])
  func `a long golden ends in a count`(
    verbosity: Verbosity,
    count: Int,
    rest: Int
  ) async throws {
    try suite.write([.words("a")])
    let output = JSONValue.array((0..<40).map { .number(JSONNumber($0)) })
    let plan = try await suite.plan(Words.answering { _ in .output(output) })
    let lines = RegenerationReport(verbosity: verbosity).lines(plan).map { $0.text(color: false) }
    #expect(lines.filter { $0.hasPrefix("    + ") }.count == count)
    let cut = lines.first { $0.hasPrefix("    …") }
    #expect((cut != nil) == (rest > 0))
    if let cut {
      #expect(cut.contains(" \(rest) "))
      messages.expect(cut, "a golden that is cut")
    }
  }

  @Test func `ten implementations that disagree are listed, and all of them verbosely`()
    async throws
  {
    try suite.write((10..<25).map { .words("c\($0)") })
    let differing = InProcessImplementation(name: "second") { _ in 0 }
    let plan = try await suite.plan(secondImplementations: [differing])
    #expect(plan.disagreements.count == 15)
    func commands(_ verbosity: Verbosity) -> [String] {
      RegenerationReport(verbosity: verbosity).lines(plan).texts(in: .command)
    }

    #expect(commands(.normal).count == 10)
    #expect(commands(.quiet).count == 10)
    #expect(commands(.verbose).count == 15)
    #expect(commands(.normal).first?.contains("parity check --only words/c10") == true)
    let quiet = RegenerationReport(verbosity: .quiet).lines(plan).texts
    #expect(quiet.contains { $0.contains(" 5 more cases") })
  }

  @Test func `a contract whose version is too low has a next step`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    #expect(RegenerationReport().nextVersions(try await suite.plan()) == [])
    let plan = try await suite.plan(Words.changing { $0.with("more", 1) })
    let lines = RegenerationReport().nextVersions(plan)
    #expect(lines.texts(in: .emphasis).count == 1)
    #expect(lines.texts.first?.contains("2.0.0") == true)
    #expect(lines.texts.first?.contains(SuiteFolder.matrixPath) == true)
  }

  /// Returns a plan that has a change of nearly every kind.
  private func planWithEverything() async throws -> Regeneration {
    try suite.write(["a", "b", "c", "d", "e", "f"].map { .words($0, $0) })
    try await suite.regenerate()
    try suite.folder.write("{\"words\": []}", to: SuiteFolder.goldenPath("b"))
    try suite.folder.write("mine", to: SuiteFolder.goldenPath("f"))
    try suite.write([
      .words("a", "a"), .words("b", "b"), .words("c", "c", expect: ["wordCount": 7]),
      .words("n", ""),
      .words("r", "d"),
    ])
    return try await suite.plan(Words.changing { $0.with("more", 1) })
  }
}
