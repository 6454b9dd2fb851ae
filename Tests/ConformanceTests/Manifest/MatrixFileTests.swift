import CanonicalJSON
import Conformance
import Testing

struct MatrixFileTests {
  @Test func `everything in a matrix is read, with where it stands`() throws {
    let matrix = try #require(
      try read(
        """
        {
          "$schema": "s", "contract": "words", "version": "1.2.3", "title": "T", "source": "S", "operations": {"split": {}},
          "clauses": [ { "id": "C1", "text": "one", "level": "must" },
                       { "id": "R1", "text": "two", "level": "may", "refines": ["C1"] } ],
          "caseFiles": ["a.json"],
          "rows": [ { "id": "r", "scenario": "s", "expectedBehavior": "e", "clauses": ["R1"], "cases": ["x", "y"],
                      "tests": ["T.t"] } ],
          "untestable": [ { "clause": "C0", "reason": "because" } ]
        }
        """
      ).matrix
    )
    #expect(matrix.contract.name == "words")
    #expect("\(matrix.contract.location)" == "m.json:2:31")
    #expect(matrix.support == nil && matrix.isSpecified)
    #expect(matrix.operations.map(\.name) == ["split"])
    #expect("\(matrix.version)" == "1.2.3")
    #expect([matrix.title, matrix.source] == ["T", "S"])
    #expect(matrix.clauses.map(\.id.name) == ["C1", "R1"])
    #expect(matrix.clauses.map(\.level) == [.must, .may])
    #expect(matrix.clauses.map { $0.refines.map(\.name) } == [[], ["C1"]])
    #expect(matrix.caseFiles.map { "\($0.name) \($0.location)" } == ["a.json m.json:5:17"])
    #expect(
      matrix.rows[0].cases.map { "\($0.name) \($0.location)" } == [
        "x m.json:6:97", "y m.json:6:102",
      ]
    )
    #expect(matrix.rows[0].tests == ["T.t"])
    #expect(matrix.untestable.map { "\($0.clause.name) \($0.reason)" } == ["C0 because"])
  }

  @Test(arguments: [
    ("[]", ["m.json:1:1: error: a behaviour matrix is an object, not an array"]),
    ("null", ["m.json:1:1: error: a behaviour matrix is an object, not null"]),
    (
      #"{"contract": "", "version": "1.0", "title": 3, "clauses": {}, "caseFiles": "a", "row": []}"#,
      [
        "m.json:1:1: error: a behaviour matrix needs the member 'operations'",
        "m.json:1:1: error: a behaviour matrix needs the member 'rows'",
        "m.json:1:14: error: 'contract' is empty",
        "m.json:1:29: error: '1.0' is no version; it is MAJOR.MINOR.PATCH, '1.0.0' say, of at most nine digits each",
        "m.json:1:45: error: 'title' is a string, not a number",
        "m.json:1:59: error: 'clauses' is an array, not an object",
        "m.json:1:76: error: 'caseFiles' is an array, not a string",
        "m.json:1:81: error: a behaviour matrix has no member 'row'; did you mean 'rows'?",
      ]
    ),
    (
      "{}",
      ["contract", "version", "title", "operations", "caseFiles"].sorted().map {
        "m.json:1:1: error: a behaviour matrix needs the member '\($0)'"
      }
    ),
  ])
  func `every problem of a matrix that can't be understood is told`(
    text: String,
    messages: [String]
  ) throws {
    let (matrix, diagnostics) = try read(text)
    #expect(matrix == nil)
    #expect(diagnostics.map(\.description) == messages)
    #expect(diagnostics.hasUnusableFiles)
  }

  @Test(arguments: [
    (
      "clauses",
      #"[{"id": "C1", "txt": "t", "level": "shall"}, 7, {"text": "", "level": "may", "refines": "C1"}]"#,
      [
        "2:14: a clause needs the member 'text'",
        "2:27: a clause has no member 'txt'; did you mean 'text'?",
        "2:48: a clause has no level 'shall'; known are must, should, may",
        "2:58: a clause is an object, not a number",
        "2:61: a clause needs the member 'id'",
        "2:70: 'text' is empty",
        "2:101: 'refines' is an array, not a string",
      ]
    ),
    (
      "rows",
      #"[{"id": true, "scenario": "s", "clauses": ["C1", 2], "cases": [""], "colour": "red"}, null]"#,
      [
        "2:11: a row needs the member 'expectedBehavior'",
        "2:18: 'id' is a string, not a boolean",
        "2:59: an item of 'clauses' is a string, not a number",
        "2:73: an item of 'cases' is empty",
        "2:78: a row has no member 'colour'; known are 'id', 'scenario', 'expectedBehavior', 'clauses', 'cases', "
          + "'tests'",
        "2:96: a row is an object, not null",
      ]
    ),
    (
      "untestable", #"[{"clauses": "C0"}]"#,
      [
        "2:17: an exemption needs the member 'clause'",
        "2:17: an exemption needs the member 'reason'",
        "2:18: an exemption has no member 'clauses'; did you mean 'clause'?",
      ]
    ),
  ])
  func `every problem of a part is told, and the rest is read`(
    key: String,
    value: String,
    messages: [String]
  ) throws {
    let others = ["clauses", "caseFiles", "rows"].filter { $0 != key }.map { "\"\($0)\": []" }
    let (matrix, diagnostics) = try read(
      """
      {"contract": "words", "version": "1.0.0", "title": "T", "operations": {"split": {}}, \(others.joined(separator: ", ")),
       "\(key)": \(value)}
      """
    )
    #expect(matrix != nil)
    #expect(
      diagnostics.map { "\($0.location.position?.description ?? ""): \($0.message)" } == messages
    )
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  private func read(_ text: String) throws -> (matrix: Matrix?, diagnostics: [Diagnostic]) {
    let file = SourceFile(path: "m.json", document: try JSONDocument(parsing: text))
    let matrix = MatrixFile.matrix(in: file)
    return (matrix, file.diagnostics.inOrder())
  }
}
