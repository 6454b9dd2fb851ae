import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct SuiteLoadingTests {
  private let messages = MessageSnapshot("Loading suites")
  private let suite = SuiteFolder()

  @Test func `a suite has the cases of all its files in order`() throws {
    try writeMatrix(caseFiles: #""b.json", "a.json""#)
    try suite.folder.write(
      #"{"cases": [{"id": "two", "input": {"text": "x"}}, {"id": "one", "input": {"text": "x"}}]}"#,
      to: path("b.json")
    )
    try suite.folder.write(
      #"{"$schema": "s", "cases": [{"id": "three", "input": {"text": "x"}}]}"#,
      to: path("a.json")
    )
    #expect(try suite.suite().cases.map(\.name) == ["words/two", "words/one", "words/three"])
  }

  @Test func `case files that can't be had are told where the matrix names them`() throws {
    try writeMatrix(
      caseFiles: #""gone.json", "../cases.json", "sub/a.json", "a\\b.json", "..", "a\u0000.json""#
    )
    let (loaded, _, diagnostics) = suite.load()
    #expect(loaded != nil)
    messages.expect(
      diagnostics,
      "case files that can't be had",
      at: [17, 30, 47, 61, 74, 80].map { "\(SuiteFolder.matrixPath):2:\($0) error" }
    )
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  @Test
  func `a case file that can't be parsed is told at its own place, and the others are read`() throws
  {
    try writeMatrix(caseFiles: #""bad.json", "folder.json", "good.json""#)
    try suite.folder.write("{", to: path("bad.json"))
    try suite.folder.createFolder(path("folder.json"))
    try suite.folder.write(
      #"{"cases": [{"id": "one", "input": {"text": "x"}}]}"#,
      to: path("good.json")
    )
    let (loaded, _, diagnostics) = suite.load()
    #expect(loaded?.cases.map(\.id) == ["one"])
    messages.expect(
      diagnostics,
      "a case file that can't be parsed, and a folder",
      at: ["\(path("bad.json")):1:2 error", "\(path("folder.json")) error"]
    )
  }

  @Test func `a case file that is named twice is read once`() throws {
    try writeMatrix(caseFiles: #""a.json", "a.json""#)
    try suite.folder.write(
      #"{"cases": [{"id": "one", "input": {"text": "x"}}]}"#,
      to: path("a.json")
    )
    #expect(try suite.suite().cases.map(\.id) == ["one"])
  }

  @Test func `without a matrix there is no suite`() {
    let (loaded, _, diagnostics) = suite.load()
    #expect(loaded == nil)
    messages.expect(diagnostics, "no matrix", at: ["\(SuiteFolder.matrixPath) error"])
  }

  @Test func `a file where the folder of goldens should be is unusable`() throws {
    try suite.write([.words("a")])
    try suite.folder.write("", to: "Golden/words")
    let (loaded, _, diagnostics) = suite.load()
    #expect(loaded == nil)
    messages.expect(
      diagnostics,
      "a file in place of the folder of goldens",
      at: ["Golden/words error"]
    )
    #expect(diagnostics.hasUnusableFiles)
  }

  private func path(_ name: String) -> String { "Fixtures/words/\(name)" }

  private func writeMatrix(caseFiles: String) throws {
    try suite.folder.write(
      """
      { "contract": "words", "version": "1.0.0", "title": "T", \(Words.members), "clauses": [], "rows": [],
        "caseFiles": [\(caseFiles)] }
      """,
      to: SuiteFolder.matrixPath
    )
  }
}
