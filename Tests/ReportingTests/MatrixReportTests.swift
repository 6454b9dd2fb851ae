import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct MatrixReportTests {
  private let messages = MessageSnapshot("Matrix reports")
  private let suite = SuiteFolder()

  @Test func `the matrix is told with coverage and verdicts`() async throws {
    try suite.folder.write(
      """
      { "contract": "words", "version": "1.0.0", "title": "Words", \(Words.members), "caseFiles": ["cases.json"],
        "clauses": [ { "id": "C1", "text": "words are split", "level": "must" },
                     { "id": "R1", "text": "at spaces", "level": "should", "refines": ["C1"] },
                     { "id": "C2", "text": "in time", "level": "may" },
                     { "id": "C3", "text": "forgotten", "level": "must" } ],
        "rows": [ { "id": "r1", "scenario": "s1", "expectedBehavior": "e", "clauses": ["R1"], "cases": ["a", "b"] },
                  { "id": "r2", "scenario": "s2", "expectedBehavior": "e", "clauses": ["C1"], "cases": ["c", "d"] } ],
        "untestable": [ { "clause": "C2", "reason": "no <clock> | no test" } ] }
      """,
      to: SuiteFolder.matrixPath
    )
    try suite.folder.write(
      JSONValue.object([
        "cases": [
          .words("a"), .words("b", requires: ["disk"]), .words("c", expect: ["wordCount": 9]),
          .words("d"),
        ]
      ]).canonicalText(),
      to: SuiteFolder.casesPath
    )
    try await suite.regenerate(only: ["a", "d"])
    let findings = try await suite.check(selection: Selection(skip: [Glob("d")]))
    let markdown = MatrixReport(findings.report).markdown
    #expect(markdown.contains("\n| r1 | s1 | R1 | `a` ° |"))
    #expect(markdown.contains(#"no \<clock> \| no test"#))
    messages.expect(markdown, "coverage and verdicts")
    #expect(
      MatrixReport(findings.report).markdown == markdown,
      "the same findings give the same bytes"
    )
  }

  @Test(arguments: [
    ("a | b", #"a \| b"#),
    ("<b>x</b>", #"\<b>x\</b>"#),
    ("`<b>`", "`<b>`"),
    ("`a|b`", #"`a\|b`"#),
    ("` <b>", #"` \<b>"#),
    ("`a` ` <b>", #"`a` ` \<b>"#),
    (#"a\|b"#, #"a\\\|b"#),
    (#"\<b>"#, #"\\\<b>"#),
    ("a\nb\u{1B}", #"a\nb\u{1B}"#),
    (#"C:\temp"#, #"C:\temp"#),
    ("café 👍", "café 👍"),
  ])
  func `no text of a matrix gets out of its cell`(text: String, escaped: String) async throws {
    try suite.write([.words("a")])
    let path = SuiteFolder.matrixPath
    let matrix = try #require(try suite.folder.text(path))
    let literal = JSONValue.string(text).canonicalText()
    try suite.folder.write(
      matrix.replacing(#""words are split at spaces""#, with: literal),
      to: path
    )
    let findings = Findings(suites: [try suite.suite()], diagnostics: [], verdicts: [], skipped: 0)
    let row = MatrixReport(findings.report).markdown.split(separator: "\n")
      .first {
        $0.hasPrefix("| C1 |")
      }
    #expect(row?.hasPrefix("| C1 | \(escaped) | must |  | 1 | 1 | ") == true, "\(row ?? "no row")")
  }
}
