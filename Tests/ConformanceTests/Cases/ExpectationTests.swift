import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct ExpectationTests {
  @Test(
    arguments: [
      (["at": ["/a": 1]], ["a": 1.0]),
      (["at": ["/a": 1.0]], ["a": 1]),
      (["at": ["/a": .null]], ["a": .null]),
      (["at": ["": ["a": [1]]]], ["a": [1]]),
      (["at": ["/a~1b/0": true]], ["a/b": [true]]),
      (["absent": ["/a", "/b/2", "/b/-"]], ["b": [1, 2]]),
      (["wordCount": 2], ["words": [1, 2]]),
      (["lengths": []], ["words": []]),
      (
        ["lengths": ["long", "short"]],
        ["words": [["length": "long"], ["length": "short"], ["length": "long"]]]
      ),
    ] as [(JSONValue, JSONValue)]
  )
  func `an output that is as expected breaks nothing`(expect: JSONValue, output: JSONValue) throws {
    #expect(try violations(expect, by: output) == [])
  }

  @Test(
    arguments: [
      (
        ["at": ["/a": "caf\u{E9}"]], ["a": "cafe\u{301}"],
        ["/a: \"caf\u{E9}\" expected, \"cafe\u{301}\" found"]
      ),
      (["at": ["/a": true]], ["a": 1], ["/a: true expected, 1 found"]),
      (["at": ["/a": .null]], [:], ["/a: null expected, nothing found"]),
      (["at": ["/a": 1]], ["a": .null], ["/a: 1 expected, null found"]),
      (["absent": ["/a"]], ["a": .null], ["/a: nothing expected, null found"]),
      (["at": ["/\u{E9}": 1]], ["e\u{301}": 1], ["/\u{E9}: 1 expected, nothing found"]),
      (["at": ["/a/00": 1]], ["a": [1]], ["/a/00: 1 expected, nothing found"]),
      (["wordCount": 0], [:], ["wordCount: 0 expected, null found"]),
      (["wordCount": 2], ["words": [1]], ["wordCount: 2 expected, 1 found"]),
      (
        ["lengths": ["short", "long"]], ["words": [["length": "long"], ["length": "short"]]],
        [#"lengths: ["short","long"] expected, ["long","short"] found"#]
      ),
      (
        ["absent": ["/b"], "at": ["/b": 2, "/a": 3], "wordCount": 1], ["b": 1],
        [
          "/b: nothing expected, 1 found", "/a: 3 expected, nothing found",
          "/b: 2 expected, 1 found",
          "wordCount: 1 expected, null found",
        ]
      ),
    ] as [(JSONValue, JSONValue, [String])]
  )
  func `every statement that an output breaks is told`(
    expect: JSONValue,
    output: JSONValue,
    messages: [String]
  ) throws {
    let found = try violations(expect, by: output).map { violation in
      let subject =
        switch violation.subject {
        case .facet(let name): name
        case .value(let pointer): "\(pointer)"
        }
      let expected = violation.expected?.canonicalText() ?? "nothing"
      return
        "\(subject): \(expected) expected, \(violation.actual?.canonicalText() ?? "nothing") found"
    }
    #expect(
      found.map { TextKey($0) } == messages.map { TextKey($0) },
      "in the order in which they are written"
    )
  }

  @Test func `a violation knows where its statement stands`() throws {
    let found = try violations(
      text: #"{"at": {"/a": 1, "/b": 2}, "absent": ["/c"], "wordCount": 1}"#,
      by: ["c": 1]
    )
    #expect(
      found.map { "\($0.location)" } == ["c.json:2:9", "c.json:2:18", "c.json:2:39", "c.json:2:59"]
    )
  }

  private func violations(_ expect: JSONValue, by output: JSONValue) throws -> [Violation] {
    try violations(text: expect.canonicalText(), by: output)
  }

  private func violations(text: String, by output: JSONValue) throws -> [Violation] {
    let document = try JSONDocument(
      parsing: "{\"cases\": [{\"id\": \"a\", \"input\": 1, \"expect\":\n\(text)}]}"
    )
    let file = SourceFile(path: "c.json", document: document)
    let testCase = try #require(CaseFile.cases(in: file, of: try Words().contract).first)
    #expect(file.diagnostics == [])
    return testCase.expectation.violations(by: output)
  }
}
