import CanonicalJSON
import Conformance
import Reporting
import Testing

struct ConsoleReportTests {
  private let suite = SuiteFolder()

  @Test
  func `a failing case is told with its row, its clauses, what it expects and its golden`()
    async throws
  {
    let findings = try await failing()
    #expect(
      report(findings) == """
        − is what was expected, + is what came back.

        FAILED words/a (reference)
          two words
          Fixtures/words/cases.json:3:5
          row splitting: text with spaces
          clauses C1
          not what the case expects:
          wordCount
            − 2
            + 1
              expected at Fixtures/words/cases.json:6:22
          not the golden Golden/words/a.json:
          at /words/1: element w2 is missing
            − {"id":"w2","length":"short","text":"two"}
          again: parity check --only words/a

        words 1.0.0: 1 of 2 cases passed (reference)
        next: fix reference, or the expectation if it is wrong
        2 judged, 1 passed, 1 failed, 0 known, 0 not applicable, 0 skipped
        """
    )
  }

  @Test func `a quiet report has the problems and the last line`() async throws {
    let lines = report(try await failing(), .quiet).split(separator: "\n")
    #expect(lines.contains("FAILED words/a (reference)"))
    #expect(!lines.contains { $0.hasPrefix("next:") || $0.hasPrefix("words 1.0.0") })
    #expect(lines.last == "2 judged, 1 passed, 1 failed, 0 known, 0 not applicable, 0 skipped")
  }

  @Test func `a verbose report names every case`() async throws {
    let text = report(try await failing(), .verbose)
    #expect(
      text.contains(
        "\nFAILED words/a (reference)\npassed words/b (reference)\nwords 1.0.0: 1 of 2 cases pass"
      )
    )
  }

  @Test func `a green report is the counts`() async throws {
    try suite.write([.words("a"), .words("b", requires: ["disk", "net"])])
    let contract = Words(implementations: [
      InProcessImplementation.reference,
      InProcessImplementation.named("disk", capabilities: ["disk", "net"]),
    ])
    try await suite.regenerate(contract)
    let findings = try await suite.check(contract)
    #expect(
      report(findings) == """
        words 1.0.0: 1 of 1 case passed (reference)
        words 1.0.0: 2 of 2 cases passed (disk)
        3 judged, 3 passed, 0 failed, 0 known, 1 not applicable, 0 skipped
        """
    )
    #expect(
      report(findings, .quiet)
        == "3 judged, 3 passed, 0 failed, 0 known, 1 not applicable, 0 skipped"
    )
    #expect(
      report(findings, .verbose).contains("\nnot applicable words/b (reference) lacks disk, net\n")
    )
  }

  @Test func `cases without a golden are told in a line each, with what to do`() async throws {
    try suite.write([.words("a")])
    #expect(
      report(try await suite.check()) == """
        FAILED words/a (reference): no golden  Fixtures/words/cases.json:3:5

        words 1.0.0: 0 of 1 case passed (reference)
        next: look at the output and accept it: parity review --only words/a
        1 judged, 0 passed, 1 failed, 0 known, 0 not applicable, 0 skipped
        """
    )
  }

  @Test func `a case that breaks its expectation and has no golden is told in full`() async throws {
    try suite.write([.words("a", expect: ["wordCount": 3])])
    let text = report(try await suite.check())
    #expect(text.contains("  not what the case expects:\n  wordCount\n    − 3\n    + 2\n"))
    #expect(text.contains("  no golden: nobody has accepted an output of this case\n"))
  }

  @Test func `findings stand above, as compilers write them`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/stray")
    #expect(
      report(try await suite.check()) == """
        Golden/words/stray: error: 'stray' is no golden's name, which is a case id and '.json'
          note: move or delete it

        words 1.0.0: 1 of 1 case passed (reference)
        not conformant: 1 finding, see above
        1 judged, 1 passed, 0 failed, 0 known, 0 not applicable, 0 skipped
        """
    )
  }

  @Test func `a run that judged nothing says so`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let findings = try await suite.check(selection: Selection(only: [Glob("none")]))
    #expect(
      report(findings)
        == "not conformant: nothing was judged\n0 judged, 0 passed, 0 failed, 0 known, 0 not applicable, 1 skipped"
    )
  }

  @Test(arguments: [(5, 5, false), (6, 1, true), (41, 1, true)])
  func `few failures are told in full, and of many the causes and one case`(
    failures: Int,
    full: Int,
    tellsCauses: Bool
  ) async throws {
    let findings = try failing(failures)
    let lines = report(findings).split(separator: "\n").map(String.init)
    #expect(lines.filter { $0 == "  no output: it broke" }.count == full)
    #expect(
      lines.contains("\(failures) of \(failures) failed (reference), by cause:") == tellsCauses
    )
    #expect(
      lines.contains("   1. \(failures) cases, \(failures) alone  error: it broke") == tellsCauses
    )
    let verbose = report(findings, .verbose).split(separator: "\n")
    #expect(
      verbose.filter { $0 == "  no output: it broke" }.count == failures,
      "--verbose tells all"
    )
    let quiet = report(findings, .quiet).split(separator: "\n")
    #expect(quiet.contains { $0.hasSuffix("error: it broke") }, "--quiet tells the causes")
  }

  @Test func `nothing that a case or an implementation says steers the terminal`() async throws {
    let nasty = "\u{1B}[2J\u{7}\r\nFAILED \u{202E}"
    try suite.write([
      JSONValue.words("a", nasty).with("description", .string(nasty)),
      .words("b", nasty, expect: ["at": ["/x": .string(nasty)]]),
    ])
    try await suite.regenerate(Words.answering { _ in .output(["x": .string(nasty)]) })
    let contract = Words.answering(named: "i\u{1B}") { input in
      .output(["x": .string(nasty + "!"), nasty: .string(nasty)])
    }
    let failing = Words.answering(named: nasty) { _ in .failure(ImplementationFailure(nasty)) }
    for contract in [contract, failing] {
      for verbosity in [Verbosity.quiet, .normal, .verbose] {
        let text = report(try await suite.check(contract), verbosity)
        let wrong = text.unicodeScalars.filter {
          $0 != "\n" && ($0.value < 0x20 || $0.value == 0x7F || $0 == "\u{202E}")
        }
        #expect(wrong.isEmpty, "what steers a terminal came through")
        #expect(!text.contains("\nFAILED \\u"), "a line of the report was forged")
      }
    }
    #expect(
      report(try await suite.check(failing)).contains(
        #"  no output: \u{1B}[2J\u{7}\r\nFAILED \u{202E}"#
      )
    )
  }

  private func failing() async throws -> Findings {
    try suite.write([
      JSONValue.words("a", expect: ["wordCount": 2]).with("description", "two words"),
      .words("b", "one"),
    ])
    try await suite.regenerate()
    return try await suite.check(
      Words.changing { $0.with("words", .array(Array(($0["words"]?.elements ?? []).prefix(1)))) }
    )
  }

  /// Returns findings with `count` cases that failed without an output.
  private func failing(_ count: Int) throws -> Findings {
    try suite.write((0..<count).map { .words("c\($0)") })
    let suite = try suite.suite()
    let verdicts = suite.cases.map {
      Verdict(testCase: $0, implementation: "reference", result: .failed([.noOutput("it broke")]))
    }
    return Findings(suites: [suite], diagnostics: [], verdicts: verdicts, skipped: 0)
  }

  private func report(_ findings: Findings, _ verbosity: Verbosity = .normal) -> String {
    findings.console(verbosity)
  }
}
