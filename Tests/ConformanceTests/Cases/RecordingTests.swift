import CanonicalJSON
import Conformance
import Foundation
import Testing

/// Tests of inputs whose contract has support for recorded payloads.
struct RecordingTests {
  private let words = Words(
    recording: Recording(member: "payloads", target: "texts") { payload, index in
      ["number": .number(JSONNumber(index + 1)), "text": payload["text"] ?? .null]
    }
  )

  @Test(arguments: [
    #""payloads": [{"text": "a"}, {}]"#, #""input": {"payloads": [{"text": "a"}, {}]}"#,
  ])
  func `payloads stand for what they amount to, beside a case's input or in it`(
    members: String
  ) throws {
    let read = try CaseText(members, of: words)
    #expect(read.problems == [])
    #expect(
      read.testCase?.input == [
        "texts": [["number": 1, "text": "a"], ["number": 2, "text": .null]]
      ]
    )
  }

  @Test func `other members of an input stay, and may be forms`() throws {
    let read = try CaseText(
      #""input": {"key": {"$repeat": "k", "times": 2}, "payloads": [{"text": {"$json": 1}}]}"#,
      of: words
    )
    #expect(read.problems == [])
    #expect(
      read.testCase?.input == ["key": "kk", "texts": [["number": 1, "text": ["$json": 1]]]],
      "a payload is what it is, whatever it looks like"
    )
  }

  @Test(arguments: [
    (#""expect": {}"#, ["1:12: a case needs the member 'input' or 'payloads'"]),
    (#""input": {}, "payloads": []"#, ["1:12: a case has only one of 'input' or 'payloads'"]),
    (
      #""payload": []"#,
      [
        "1:12: a case needs the member 'input' or 'payloads'",
        "1:24: a case has no member 'payload'; did you mean 'payloads'?",
      ]
    ),
    (#""payloads": {}"#, ["1:36: 'payloads' is an array, not an object"]),
    (
      #""payloads": [1, {}, null]"#,
      [
        "1:37: a payload is an object, not a number", "1:44: a payload is an object, not null",
      ]
    ),
    (#""input": {"payloads": "x"}"#, ["1:46: 'payloads' is an array, not a string"]),
    (#""input": {"payloads": [[]]}"#, ["1:47: a payload is an object, not an array"]),
    (
      #""input": {"texts": [], "payloads": []}"#,
      ["1:59: an input has only one of 'texts' or 'payloads'"]
    ),
    (
      #""input": {"payloads": [], "$jsn": 1}"#,
      ["1:50: '$jsn' is no written form; did you mean '$json'?"]
    ),
    (
      #""input": {"$json": 1, "payloads": []}"#,
      [
        "1:46: an object with '$json' has no member 'payloads'; known are '$json'"
      ]
    ),
  ])
  func `every problem of payloads is told where it stands`(
    members: String,
    problems: [String]
  ) throws {
    let read = try CaseText(members, of: words)
    #expect(read.problems == problems)
    #expect(read.testCase == nil)
  }

  @Test func `a contract that takes none knows no payloads`() throws {
    #expect(
      try CaseText(#""payloads": []"#).problems == [
        "1:12: a case needs the member 'input'",
        "1:24: a case has no member 'payloads'; known are 'id', "
          + "'description', 'operation', 'requires', 'input', 'expect'",
      ]
    )
    #expect(try CaseText(input: #"{"payloads": [1]}"#).testCase?.input == ["payloads": [1]])
  }

  @Test(arguments: [
    (#""payloads": [{"text": "a"}, {"text": "b"}]"#, ""),
    (#""input": {"payloads": [{"text": "a"}, {"text": "b"}]}"#, ""),
  ])
  func `what a payload amounts to has the place of the payload`(
    members: String,
    unused: String
  ) throws {
    let testCase = try #require(try CaseText(members, of: words).testCase)
    let text = "{\"cases\": [{\"id\": \"a\", \(members)}]}"
    let second = try #require(text.range(of: #"{"text": "b"}"#)?.lowerBound)
    let column = text.utf8.distance(from: text.startIndex, to: second) + 1
    for pointer in ["/texts/1", "/texts/1/text", "/texts/1/number"] {
      #expect("\(testCase.location(of: try JSONPointer(pointer)))" == "c.json:1:\(column)")
    }
    let list = try #require(text.range(of: "[{\"text\"")?.lowerBound)
    #expect(
      "\(testCase.location(of: .to("texts", "7")))"
        == "c.json:1:\(text.utf8.distance(from: text.startIndex, to: list) + 1)"
    )
  }
}
