import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct ReportFormatTests {
  private let messages = MessageSnapshot("Report formats")
  private let suite = SuiteFolder()

  @Test func `JUnit has a test case for each case and implementation`() async throws {
    let text = try await text(.junit)
    #expect(
      text.contains(#"<testsuite name="words" tests="3" failures="1" errors="0" skipped="1">"#)
    )
    #expect(
      text.contains(
        #"<testcase classname="words" name="b (reference)" file="Fixtures/words/cases.json" line="12"/>"#
      )
    )
    messages.expect(text, "JUnit")
  }

  @Test(
    arguments: [
      (
        ["words": [["id": "w1", "text": "won", "length": "short"]]],
        #"/words/0/text: expected "one", got "won""#
      ),
      (["words": 7], #"/words: expected [{"id":"w1","length":"short","text":"one"}], got 7"#),
      (
        [:], #"/words: expected [{"id":"w1","length":"short","text":"one"}], got nothing"#
      ),
    ] as [(JSONValue, String)]
  )
  func `the message of a failure has the place and both values`(
    output: JSONValue,
    message: String
  ) async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    let run = report(try await suite.check(Words.answering { _ in .output(output) }))
    let text = ReportFormat.junit.text(of: run)
    let found = text.firstMatch(of: #/<failure message="([^"]*)">/#)?.1
    let plain = found.map { String($0).replacing("&quot;", with: "\"") } ?? ""
    #expect(plain == message)
  }

  @Test func `a message counts the other differences`() async throws {
    try suite.write([.words("a", "one two")])
    try await suite.regenerate()
    let wrong = Words.answering { _ in
      .output(["words": [["id": "w1", "text": "won"], ["id": "w2", "text": "too"]]])
    }
    let text = ReportFormat.junit.text(of: report(try await suite.check(wrong)))
    #expect(text.contains(#/message="[^"]*, got [^"]* \(and 3 more differences\)"/#), "\(text)")
  }

  @Test func `JUnit has the time of each case and of the run, and the input of what failed`()
    async throws
  {
    var run = timed(try await failing())
    run.provenance = Provenance(implementations: [], milliseconds: 1_234)
    let text = ReportFormat.junit.text(of: run)
    #expect(text.contains(#/<testsuites [^>]* time="1.234000">/#))
    #expect(text.contains(#/<testsuite [^>]* time="4.500006">/#))
    #expect(text.ranges(of: #" time="1.500002""#).count == 3)
    let input = #"<system-out>{&quot;text&quot;:&quot;one two&quot;}</system-out>"#
    #expect(text.ranges(of: input).count == 1)

    let untimed = ReportFormat.junit.text(of: run.reproducible)
    #expect(!untimed.contains("time=") && untimed.contains(input))
  }

  @Test func `Markdown has the failures, the counts and what ran`() async throws {
    var run = try await failing()
    run.provenance = Provenance(
      implementations: [
        .init(name: "mine", version: "1|2", language: "Go", command: "./mine --fast")
      ],
      start: "2026-01-01T00:00:00Z",
      milliseconds: 1_500,
      machine: .init(system: "Linux 6", architecture: "x86_64", cores: 2)
    )
    run.labels = ["commit": "abc"]
    let text = ReportFormat.markdown.text(of: run)
    #expect(text.hasPrefix("## Parity: failed\n\n2 checked, 1 passed, 1 failed, "))
    messages.expect(text, "Markdown")

    let none = ReportFormat.markdown.text(of: run.reproducible)
    #expect(!none.contains("start") && !none.contains("machine"))
  }

  @Test func `TAP has a block of YAML for what failed`() async throws {
    let text = try await text(.tap)
    let lines = text.split(separator: "\n")
    #expect(
      lines.prefix(4) == ["TAP version 13", "1..3", "not ok 1 - words/a (reference)", "  ---"]
    )
    #expect(
      lines[5..<8] == [
        "  severity: fail", #"  file: "Fixtures/words/cases.json""#, "  line: 3",
      ]
    )
    #expect(lines.suffix(3).prefix(2) == ["  ...", "ok 2 - words/b (reference)"])
    #expect(lines.last?.hasPrefix("ok 3 - words/c (reference) # SKIP ") == true)
    messages.expect(text, "TAP")
  }

  @Test func `annotations stand at the line of the case, below the workspace`() async throws {
    let run = try await failing()
    let text = ReportFormat.github.text(of: run, prefix: "a,b/")
    #expect(
      text.hasPrefix(
        "::error file=a%2Cb/Fixtures/words/cases.json,line=3,col=5,title=words/a (reference)::"
      )
    )
    #expect(text.hasSuffix(": parity check --only words/a\n"))
    #expect(text.split(separator: "\n").count == 1)
    messages.expect(text, "GitHub")
  }

  @Test(
    arguments: [
      (1, 1, nil), (10, 10, nil), (11, 10, "the rest of 11 annotations"),
      (50, 10, "the rest of 50 annotations"),
    ] as [(Int, Int, String?)]
  )
  func `GitHub shows ten annotations, the last of which has the rest`(
    failures: Int,
    annotations: Int,
    entry: String?
  ) async throws {
    let run = try await failing(failures)
    let lines = ReportFormat.github.text(of: run).split(separator: "\n")
    #expect(lines.count == annotations)
    let last = try #require(lines.last)
    #expect(last.hasPrefix("::error title=parity::") == (entry != nil))
    if let entry { messages.expect(String(last), entry) }
  }

  @Test func `JSON comes back as the run that it was`() async throws {
    var run = timed(try await failing())
    run.labels = ["commit": "abc"]
    run.provenance = Provenance(
      implementations: [.init(name: "mine", version: "1", language: nil, command: "./mine")],
      start: "2026-01-01T00:00:00Z",
      milliseconds: 1_500,
      machine: .init(system: "Linux 6", architecture: "x86_64", cores: 2)
    )
    let back = try RunRecord(parsingReport: Array(run.jsonReport.utf8))
    #expect(back == run)
    for format in ReportFormat.allCases {
      #expect(format.text(of: back) == format.text(of: run), "\(format)")
    }
    #expect(run.jsonReport.contains(#""exitCode": 1,"#))
  }

  @Test func `a value of more than 64 KiB is cut, however deep it is`() async throws {
    let deep = (0..<450).reduce(JSONValue.null) { value, _ in [value] }
    let contract = Words.answering { _ in
      .output(["long": .string(String(repeating: "é", count: 50_000)), "deep": deep])
    }
    try suite.write([.words("a")])
    try await suite.regenerate()
    let run = report(try await suite.check(contract))
    #expect(run.jsonReport.utf8.count < 300_000)
    let output = try #require(run.results.first?.output)
    #expect(!output.isWhole && output.byteCount > 100_000)
    let long = try #require(output.value?["long"]?.string)
    #expect(long.hasPrefix("éé") && long.hasSuffix(" bytes in all"), "the beginning is a value")
    let back = try RunRecord(parsingReport: Array(run.jsonReport.utf8))
    #expect(back == run, "the digest and the size are those of the whole value")
  }

  @Test(arguments: [
    ("", "an empty file"),
    ("[]", "an array"),
    (#"{"kind":"parity-report"}"#, "a report without a version"),
    (#"{"kind":"parity-report","version":3}"#, "a report of an earlier version"),
  ])
  func `a file that is no report is refused with the reason`(text: String, entry: String) {
    let fault = #expect(throws: ReportFault.self) { try RunRecord(parsingReport: Array(text.utf8)) }
    let lines = [fault?.message, fault?.advice].compactMap(\.self)
    messages.expect(lines.joined(separator: "\n"), entry)
  }

  @Test(arguments: [
    (#""exitCode": 1,"#, "", "", "a missing member"),
    (#""exitCode": 1,"#, #""exitCode": "1","#, "/exitCode", "a string in place of a number"),
    (
      #""case": "words/a""#, #""case": "words/x""#, "/verdicts/0/case",
      "a verdict on an unknown case"
    ),
    (
      #""example": "words/a""#, #""example": "words/x""#, "/causes/0",
      "a cause with an unknown case"
    ),
    (
      #""kind": "violates""#, #""kind": "violets""#, "/verdicts/0/failures/0/kind",
      "an unknown kind of failure"
    ),
    (
      #""implementations": ["#, #""implementations": [[], "#, "/implementations/0",
      "an array in place of a text"
    ),
  ])
  func `a report with something else in it is refused with the place`(
    text: String,
    other: String,
    place: String,
    entry: String
  ) async throws {
    let changed = try await failing().jsonReport.replacing(text, with: other)
    let fault = #expect(throws: ReportFault.self) {
      try RunRecord(parsingReport: Array(changed.utf8))
    }
    let message = try #require(fault).message
    #expect(message.contains(" \(place)"))
    messages.expect(message, entry)
  }

  @Test func `a run that judged nothing is red in every format`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let run = report(try await suite.check(selection: Selection(only: [Glob("none")])))
    let junit = ReportFormat.junit.text(of: run)
    #expect(junit.contains("<failure message="))
    messages.expect(junit, "JUnit of a run that judged nothing")
    let tap = ReportFormat.tap.text(of: run)
    #expect(tap.contains("\n1..1\nnot ok 1 - parity/"))
    messages.expect(tap, "TAP of a run that judged nothing")
    let github = ReportFormat.github.text(of: run)
    #expect(github.hasPrefix("::error title=parity::"))
    messages.expect(github, "GitHub of a run that judged nothing")
  }

  @Test func `an interrupted run is red in every format`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let run = RunRecord(try await suite.check(), harness: "1", signal: 130).reproducible
    let junit = ReportFormat.junit.text(of: run)
    #expect(junit.contains("<error message="))
    messages.expect(junit, "JUnit of an interrupted run")
    let tap = ReportFormat.tap.text(of: run)
    #expect(tap.split(separator: "\n").last?.hasPrefix("Bail out! ") == true)
    messages.expect(tap, "TAP of an interrupted run")
    let github = ReportFormat.github.text(of: run)
    #expect(github.hasPrefix("::error title=parity::"))
    messages.expect(github, "GitHub of an interrupted run")
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
      #expect(!MarkdownReport(report(findings)).text.contains("<b>"))
    }
  }

  private func report(_ findings: Findings) -> RunRecord { findings.report }

  private func text(_ format: ReportFormat) async throws -> String {
    format.text(of: try await failing())
  }

  /// Returns a report with one case that failed, one that passed and one that isn't applicable.
  private func failing() async throws -> RunRecord {
    try suite.write([
      .words("a", expect: ["wordCount": 2]), .words("b", "one"), .words("c", requires: ["disk"]),
    ])
    let disk = InProcessImplementation.named("reference", capabilities: ["disk"])
    try await suite.regenerate(Words(implementations: [disk]))
    return report(
      try await suite.check(
        Words.changing { $0.with("words", .array(Array(($0["words"]?.elements ?? []).prefix(1)))) }
      )
    ).reproducible
  }

  /// Returns a record in which the implementation took some time for each case.
  private func timed(_ run: RunRecord) -> RunRecord {
    var run = run
    run.results = run.results.map { result in
      CaseResult(
        caseName: result.caseName,
        implementation: result.implementation,
        result: result.result,
        output: result.output,
        duration: .microseconds(1_500_002)
      )
    }
    return run
  }

  private func failing(_ count: Int) async throws -> RunRecord {
    try suite.write((0..<count).map { .words("c\($0)") })
    return report(try await suite.check())
  }
}
