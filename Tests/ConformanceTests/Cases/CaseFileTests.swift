import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct CaseFileTests {
  private let messages = MessageSnapshot("Case files")

  @Test func `everything in a case is read, with where it stands`() throws {
    let (cases, diagnostics) = try read(
      """
      {"$schema": "s", "cases": [
        {"id": "a", "description": "d", "operation": "split", "requires": ["disk", "net"], "input": {"text": "x"},
         "expect": {"absent": ["/a"], "at": {"": 1, "/words/0": null}, "lengths": ["long"], "wordCount": 1.0}},
        {"id": "b.2-c_d", "input": {"text": "y"}}]}
      """
    )
    #expect(diagnostics == [])
    #expect(cases.map(\.name) == ["words/a", "words/b.2-c_d"])
    #expect(cases[0].description == "d")
    #expect(cases[0].requires == ["disk", "net"])
    #expect(cases.map(\.operation.name) == ["split", "split"])
    #expect(cases.map(\.input) == [["text": "x"], ["text": "y"]])
    #expect(cases.map(\.request.caseName) == ["words/a", "words/b.2-c_d"])
    #expect("\(cases[0].location)" == "c.json:2:3")
    #expect(
      cases[0].expectation.clauses.map { "\($0.location)" }
        == ["c.json:3:26", "c.json:3:40", "c.json:3:47", "c.json:3:77", "c.json:3:100"],
      "in the order in which they are written"
    )
    #expect(cases[1].expectation.clauses.isEmpty)
  }

  @Test(arguments: ["0", "a", "9_.-", String(repeating: "a", count: 80)])
  func `a case's id is a file name that every system takes`(id: String) throws {
    let (cases, diagnostics) = try read("{\"cases\": [{\"id\": \"\(id)\", \"input\": 1}]}")
    #expect(diagnostics == [])
    #expect(cases.map(\.id) == [id])
  }

  @Test(arguments: [
    "../x", "A", ".a", "-a", "_a", "a/b", "a b", "é", "aé", String(repeating: "a", count: 81),
  ])
  func `anything else is refused as a case's id`(id: String) throws {
    let (_, diagnostics) = try read("{\"cases\": [{\"id\": \"\(id)\", \"input\": 1}]}")
    #expect(diagnostics.places == ["c.json:1:19 error"])
    let texts = diagnostics.map { $0.message.replacing("'\(id)'", with: "'ID'") }
    messages.expect(texts, "an id that is none")
    #expect(diagnostics.hasUnusableFiles)
  }

  @Test(arguments: [
    ("[]", [1], "an array"),
    ("{}", [1], "an empty object"),
    (#"{"cases": {}, "case": 1}"#, [11, 15], "an object in place of a list"),
  ])
  func `a file that holds no cases is told so`(text: String, columns: [Int], entry: String) throws {
    let (cases, diagnostics) = try read(text)
    #expect(cases.isEmpty)
    messages.expect(diagnostics, entry, at: columns.map { "c.json:1:\($0) error" })
  }

  @Test(arguments: [
    ("7", [2], "a number"),
    (#"{"id": "", "input": 1}"#, [9], "an empty id"),
    (#"{"input": ""}"#, [2], "no id"),
    (#"{"id": "a", "inptu": ""}"#, [2, 14], "a misspelt input"),
    (#"{"id": "a", "input": 1, "description": 1}"#, [41], "a description that is a number"),
    (#"{"id": "a", "input": 1, "requires": "disk"}"#, [38], "capabilities that are a string"),
    (#"{"id": "a", "input": 1, "requires": [1, ""]}"#, [39, 42], "capabilities that are none"),
    (#"{"id": "a", "input": 1, "operation": "join"}"#, [39], "an unknown operation"),
    (#"{"id": "a", "input": 1, "operation": null}"#, [39], "an operation that is null"),
    (#"{"id": "a", "input": 1, "expect": []}"#, [36], "an expectation that is an array"),
    (#"{"id": "A", "operation": "join", "expect": 1}"#, [2, 9, 27, 45], "nearly everything"),
  ])
  func `every problem of a case is told where it stands`(
    text: String,
    columns: [Int],
    entry: String
  ) throws {
    let (_, diagnostics) = try read("{\"cases\": [\n \(text)]}")
    messages.expect(diagnostics, entry, at: columns.map { "c.json:2:\($0) error" })
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  @Test(arguments: [
    (#"{"wordCuont": 1}"#, [2], "a misspelt facet"),
    (#"{"x": 1}"#, [2], "an unknown facet"),
    (#"{"wordCount": -1}"#, [15], "a negative count"),
    (#"{"wordCount": "1"}"#, [15], "a count that is a string"),
    (#"{"wordCount": 1.5}"#, [15], "a count with a fraction"),
    (#"{"wordCount": null}"#, [15], "a count that is null"),
    (#"{"lengths": "long"}"#, [13], "values that are a string"),
    (#"{"lengths": ["long", 3]}"#, [22], "a value that is a number"),
    (#"{"at": []}"#, [8], "'at' that is an array"),
    (#"{"at": {"a": 1, "/~2": 1}}"#, [9, 17], "pointers in 'at' that are none"),
    (#"{"absent": "/a"}"#, [12], "'absent' that is a string"),
    (#"{"absent": ["a", 1, ""]}"#, [13, 18, 21], "pointers in 'absent' that are none"),
  ])
  func `every problem of an expectation is told where it stands`(
    text: String,
    columns: [Int],
    entry: String
  ) throws {
    let (_, diagnostics) = try read(
      "{\"cases\": [{\"id\": \"a\", \"input\": 1, \"expect\":\n\(text)}]}"
    )
    messages.expect(diagnostics, entry, at: columns.map { "c.json:2:\($0) error" })
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  @Test func `a case of a contract with several operations names its own`() throws {
    let contract = Words(operations: ["split", "join"])
    let (_, diagnostics) = try read(#"{"cases": [{"id": "a", "input": 1}]}"#, contract)
    messages.expect(diagnostics, "a case that names no operation", at: ["c.json:1:12 error"])
    let (cases, none) = try read(
      #"{"cases": [{"id": "a", "input": 1, "operation": "join"}]}"#,
      contract
    )
    #expect(none == [])
    #expect(cases.map(\.operation.name) == ["join"])
  }

  @Test func `a case that can't be understood leaves the others as they are`() throws {
    let (cases, diagnostics) = try read(
      #"{"cases": [{"id": "a", "input": 1}, 7, {"id": "b", "input": 1}]}"#
    )
    #expect(cases.map(\.id) == ["a", "b"])
    #expect(diagnostics.count == 1)
  }

  private func read(
    _ text: String,
    _ contract: Words = Words()
  ) throws -> (cases: [Case], diagnostics: [Diagnostic]) {
    let file = SourceFile(path: "c.json", document: try JSONDocument(parsing: text))
    let cases = CaseFile.cases(in: file, of: try contract.contract)
    return (cases, file.diagnostics.inOrder())
  }
}
