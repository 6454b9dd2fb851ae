import CanonicalJSON
import Conformance
import Reporting
import Testing

struct RegenerationReportTests {
  private let suite = SuiteFolder()

  @Test func `each change is shown with what a person needs to accept it`() async throws {
    let plan = try await planWithEverything()
    #expect(
      RegenerationReport().lines(plan).plainText == """
        In what follows − is the golden or what is expected and + the output.

        changed words/a
          at /more: not expected
            + 1
          asks for version 2.0.0 of words

        kept words/b
          the golden was edited by hand; to overwrite it: parity regenerate --only words/b
          at /more: not expected
            + 1
          at /words/0: element w1 is not expected
            + {"id":"w1","length":"short","text":"b"}

        refused words/c
          the output is not what the case expects; fix the implementation or the expectation:
          wordCount
            − 7
            + 1
              expected at Fixtures/words/cases.json:17:22

        removed words/e
          no case has this id any more

        kept words/f
          no case has this id and the golden is not what was recorded; move or delete it yourself

        new words/n
            + {
            +   "more": 1,
            +   "words": []
            + }
          asks for version 1.1.0 of words

        renamed words/r
          it has the input of words/d, which is no case any more
          at /more: not expected
            + 1
          asks for version 2.0.0 of words

        """
    )
    #expect(
      RegenerationReport().summary(plan)
        == "1 changed, 2 kept, 1 new, 1 refused, 1 removed, 1 renamed"
    )
  }

  @Test func `a quiet report has the names and the versions`() async throws {
    #expect(
      RegenerationReport(verbosity: .quiet).lines(try await planWithEverything()).prefix(5).map(
        \.self
      ).plainText == """
        changed words/a
          asks for version 2.0.0 of words

        kept words/b

        """
    )
  }

  @Test func `nothing to do is said`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let plan = try await suite.plan()
    #expect(RegenerationReport().lines(plan) == [])
    #expect(RegenerationReport().summary(plan) == "nothing to do")
  }

  @Test func `a renewed lock says why`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    try suite.write([.words("a", " one")])
    #expect(
      RegenerationReport().lines(try await suite.plan()).plainText == """
        lock renewed words/a
          the input has changed and the output has not

        """
    )
  }

  @Test func `a failure is told first`() async throws {
    try suite.write([.words("a")])
    let plan = try await suite.plan(Words.answering { _ in .failure("it\u{1B}broke") })
    #expect(
      RegenerationReport().lines(plan).plainText == #"""
        FAILED words/a
          no output: reference: it\u{1B}broke

        """#
    )
  }

  @Test(arguments: [
    (Verbosity.normal, 30, "    … and 12 more lines; --verbose shows them" as String?),
    (.verbose, 42, nil),
  ])
  func `a long golden ends in a count`(
    verbosity: Verbosity,
    count: Int,
    rest: String?
  ) async throws {
    try suite.write([.words("a")])
    let output = JSONValue.array((0..<40).map { .number(JSONNumber($0)) })
    let plan = try await suite.plan(Words.answering { _ in .output(output) })
    let lines = RegenerationReport(verbosity: verbosity).lines(plan).map { $0.text(color: false) }
    #expect(lines.filter { $0.hasPrefix("    + ") }.count == count)
    #expect(lines.first { $0.hasPrefix("    …") } == rest)
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
