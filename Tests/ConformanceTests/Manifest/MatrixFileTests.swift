import CanonicalJSON
import Conformance
import MessageSnapshot
import Testing

struct MatrixFileTests {
  private let messages = MessageSnapshot("Behaviour matrices")

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
    ("[]", ["1:1"], "an array"),
    ("null", ["1:1"], "null"),
    (
      #"{"contract": "", "version": "1.0", "title": 3, "clauses": {}, "caseFiles": "a", "row": []}"#,
      ["1:1", "1:1", "1:14", "1:29", "1:45", "1:59", "1:76", "1:81"], "members of other types"
    ),
    ("{}", ["1:1", "1:1", "1:1", "1:1", "1:1"], "an empty object"),
  ])
  func `every problem of a matrix that can't be understood is told`(
    text: String,
    positions: [String],
    entry: String
  ) throws {
    let (matrix, diagnostics) = try read(text)
    #expect(matrix == nil)
    messages.expect(diagnostics, entry, at: positions.map { "m.json:\($0) error" })
    #expect(diagnostics.hasUnusableFiles)
  }

  @Test(arguments: [
    (
      "clauses",
      #"[{"id": "C1", "txt": "t", "level": "shall"}, 7, {"text": "", "level": "may", "refines": "C1"}]"#,
      [14, 27, 48, 58, 61, 70, 101], "clauses"
    ),
    (
      "rows",
      #"[{"id": true, "scenario": "s", "clauses": ["C1", 2], "cases": [""], "colour": "red"}, null]"#,
      [11, 18, 59, 73, 78, 96], "rows"
    ),
    ("untestable", #"[{"clauses": "C0"}]"#, [17, 17, 18], "exemptions"),
  ])
  func `every problem of a part is told, and the rest is read`(
    key: String,
    value: String,
    columns: [Int],
    entry: String
  ) throws {
    let others = ["clauses", "caseFiles", "rows"].filter { $0 != key }.map { "\"\($0)\": []" }
    let (matrix, diagnostics) = try read(
      """
      {"contract": "words", "version": "1.0.0", "title": "T", "operations": {"split": {}}, \(others.joined(separator: ", ")),
       "\(key)": \(value)}
      """
    )
    #expect(matrix != nil)
    messages.expect(diagnostics, entry, at: columns.map { "m.json:2:\($0) error" })
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  private func read(_ text: String) throws -> (matrix: Matrix?, diagnostics: [Diagnostic]) {
    let file = SourceFile(path: "m.json", document: try JSONDocument(parsing: text))
    let matrix = MatrixFile.matrix(in: file)
    return (matrix, file.diagnostics.inOrder())
  }
}
