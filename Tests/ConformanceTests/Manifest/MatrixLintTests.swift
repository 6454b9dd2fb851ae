import CanonicalJSON
import Conformance
import Testing

struct MatrixLintTests {
  private let suite = SuiteFolder()

  @Test func `a sound suite has no findings`() throws {
    try suite.write([.words("a"), .words("b")])
    #expect(MatrixLint.findings(in: try suite.suite()).map(\.description) == [])
  }

  @Test func `all findings come in one run, in the order of file and position`() throws {
    try suite.folder.write(
      """
      { "contract": "wurds", "version": "1.0.0", "title": "T", \(Words.members),
        "clauses": [
          { "id": "C1", "text": "t", "level": "must" },
          { "id": "C2", "text": "t", "level": "must", "refines": ["C9"] },
          { "id": "C1", "text": "t", "level": "must" },
          { "id": "C3", "text": "t", "level": "must" },
          { "id": "C4", "text": "t", "level": "must" } ],
        "caseFiles": ["cases.json", "cases.json"],
        "rows": [
          { "id": "r1", "scenario": "s", "expectedBehavior": "e", "clauses": ["C1", "C10"],
            "cases": ["child_befor_parent", "second", "second"] },
          { "id": "r1", "scenario": "s", "expectedBehavior": "e", "clauses": ["C3", "C3"], "cases": ["second"] },
          { "id": "r2", "scenario": "s", "expectedBehavior": "e", "clauses": [], "cases": [] } ],
        "untestable": [ { "clause": "C3", "reason": "r" }, { "clause": "C4", "reason": "r" },
                        { "clause": "zebra", "reason": "r" } ] }
      """,
      to: SuiteFolder.matrixPath
    )
    try suite.folder.write(
      """
      { "cases": [
        { "id": "child_before_parent", "input": {"text": "one"} },
        { "id": "second", "input": {"text": "two"} } ] }
      """,
      to: SuiteFolder.casesPath
    )
    let findings = MatrixLint.findings(in: try suite.suite()).inOrder()
    #expect(
      findings.map(\.description) == [
        "Fixtures/words/behavior-matrix.json:1:15: error: this is the matrix of 'wurds', in the folder of 'words'",
        """
        Fixtures/words/behavior-matrix.json:4:13: error: no row covers the clause 'C2'
          note: name it in a row's 'clauses', or give the reason under 'untestable'
        """,
        "Fixtures/words/behavior-matrix.json:4:61: error: no clause is called 'C9'; did you mean 'C1'?",
        """
        Fixtures/words/behavior-matrix.json:5:13: error: the clause 'C1' is there twice
          note: first at Fixtures/words/behavior-matrix.json:3:13
        """,
        "Fixtures/words/behavior-matrix.json:6:13: error: the clause 'C3' is covered by a row and yet under "
          + "'untestable'",
        """
        Fixtures/words/behavior-matrix.json:8:31: error: the case file 'cases.json' is there twice
          note: first at Fixtures/words/behavior-matrix.json:8:17
        """,
        "Fixtures/words/behavior-matrix.json:10:79: error: no clause is called 'C10'; did you mean 'C1'?",
        "Fixtures/words/behavior-matrix.json:11:17: error: no case is called 'child_befor_parent'; did you mean "
          + "'child_before_parent'?",
        """
        Fixtures/words/behavior-matrix.json:11:49: error: the case 'second' is there twice
          note: first at Fixtures/words/behavior-matrix.json:11:39
        """,
        """
        Fixtures/words/behavior-matrix.json:12:13: error: the row 'r1' is there twice
          note: first at Fixtures/words/behavior-matrix.json:10:13
        """,
        """
        Fixtures/words/behavior-matrix.json:12:79: error: the clause 'C3' is there twice
          note: first at Fixtures/words/behavior-matrix.json:12:73
        """,
        "Fixtures/words/behavior-matrix.json:13:13: error: the row 'r2' names no case",
        "Fixtures/words/behavior-matrix.json:13:13: error: the row 'r2' names no clause",
        "Fixtures/words/behavior-matrix.json:15:31: error: no clause is called 'zebra'",
        """
        Fixtures/words/cases.json:2:3: error: the case 'child_before_parent' belongs to no row
          note: name it in the 'cases' of a row in Fixtures/words/behavior-matrix.json
        """,
      ]
    )
    #expect(findings.allSatisfy { !$0.isUnusable })
  }

  @Test(arguments: [
    ("\u{E9}", "r", "'\u{E9}' can't be a clause's id"),
    ("C 1", "r", "'C 1' can't be a clause's id"),
    ("C1", "r\u{E9}", "'r\u{E9}' can't be a row's id"),
  ])
  func `an id that is no name is refused`(clause: String, row: String, message: String) throws {
    try suite.folder.write(
      """
      { "contract": "words", "version": "1.0.0", "title": "T", \(Words.members),
        "clauses": [ { "id": "\(clause)", "text": "t", "level": "must" } ], "caseFiles": ["cases.json"],
        "rows": [
          { "id": "\(row)", "scenario": "s", "expectedBehavior": "e", "clauses": ["\(clause)"], "cases": ["a"] } ] }
      """,
      to: SuiteFolder.matrixPath
    )
    try suite.folder.write(
      #"{ "cases": [ { "id": "a", "input": {"text": "one"} } ] }"#,
      to: SuiteFolder.casesPath
    )
    let diagnostics = suite.load().diagnostics
    let form = "1 to 80 of A-Z a-z 0-9 _ . - that begin with a letter or digit"
    #expect(diagnostics.map(\.message) == ["\(message), which is \(form)"])
    #expect(diagnostics.hasUnusableFiles, "nothing is judged by a name that may look like another")
  }
}
