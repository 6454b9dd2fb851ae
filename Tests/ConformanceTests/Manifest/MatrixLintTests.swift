import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct MatrixLintTests {
  private let messages = MessageSnapshot("Findings on matrices")
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
    messages.expect(
      findings,
      "everything at once",
      at: [
        "behavior-matrix.json:1:15 error wrongContract wurds",
        "behavior-matrix.json:4:13 error uncoveredClause C2",
        "behavior-matrix.json:4:61 error unknownName C9",
        "behavior-matrix.json:5:13 error repeatedName C1",
        "behavior-matrix.json:6:13 error excusedClause C3",
        "behavior-matrix.json:8:31 error repeatedName cases.json",
        "behavior-matrix.json:10:79 error unknownName C10",
        "behavior-matrix.json:11:17 error unknownName child_befor_parent",
        "behavior-matrix.json:11:49 error repeatedName second",
        "behavior-matrix.json:12:13 error repeatedName r1",
        "behavior-matrix.json:12:79 error repeatedName C3",
        "behavior-matrix.json:13:13 error emptyRow r2",
        "behavior-matrix.json:13:13 error emptyRow r2",
        "behavior-matrix.json:15:31 error unknownName zebra",
        "cases.json:2:3 error caseWithoutRow child_before_parent",
      ],
      below: "Fixtures/words/"
    )
    #expect(findings.allSatisfy { !$0.isUnusable })
  }

  @Test(arguments: [
    ("\u{E9}", "r", "a clause's id beyond ASCII"),
    ("C 1", "r", "a clause's id with a space"),
    ("C1", "r\u{E9}", "a row's id beyond ASCII"),
  ])
  func `an id that is no name is refused`(clause: String, row: String, entry: String) throws {
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
    #expect(diagnostics.count == 1)
    messages.expect(diagnostics.map(\.message), entry)
    #expect(diagnostics.hasUnusableFiles, "nothing is judged by a name that may look like another")
  }
}
