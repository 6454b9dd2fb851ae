import CanonicalJSON
import Conformance
import Reporting
import TestSuites
import Testing

/// Tests of how the console report is laid out. Its words are in `ConsoleReportTests`.
struct ConsoleLayoutTests {
  private let suite = SuiteFolder()

  // MARK: - Summaries

  @Test func `counts of parts are in columns, and those that are zero are left out`() async throws {
    try suite.write([.words("a"), .words("b", requires: ["disk"])])
    let contract = Words(implementations: [
      InProcessImplementation.reference,
      InProcessImplementation.named("on-disk", capabilities: ["disk"]),
    ])
    try await suite.regenerate(contract)
    let findings = try await suite.check(contract)
    #expect(
      report(findings) == [
        "✓ words 1.0.0   reference   1 passed   1 not applicable",
        "✓ words 1.0.0   on-disk     2 passed",
        "PASS  2 cases",
      ]
    )
  }

  @Test func `numbers are aligned at their last digit and have separators`() throws {
    let suite = try writtenSuite(1200)
    let verdicts = suite.cases.map { testCase in
      Verdict(testCase: testCase, implementation: "one", result: .passed(schedules: 2))
    }
    let few = suite.cases.prefix(9).map { testCase in
      Verdict(testCase: testCase, implementation: "other", result: .passed(schedules: 0))
    }
    let findings = Findings(
      suites: [suite],
      diagnostics: [],
      verdicts: verdicts + few,
      skipped: 0
    )
    #expect(
      report(findings).suffix(3) == [
        "✓ words 1.0.0   one     1,200 passed   2,400 orderings",
        "✓ words 1.0.0   other       9 passed",
        "PASS  1,200 cases",
      ]
    )
  }

  // MARK: - The last line

  @Test func `the last line has the time, known failures and what was skipped`() throws {
    let suite = try writtenSuite(3)
    let known = Verdict.Excuse.knownFailure(
      KnownFailure(of: "reference", suite.cases[1].name, FailurePin(.error), reason: "not yet")
    )
    let verdicts = [
      Verdict(testCase: suite.cases[0], implementation: "reference", result: .passed(schedules: 0)),
      Verdict(
        testCase: suite.cases[1],
        implementation: "reference",
        result: .known([.noOutput("it broke")], known)
      ),
    ]
    let findings = Findings(suites: [suite], diagnostics: [], verdicts: verdicts, skipped: 1)
    #expect(
      lastLine(findings, after: .milliseconds(1234))
        == "PASS  2 cases in 1.2 s, 1 known to fail, 1 skipped"
    )
  }

  @Test func `a case that two implementations skip is skipped once`() async throws {
    try suite.write([.words("a"), .words("b"), .words("c")])
    let contract = Words(implementations: [
      InProcessImplementation.reference, InProcessImplementation.named("other"),
    ])
    try await suite.regenerate(contract)
    let findings = try await suite.check(contract, selection: Selection(only: [Glob("a")]))
    #expect(findings.counts.skipped == 4 && findings.counts.skippedCases == 2)
    #expect(lastLine(findings) == "PASS  1 case, 2 skipped")
  }

  @Test func `a case that one implementation ran isn't skipped`() throws {
    let suite = try writtenSuite(2)
    let verdicts = [
      Verdict(testCase: suite.cases[0], implementation: "one", result: .passed()),
      Verdict(testCase: suite.cases[0], implementation: "other", result: .notRun),
      Verdict(testCase: suite.cases[1], implementation: "one", result: .notRun),
      Verdict(testCase: suite.cases[1], implementation: "other", result: .notRun),
    ]
    let findings = Findings(suites: [suite], diagnostics: [], verdicts: verdicts, skipped: 0)
    #expect(findings.counts.skipped == 3 && findings.counts.skippedCases == 1)
  }

  @Test(arguments: [
    (0, "PASS  4 cases in 0.1 s"),
    (1, "FAIL  1 of 4 cases failed in 0.1 s"),
    (4, "FAIL  4 of 4 cases failed in 0.1 s"),
  ])
  func `the last line begins with the result`(failures: Int, line: String) throws {
    let findings = try findings(4, failures: failures)
    #expect(lastLine(findings, after: .milliseconds(3)) == line)
  }

  @Test func `a case that several implementations fail counts once in the last line`() throws {
    let suite = try writtenSuite(2)
    let verdicts = ["one", "two"].flatMap { name in
      suite.cases.map { testCase in
        Verdict(testCase: testCase, implementation: name, result: .failed([.noOutput("it broke")]))
      }
    }
    let findings = Findings(suites: [suite], diagnostics: [], verdicts: verdicts, skipped: 0)
    #expect(lastLine(findings) == "FAIL  2 of 2 cases failed")
  }

  @Test func `an error without a failed case is the reason in the last line`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("", to: "Golden/words/stray")
    #expect(lastLine(try await suite.check()) == "FAIL  1 error; 1 case passed")
  }

  @Test func `a run that checks nothing fails and says so`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let findings = try await suite.check(selection: Selection(only: [Glob("none")]))
    #expect(lastLine(findings) == "FAIL  no case was checked, 1 skipped")
  }

  @Test(arguments: [
    (0, "INTERRUPTED  before the first case in 0.1 s, 4 skipped"),
    (3, "INTERRUPTED  after 3 cases in 0.1 s, 1 failed, 1 skipped"),
  ])
  func `an interrupted run says how far it came`(ran: Int, line: String) throws {
    let suite = try writtenSuite(4)
    let verdicts = suite.cases.enumerated().map { index, testCase in
      Verdict(
        testCase: testCase,
        implementation: "reference",
        result: index >= ran
          ? .notRun : index == 0 ? .failed([.noOutput("it broke")]) : .passed(schedules: 0)
      )
    }
    let findings = Findings(suites: [suite], diagnostics: [], verdicts: verdicts, skipped: 0)
    let interrupted = RunRecord(findings, harness: "1", signal: 130)
    let lines = ConsoleReport().lines(interrupted, after: .milliseconds(100))
    #expect(lines.last?.text(color: false) == line)
  }

  // MARK: - Failures

  @Test(arguments: [1, 5, 400])
  func `red output starts with a failure`(failures: Int) throws {
    let lines = report(try findings(400, failures: failures))
    #expect(lines.first?.hasPrefix("FAILED words/c0 (reference)") == true)
    #expect(lines.last?.hasPrefix("FAIL  \(failures) of 400 cases failed") == true)
  }

  @Test func `the first failure with values explains the signs`() async throws {
    let lines = report(try await misspelt(["a", "b"]))
    #expect(lines[0] == "FAILED words/a (reference)")
    #expect(lines.count { $0.contains("− expected, + actual") } == 1)
    let legend = try #require(lines.firstIndex { $0.contains("− expected, + actual") })
    let sign = try #require(lines.firstIndex { $0.hasPrefix("    − ") })
    #expect(legend < sign)
  }

  @Test func `warnings come after failures`() async throws {
    let findings = try findings(1, failures: 1)
    let warning = Diagnostic(
      "this is odd",
      severity: .warning,
      at: SourceLocation(file: "Fixtures/words/cases.json")
    )
    let lines = report(
      Findings(
        suites: findings.suites,
        diagnostics: [warning],
        verdicts: findings.verdicts,
        skipped: 0
      )
    )
    #expect(lines[0].hasPrefix("FAILED "))
    #expect(lines.contains("Fixtures/words/cases.json: warning: this is odd"))
  }

  // MARK: - Inputs

  @Test func `a short input is on one line`() throws {
    let input = try inputLines(of: ["text": "one two"])
    #expect(input == [#"  input { "text": "one two" }"#])
  }

  @Test func `an input of up to ten lines is shown whole`() throws {
    let rows = (1...8).map { JSONValue.string(String(repeating: "\($0)", count: 60)) }
    let input = try inputLines(of: .array(rows))
    #expect(input.count == 11)
    #expect(input[0] == "  input" && input[1] == "    [" && input[10] == "    ]")
    #expect(input[2] == "      \"\(String(repeating: "1", count: 60))\",")
  }

  @Test func `of a longer input there are five full lines, the size and the command`() throws {
    let rows = (1...20).map { JSONValue.string(String(repeating: "\($0)", count: 30)) }
    let input = try inputLines(of: .array(rows))
    #expect(input.count == 7)
    #expect(input[1...5].allSatisfy { $0.count > 60 && $0.count <= 80 })
    #expect(
      input[6].wholeMatch(
        of: #/ {4}… and [0-9]+ more lines \([^)]+ in all\); to see all: parity repro words/a .*/#
      ) != nil
    )
  }

  @Test func `a long string in an input is cut into lines that fit, and nothing is lost`() throws {
    let text = (1...60).map { "\($0)" }.joined(separator: " ")
    let input = try inputLines(of: ["text": .string(text)])
    #expect(input.allSatisfy { $0.count <= 80 })
    let joined = input.dropFirst().map { $0.drop { $0 == " " } }.joined()
    #expect(joined.filter { $0 != " " } == "{\"text\":\"\(text)\"}".filter { $0 != " " })
  }

  // MARK: - Values

  @Test func `a value that changed in two characters takes two lines`() async throws {
    let lines = report(try await misspelt(["a"]))
    let place = try #require(lines.firstIndex { $0.contains("found element") })
    #expect(
      lines[(place + 1)...].prefix { $0.hasPrefix("    ") } == [
        #"    − {"id":"w1","length":"short","text":"one"}"#,
        #"    + {"id":"w1x","length":"short","text":"onx"}"#,
      ]
    )
  }

  @Test func `every line of a report with one, five and 400 failures fits 80 columns`() throws {
    for failures in [0, 1, 5, 400] {
      let lines = report(try findings(400, failures: failures))
      let wide = lines.filter { $0.count > 80 && !$0.contains("parity ") }
      #expect(wide == [], "\(failures) failures")
    }
  }

  // MARK: - Support

  private func writtenSuite(_ count: Int) throws -> Suite {
    try suite.write((0..<count).map { .words("c\($0)") })
    return try suite.suite()
  }

  /// Returns findings with cases of which the first ones failed without an output.
  private func findings(_ count: Int, failures: Int) throws -> Findings {
    let suite = try writtenSuite(count)
    let verdicts = suite.cases.enumerated().map { index, testCase in
      Verdict(
        testCase: testCase,
        implementation: "reference",
        result: index < failures ? .failed([.noOutput("it broke")]) : .passed(schedules: 0)
      )
    }
    return Findings(suites: [suite], diagnostics: [], verdicts: verdicts, skipped: 0)
  }

  /// Returns findings in which the first word of each case has another id and two other letters.
  private func misspelt(_ ids: [String]) async throws -> Findings {
    try suite.write(ids.map { .words($0) })
    try await suite.regenerate()
    return try await suite.check(
      Words.changing { output in
        var words = output["words"]?.elements ?? []
        words[0] = words[0].with("id", "w1x").with("text", "onx")
        return output.with("words", .array(words))
      }
    )
  }

  /// Returns the lines about the input of a case that failed.
  private func inputLines(of input: JSONValue) throws -> [String] {
    try suite.write([.object(["id": "a", "input": input])])
    let suite = try suite.suite()
    let verdict = Verdict(
      testCase: suite.cases[0],
      implementation: "reference",
      result: .failed([.noOutput("it broke")])
    )
    let lines = report(
      Findings(suites: [suite], diagnostics: [], verdicts: [verdict], skipped: 0)
    )
    let start = try #require(lines.firstIndex { $0.hasPrefix("  input") })
    let rest = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    return [lines[start]] + rest
  }

  private func report(_ findings: Findings) -> [String] {
    ConsoleReport().lines(findings.report).map { $0.text(color: false) }
  }

  private func lastLine(_ findings: Findings, after duration: Duration? = nil) -> String? {
    ConsoleReport().lines(findings.report, after: duration).last?.text(color: false)
  }
}
