import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct ConsoleReportTests {
  private let messages = MessageSnapshot("Console reports")
  private let suite = SuiteFolder()

  @Test
  func `a failing case is told with its row, its clauses, what it expects and its golden`()
    async throws
  {
    let findings = try await failing()
    #expect(findings.counts.checked == 2 && findings.counts.failed == 1)
    messages.expect(report(findings), "a failing case")
  }

  @Test func `a quiet report has the problems and the last line`() async throws {
    let text = report(try await failing(), .quiet)
    #expect(!text.contains("words 1.0.0"))
    messages.expect(text, "a failing case, quietly")
  }

  @Test func `a verbose report names every case`() async throws {
    let text = report(try await failing(), .verbose)
    #expect(text.contains(" words/b (reference)\n"))
    messages.expect(text, "a failing case in detail")
  }

  @Test func `a green report is the counts`() async throws {
    try suite.write([.words("a"), .words("b", requires: ["disk", "net"])])
    let contract = Words(implementations: [
      InProcessImplementation.reference,
      InProcessImplementation.named("disk", capabilities: ["disk", "net"]),
    ])
    try await suite.regenerate(contract)
    let findings = try await suite.check(contract)
    #expect(findings.counts.checked == 3 && findings.counts.passed == 3)
    #expect(findings.counts.notApplicable == 1)
    messages.expect(report(findings), "a green run")
    messages.expect(report(findings, .quiet), "a green run, quietly")
    messages.expect(report(findings, .verbose), "a green run in detail")
  }

  @Test func `cases without a golden are told in a line each, with what to do`() async throws {
    try suite.write([.words("a")])
    messages.expect(report(try await suite.check()), "a case without a golden")
  }

  @Test func `a case that breaks its expectation and has no golden is told in full`() async throws {
    try suite.write([.words("a", expect: ["wordCount": 3])])
    let text = report(try await suite.check())
    #expect(text.contains("\n  wordCount  − 3\n             + 2\n"))
    messages.expect(text, "a broken expectation without a golden")
  }

  @Test func `findings stand above, as compilers write them`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/stray")
    messages.expect(report(try await suite.check()), "a finding")
  }

  @Test func `a run that judged nothing says so`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let findings = try await suite.check(selection: Selection(only: [Glob("none")]))
    #expect(findings.counts.checked == 0 && findings.counts.skipped == 1)
    messages.expect(report(findings), "a run that judged nothing")
  }

  @Test(arguments: [
    (5, 5, false, "five failures"),
    (6, 1, true, "six failures"),
    (41, 1, true, "41 failures"),
  ])
  func `few failures are told in full, and of many the causes and one case`(
    failures: Int,
    full: Int,
    tellsCauses: Bool,
    entry: String
  ) async throws {
    let findings = try failing(failures)
    let text = report(findings)
    #expect(toldInFull(text) == full)
    #expect(text.contains("\n   1. ") == tellsCauses)
    messages.expect(text, entry)
    #expect(toldInFull(report(findings, .verbose)) == failures, "--verbose tells all")
    let quiet = report(findings, .quiet).split(separator: "\n")
    #expect(quiet.contains { $0.hasSuffix(": it broke") }, "--quiet tells the causes")
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
        #": \u{1B}[2J\u{7}\r\nFAILED \u{202E}"#
      )
    )
  }

  /// Returns how many failures a report shows in lines of their own.
  private func toldInFull(_ text: String) -> Int {
    text.split(separator: "\n").count { line in
      line.hasPrefix("  ") && !line.hasPrefix("   ") && line.hasSuffix(": it broke")
    }
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
