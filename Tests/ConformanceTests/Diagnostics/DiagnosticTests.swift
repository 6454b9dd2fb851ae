import CanonicalJSON
import Conformance
import Testing

struct DiagnosticTests {
  @Test func `a diagnostic reads like a compiler's, with its notes below`() {
    let diagnostic = Diagnostic(
      .finding, "this is wrong", at: location("a.json", 4, 17), notes: ["first at a.json:1:1", "run: parity lint"])
    #expect(
      diagnostic.description == """
        a.json:4:17: error: this is wrong
          note: first at a.json:1:1
          note: run: parity lint
        """)
  }

  @Test func `nothing of a message steers a terminal`() {
    let diagnostic = Diagnostic(.finding, "a\u{1B}[2J\n", at: SourceLocation(file: "\r.json"), notes: ["\u{7}"])
    #expect(diagnostic.description == "\\r.json: error: a\\u{1B}[2J\\n\n  note: \\u{7}")
  }

  @Test func `diagnostics are ordered by file, line, column and message`() {
    let ordered = [
      Diagnostic(.finding, "z", at: SourceLocation(file: "B.json")),
      Diagnostic(.finding, "a", at: location("B.json", 9, 1)),
      Diagnostic(.finding, "a", at: location("B.json", 10, 2)),
      Diagnostic(.finding, "b", at: location("B.json", 10, 2)),
      Diagnostic(.finding, "a", at: location("B.json", 10, 11)),
      Diagnostic(.finding, "a", at: location("a.json", 1, 1)),
      Diagnostic(.finding, "a", at: location("e\u{301}.json", 1, 1)),
      Diagnostic(.finding, "a", at: location("\u{E9}.json", 1, 1)),
    ]
    #expect(ordered.reversed().inOrder() == ordered)
    #expect(ordered.inOrder() == ordered)
  }

  @Test(arguments: [
    (Diagnostic.Kind.finding, Diagnostic.Severity.error, true, false), (.finding, .warning, false, false),
    (.unusable, .error, true, true), (.unusable, .warning, false, false),
  ])
  func `only errors count, and only unusable ones stop a run`(
    kind: Diagnostic.Kind, severity: Diagnostic.Severity, isError: Bool, isUnusable: Bool
  ) {
    let diagnostics = [Diagnostic(kind, "m", severity: severity, at: SourceLocation(file: "f"))]
    #expect(diagnostics.hasErrors == isError)
    #expect(diagnostics.hasUnusableFiles == isUnusable)
  }

  private func location(_ file: String, _ line: Int, _ column: Int) -> SourceLocation {
    SourceLocation(file: file, position: TextLocation(line: line, column: column))
  }
}
