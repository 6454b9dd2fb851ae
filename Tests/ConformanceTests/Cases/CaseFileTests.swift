import CanonicalJSON
import Conformance
import Testing

struct CaseFileTests {
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
    #expect(
      diagnostics.map(\.message)
        == [
          "'\(id)' can't be a case's id, which is 1 to 80 of a-z 0-9 _ . - that begin with a letter or digit"
        ]
    )
    #expect(diagnostics.map { "\($0.location)" } == ["c.json:1:19"])
    #expect(diagnostics.hasUnusableFiles)
  }

  @Test(arguments: [
    ("[]", ["1:1: a case file is an object, not an array"]),
    ("{}", ["1:1: a case file needs the member 'cases'"]),
    (
      #"{"cases": {}, "case": 1}"#,
      [
        "1:11: 'cases' is an array, not an object",
        "1:15: a case file has no member 'case'; did you mean 'cases'?",
      ]
    ),
  ])
  func `a file that holds no cases is told so`(text: String, messages: [String]) throws {
    let (cases, diagnostics) = try read(text)
    #expect(cases.isEmpty)
    #expect(positions(diagnostics) == messages)
  }

  @Test(arguments: [
    ("7", ["2: a case is an object, not a number"]),
    (#"{"id": "", "input": 1}"#, ["9: 'id' is empty"]),
    (#"{"input": ""}"#, ["2: a case needs the member 'id'"]),
    (
      #"{"id": "a", "inptu": ""}"#,
      [
        "2: a case needs the member 'input'",
        "14: a case has no member 'inptu'; did you mean 'input'?",
      ]
    ),
    (
      #"{"id": "a", "input": 1, "description": 1}"#, ["41: 'description' is a string, not a number"]
    ),
    (#"{"id": "a", "input": 1, "requires": "disk"}"#, ["38: 'requires' is an array, not a string"]),
    (
      #"{"id": "a", "input": 1, "requires": [1, ""]}"#,
      ["39: an item of 'requires' is a string, not a number", "42: an item of 'requires' is empty"]
    ),
    (
      #"{"id": "a", "input": 1, "operation": "join"}"#,
      ["39: words has no operation 'join'; known are split"]
    ),
    (#"{"id": "a", "input": 1, "operation": null}"#, ["39: 'operation' is a string, not null"]),
    (#"{"id": "a", "input": 1, "expect": []}"#, ["36: 'expect' is an object, not an array"]),
    (
      #"{"id": "A", "operation": "join", "expect": 1}"#,
      [
        "2: a case needs the member 'input'",
        "9: 'A' can't be a case's id, which is 1 to 80 of a-z 0-9 _ . - that begin with a letter or digit",
        "27: words has no operation 'join'; known are split",
        "45: 'expect' is an object, not a number",
      ]
    ),
  ])
  func `every problem of a case is told where it stands`(text: String, messages: [String]) throws {
    let (_, diagnostics) = try read("{\"cases\": [\n \(text)]}")
    #expect(positions(diagnostics) == messages.map { "2:\($0)" })
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  @Test(arguments: [
    (#"{"wordCuont": 1}"#, ["2: 'expect' has no member 'wordCuont'; did you mean 'wordCount'?"]),
    (
      #"{"x": 1}"#,
      ["2: 'expect' has no member 'x'; known are 'lengths', 'wordCount', 'at', 'absent'"]
    ),
    (#"{"wordCount": -1}"#, ["15: 'wordCount' is a count, a whole number from 0"]),
    (#"{"wordCount": "1"}"#, ["15: 'wordCount' is a count, a whole number from 0"]),
    (#"{"wordCount": 1.5}"#, ["15: 'wordCount' is a count, a whole number from 0"]),
    (#"{"wordCount": null}"#, ["15: 'wordCount' is a count, a whole number from 0"]),
    (#"{"lengths": "long"}"#, ["13: 'lengths' is an array, not a string"]),
    (
      #"{"lengths": ["lnog", "x", 3]}"#,
      [
        "14: 'lengths' knows no 'lnog'; did you mean 'long'? known are short, long",
        "22: 'lengths' knows no 'x'; known are short, long",
        "27: an item of 'lengths' is a string, not a number",
      ]
    ),
    (#"{"at": []}"#, ["8: 'at' is an object from JSON Pointer to value"]),
    (
      #"{"at": {"a": 1, "/~2": 1}}"#,
      [
        "9: a JSON pointer is empty or starts with '/'",
        "17: '~' at byte 1 of a JSON pointer is not followed by '0' or '1'",
      ]
    ),
    (#"{"absent": "/a"}"#, ["12: 'absent' is an array, not a string"]),
    (
      #"{"absent": ["a", 1, ""]}"#,
      [
        "13: a JSON pointer is empty or starts with '/'",
        "18: an item of 'absent' is a string, not a number",
        "21: an item of 'absent' is empty",
      ]
    ),
  ])
  func `every problem of an expectation is told where it stands`(
    text: String,
    messages: [String]
  ) throws {
    let (_, diagnostics) = try read(
      "{\"cases\": [{\"id\": \"a\", \"input\": 1, \"expect\":\n\(text)}]}"
    )
    #expect(positions(diagnostics) == messages.map { "2:\($0)" })
    #expect(diagnostics.allSatisfy { $0.isUnusable })
  }

  @Test func `a case of a contract with several operations names its own`() throws {
    let contract = Words(operations: ["split", "join"])
    let (_, diagnostics) = try read(#"{"cases": [{"id": "a", "input": 1}]}"#, contract)
    #expect(positions(diagnostics) == ["1:12: a case of words names its operation: join, split"])
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

  private func positions(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { "\($0.location.position?.description ?? "nowhere"): \($0.message)" }
  }
}
