import CanonicalJSON
import Conformance
import Reporting
import Testing

struct ReportFormatTests {
  private let suite = SuiteFolder()

  @Test func `JUnit has a test case for each case and implementation`() async throws {
    #expect(
      try await text(.junit) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="parity" tests="3" failures="1" errors="0" skipped="1">
          <testsuite name="words" tests="3" failures="1" errors="0" skipped="1">
            <testcase classname="words" name="a (reference)" file="Fixtures/words/cases.json" line="3">\
        <failure message="not what the case expects: wordCount; not the golden Golden/words/a.json">\
        not what the case expects: wordCount; not the golden Golden/words/a.json
          Fixtures/words/cases.json:3:5
          row splitting: text with spaces
          clauses C1
          not what the case expects:
          wordCount
            − 2
            + 1
              expected at Fixtures/words/cases.json:5:22
          not the golden Golden/words/a.json:
          at /words/1: element w2 is missing
            − {&quot;id&quot;:&quot;w2&quot;,&quot;length&quot;:&quot;short&quot;,&quot;text&quot;:&quot;two&quot;}
          again: parity check --only words/a</failure></testcase>
            <testcase classname="words" name="b (reference)" file="Fixtures/words/cases.json" line="12"/>
            <testcase classname="words" name="c (reference)" file="Fixtures/words/cases.json" line="18">\
        <skipped message="not applicable: lacks disk"/></testcase>
          </testsuite>
        </testsuites>

        """
    )
  }

  @Test func `TAP has a block of YAML for what failed`() async throws {
    let lines = try await text(.tap).split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(8) == [
        "TAP version 13", "1..3", "not ok 1 - words/a (reference)", "  ---",
        #"  message: "not what the case expects: wordCount; not the golden Golden/words/a.json""#,
        "  severity: fail", #"  file: "Fixtures/words/cases.json""#, "  line: 3",
      ]
    )
    #expect(
      lines.suffix(3) == [
        "  ...", "ok 2 - words/b (reference)",
        "ok 3 - words/c (reference) # SKIP not applicable: lacks disk",
      ]
    )
  }

  @Test func `annotations stand at the line of the case, below the workspace`() async throws {
    let run = try await failing()
    let text = ReportFormat.github.text(of: run, prefix: "a,b/")
    #expect(
      text.hasPrefix(
        "::error file=a%2Cb/Fixtures/words/cases.json,line=3,col=5,title=words/a (reference)::not what the case expects"
      )
    )
    #expect(text.hasSuffix("%0A  again: parity check --only words/a\n"))
    #expect(text.split(separator: "\n").count == 1)
  }

  @Test(arguments: [(1, 1), (10, 10), (11, 10), (50, 10)])
  func `GitHub shows ten annotations, the last of which has the rest`(
    failures: Int,
    annotations: Int
  ) async throws {
    let run = try await failing(failures)
    let lines = ReportFormat.github.text(of: run).split(separator: "\n")
    #expect(lines.count == annotations)
    #expect(lines.last?.hasPrefix("::error title=parity::and ") == (failures > 10))
  }

  @Test func `JSON comes back as the run that it was`() async throws {
    let run = try await failing()
    let back = try Report(parsing: Array(run.text.utf8))
    #expect(back == run)
    for format in ReportFormat.allCases {
      #expect(format.text(of: back) == format.text(of: run), "\(format)")
    }
    #expect(run.text.contains(#""exitCode": 1,"#))
  }

  @Test func `a value of more than 64 KiB is cut, however deep it is`() async throws {
    let deep = (0..<450).reduce(JSONValue.null) { value, _ in [value] }
    let contract = Words.answering { _ in
      .output(["long": .string(String(repeating: "é", count: 50_000)), "deep": deep])
    }
    try suite.write([.words("a")])
    try await suite.regenerate()
    let run = report(try await suite.check(contract))
    #expect(run.text.utf8.count < 300_000)
    #expect(run.text.contains(" … cut at 64 KiB of 100923 bytes"))
    #expect(try Report(parsing: Array(run.text.utf8)) == run, "what was cut is cut once")
  }

  @Test(arguments: [
    ("", "line 1"),
    ("[]", "no report of parity"),
    (#"{"kind":"parity-report"}"#, "version none"),
    (#"{"kind":"parity-report","version":1}"#, "version 1, and this parity reads version 3"),
  ])
  func `a file that is no report is refused with the reason`(text: String, reason: String) {
    let fault = #expect(throws: ReportFault.self) { try Report(parsing: Array(text.utf8)) }
    #expect(fault?.message.contains(reason) == true)
  }

  @Test(arguments: [
    (#""exitCode": 1,"#, "", "at the root: the member 'exitCode' is missing"),
    (#""exitCode": 1,"#, #""exitCode": "1","#, "at /exitCode: a whole number is due"),
    (
      #""case": "words/a""#, #""case": "words/x""#,
      "at /verdicts/0/case: its suite has no case 'words/x'"
    ),
    (
      #""example": "words/a""#, #""example": "words/x""#,
      "at /causes/0: no suite has a case 'words/x'"
    ),
    (
      #""kind": "violates""#, #""kind": "violets""#,
      "at /verdicts/0/result/failed/failures/0/kind: "
    ),
    (
      #""implementations": ["#, #""implementations": [[], "#, "at /implementations/0: a text is due"
    ),
  ])
  func `a report with something else in it is refused with the place`(
    text: String,
    other: String,
    message: String
  ) async throws {
    let changed = try await failing().text.replacing(text, with: other)
    let fault = #expect(throws: ReportFault.self) { try Report(parsing: Array(changed.utf8)) }
    #expect(fault?.message.hasPrefix(message) == true, "got \(fault?.message ?? "nothing")")
  }

  @Test func `a run that judged nothing is red in every format`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let run = report(try await suite.check(selection: Selection(only: [Glob("none")])))
    #expect(ReportFormat.junit.text(of: run).contains("<failure message=\"nothing was judged\">"))
    #expect(ReportFormat.tap.text(of: run).contains("\n1..1\nnot ok 1 - parity/the run\n"))
    #expect(ReportFormat.github.text(of: run) == "::error title=parity::nothing was judged\n")
  }

  @Test func `an interrupted run is red in every format`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let run = Report(try await suite.check(), harness: "1", signal: 130)
    #expect(ReportFormat.junit.text(of: run).contains("<error message=\"the run was interrupted"))
    #expect(ReportFormat.tap.text(of: run).hasSuffix("Bail out! The run was interrupted.\n"))
    #expect(
      ReportFormat.github.text(of: run).hasPrefix("::error title=parity::the run was interrupted")
    )
  }

  @Test(arguments: ReportFormat.allCases)
  func `nothing that a case or an implementation says breaks a report`(
    format: ReportFormat
  ) async throws {
    let nasty =
      "::error::x\n::stop-commands::x\n##[error]x ]]></failure><b>&amp;\u{1B}[2J\u{9B}\u{0}\u{FFFE}\u{202E}\r\n"
      + "...\nnot ok 99 - x # TODO\nok 1 # SKIP\nBail out! `|\\\""
    try suite.write([
      JSONValue.words("a", nasty, expect: ["at": ["/\(nasty)": .string(nasty)]]).with(
        "description",
        .string(nasty)
      ),
      .words("b", nasty, requires: [.string(nasty)]),
    ])
    let outputs: [Outcome] = [
      .output([nasty: .string(nasty)]), .failure(ImplementationFailure(nasty, log: [nasty])),
    ]
    for outcome in outputs {
      let found = try await suite.check(Words.answering(named: nasty) { _ in outcome })
      let findings = Findings(
        suites: found.suites,
        diagnostics: [
          finding(.fillIn, "name", nasty, at: SourceLocation(file: nasty), notes: [nasty])
        ],
        verdicts: found.verdicts,
        skipped: 0,
        incidents: [
          Incident(.flaky(cases: [nasty]), of: nasty, ImplementationFailure(nasty, log: [nasty]))
        ]
      )
      let text = format.text(of: report(findings))
      let hidden = text.unicodeScalars.filter {
        $0 != "\n"
          && ($0.value < 0x20 || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202E}"
            || $0 == "\u{FFFE}")
      }
      #expect(hidden.isEmpty)
      #expect(!text.contains("##["))
      for line in text.split(separator: "\n") {
        let start = line.drop { $0 == " " }
        if start.hasPrefix("::") {
          #expect(format == .github && line.hasPrefix("::error "), "\(line)")
        }
        #expect(!line.hasPrefix("Bail out!") && !line.hasPrefix("not ok 99"))
      }
      #expect(!text.contains("<b>") || format != .junit)
      #expect(!GitHubReport(report(findings)).summary.contains("<b>"))
    }
  }

  private func report(_ findings: Findings) -> Report { findings.report }

  private func text(_ format: ReportFormat) async throws -> String {
    format.text(of: try await failing())
  }

  /// Returns a report with one case that failed, one that passed and one that isn't applicable.
  private func failing() async throws -> Report {
    try suite.write([
      .words("a", expect: ["wordCount": 2]), .words("b", "one"), .words("c", requires: ["disk"]),
    ])
    let disk = InProcessImplementation.named("reference", capabilities: ["disk"])
    try await suite.regenerate(Words(implementations: [disk]))
    return report(
      try await suite.check(
        Words.changing { $0.with("words", .array(Array(($0["words"]?.elements ?? []).prefix(1)))) }
      )
    )
  }

  private func failing(_ count: Int) async throws -> Report {
    try suite.write((0..<count).map { .words("c\($0)") })
    return report(try await suite.check())
  }
}
