import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

/// Tests of the facets in an expectation and of the values that they find in an output.
struct FacetTests {
  private let messages = MessageSnapshot("Facets")

  @Test(
    arguments: [
      ("/words", ["words": [1, 2, 3]], 3),
      ("/words", ["words": []], 0),
      ("/words", [:], .null),
      ("/words", ["words": ["a": 1]], .null),
      ("/words", ["words": "text"], .null),
      ("/words", [1, 2], .null),
      ("", [1, 2], 2),
      ("", [:], .null),
      ("/a/1", ["a": [[], [1]]], 1),
      ("/a~1b/~0", ["a/b": ["~": [1]]], 1),
    ] as [(String, JSONValue, JSONValue)]
  )
  func `a count is the length of an array, and null where none is`(
    path: String,
    output: JSONValue,
    value: JSONValue
  ) throws {
    #expect(try values(of: ["count": .string(path)], in: output) == value)
  }

  @Test(
    arguments: [
      ("/*/words", [["words": [1, 2]], ["words": [3]], ["other": [4]], ["words": "text"]], 3),
      ("/*/words", [], 0),
      ("/*/words", [:], 0),
      ("/*/words", .null, 0),
      ("/*", ["a": [1], "b": [2, 3], "c": 4], 3),
      ("/*/*", ["a": ["b": [1]], "c": [[2, 3], 4]], 3),
      ("/a/*/b", ["a": ["x": ["b": [1]], "y": ["b": [1, 2]]], "z": ["b": [1]]], 3),
    ] as [(String, JSONValue, JSONValue)]
  )
  func `with a star the lengths are summed, and none are 0`(
    path: String,
    output: JSONValue,
    value: JSONValue
  ) throws {
    #expect(try values(of: ["count": .string(path)], in: output) == value)
  }

  @Test(
    arguments: [
      (
        "/*/kind", [["kind": "b"], ["kind": "a"], [:], ["kind": "b"], ["kind": .null]],
        ["b", "a", .null]
      ),
      ("/*/kind", [["kind": 1], ["kind": 1.0], ["kind": "1"], ["kind": [1]]], [1, "1", [1]]),
      ("/*/kind", [["kind": "é"], ["kind": "e\u{301}"]], ["é", "e\u{301}"]),
      ("/*/kind", [], []),
      ("/*/kind", "text", []),
      ("/kind", ["kind": "a"], ["a"]),
      ("/kind", [:], []),
      ("/*/*", ["b": ["y": 1, "x": 2], "a": [3, 2]], [3, 2, 1]),
    ] as [(String, JSONValue, JSONValue)]
  )
  func `distinct values come in order of first appearance, absent ones left out`(
    path: String,
    output: JSONValue,
    value: JSONValue
  ) throws {
    #expect(try values(of: ["distinct": .string(path)], in: output) == value)
  }

  @Test func `a facet of one operation is none of another`() throws {
    let words = Words(operations: ["split", "join"])
    #expect(
      try CaseText(#""operation": "join", "input": 1, "expect": {"wordCount": 1}"#, of: words)
        .diagnostics == []
    )
    var other = words
    other.declared = ["split": Words.operation, "join": ["facets": ["length": ["count": "/text"]]]]
    messages.expect(
      try CaseText(#""operation": "join", "input": 1, "expect": {"wordCount": 1}"#, of: other)
        .diagnostics,
      "a facet of another operation",
      at: ["c.json:1:68 error"]
    )
  }

  @Test func `without known values a facet takes any`() throws {
    var words = Words()
    words.declared = ["split": ["facets": ["kinds": ["distinct": "/*"]]]]
    let read = try CaseText(
      #""input": 1, "expect": {"kinds": ["x", 1, null, {"a": []}]}"#,
      of: words
    )
    #expect(read.diagnostics == [])
    #expect(read.testCase?.expectation.violations(by: ["x", 1, .null, ["a": []], "x"]) == [])
  }

  /// Returns the value that a facet finds in an output, as the report prints it next to the
  /// expected value.
  private func values(of facet: JSONValue, in output: JSONValue) throws -> JSONValue? {
    var words = Words()
    words.declared = ["split": ["facets": ["facet": facet]]]
    let unmet = facet["count"] == nil ? #"["never"]"# : "999"
    let read = try CaseText("\"input\": 1, \"expect\": {\"facet\": \(unmet)}", of: words)
    #expect(read.diagnostics == [])
    return read.testCase?.expectation.violations(by: output).first?.actual
  }
}
