import CanonicalJSON
import Conformance
import Testing

struct DiagnosticTests {
  @Test func `a diagnostic reads like a compiler's, with its notes below`() {
    let diagnostic = finding(
      .fillIn,
      "name",
      "this is wrong",
      at: location("a.json", 4, 17),
      notes: ["first at a.json:1:1", "run: parity lint"]
    )
    #expect(
      diagnostic.description == """
        a.json:4:17: error: this is wrong
          note: first at a.json:1:1
          note: run: parity lint
        """
    )
  }

  @Test func `nothing of a message steers a terminal`() {
    let diagnostic = finding(
      .fillIn,
      "name",
      "a\u{1B}[2J\n",
      at: SourceLocation(file: "\r.json"),
      notes: ["\u{7}"]
    )
    #expect(diagnostic.description == "\\r.json: error: a\\u{1B}[2J\\n\n  note: \\u{7}")
  }

  @Test func `diagnostics are ordered by file, line, column and message`() {
    let ordered = [
      finding(.fillIn, "name", "z", at: SourceLocation(file: "B.json")),
      finding(.fillIn, "name", "a", at: location("B.json", 9, 1)),
      finding(.fillIn, "name", "a", at: location("B.json", 10, 2)),
      finding(.fillIn, "name", "b", at: location("B.json", 10, 2)),
      finding(.fillIn, "name", "a", at: location("B.json", 10, 11)),
      finding(.fillIn, "name", "a", at: location("a.json", 1, 1)),
      finding(.fillIn, "name", "a", at: location("e\u{301}.json", 1, 1)),
      finding(.fillIn, "name", "a", at: location("\u{E9}.json", 1, 1)),
    ]
    #expect(ordered.reversed().inOrder() == ordered)
    #expect(ordered.inOrder() == ordered)
  }

  private static let place = SourceLocation(file: "f")

  @Test(arguments: [
    (finding(.fillIn, "name", "m", at: place), true, false),
    (Diagnostic("m", at: place), true, true),
    (Diagnostic("m", severity: .warning, at: place), false, false),
  ])
  func `only errors count, and only unusable ones stop a run`(
    diagnostic: Diagnostic,
    isError: Bool,
    isUnusable: Bool
  ) {
    #expect([diagnostic].hasErrors == isError)
    #expect([diagnostic].hasUnusableFiles == isUnusable)
  }

  @Test
  func `a finding is the same on another line and in other words, and not about another name`() {
    let one = finding(.orphan, "a", "one thing", at: location("f", 1, 1))
    #expect(
      one.identity == finding(.orphan, "a", "in other words", at: location("f", 2, 1)).identity
    )
    let others = [
      finding(.orphan, "b", "one thing", at: location("f", 1, 1)),
      finding(.noGolden, "a", "one thing", at: location("f", 1, 1)),
      finding(.orphan, "a", "one thing", at: location("g", 1, 1)),
      Diagnostic("one thing", at: location("f", 1, 1)),
    ]
    #expect(others.allSatisfy { $0.identity != one.identity })
  }

  private func location(_ file: String, _ line: Int, _ column: Int) -> SourceLocation {
    SourceLocation(file: file, position: TextLocation(line: line, column: column))
  }
}
