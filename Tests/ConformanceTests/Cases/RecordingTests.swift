import CanonicalJSON
import Conformance
import Foundation
import MessageSnapshot
import TestSuites
import Testing

/// Tests of inputs whose contract has support for recorded payloads.
struct RecordingTests {
  private let messages = MessageSnapshot("Recorded payloads")
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
    #expect(read.diagnostics == [])
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
    #expect(read.diagnostics == [])
    #expect(
      read.testCase?.input == ["key": "kk", "texts": [["number": 1, "text": ["$json": 1]]]],
      "a payload is what it is, whatever it looks like"
    )
  }

  @Test(arguments: [
    (#""expect": {}"#, [12], "no input and no payloads"),
    (#""input": {}, "payloads": []"#, [12], "an input and payloads"),
    (#""payload": []"#, [12, 24], "misspelt payloads"),
    (#""payloads": {}"#, [36], "payloads that are an object"),
    (#""payloads": [1, {}, null]"#, [37, 44], "payloads that are none"),
    (#""input": {"payloads": "x"}"#, [46], "payloads in the input that are a string"),
    (#""input": {"payloads": [[]]}"#, [47], "a payload in the input that is an array"),
    (#""input": {"texts": [], "payloads": []}"#, [59], "payloads beside what they amount to"),
    (#""input": {"payloads": [], "$jsn": 1}"#, [50], "a misspelt form beside payloads"),
    (#""input": {"$json": 1, "payloads": []}"#, [46], "a form with payloads"),
  ])
  func `every problem of payloads is told where it stands`(
    members: String,
    columns: [Int],
    entry: String
  ) throws {
    let read = try CaseText(members, of: words)
    messages.expect(read.diagnostics, entry, at: columns.map { "c.json:1:\($0) error" })
    #expect(read.testCase == nil)
  }

  @Test func `a contract that takes none knows no payloads`() throws {
    messages.expect(
      try CaseText(#""payloads": []"#).diagnostics,
      "payloads of a contract that takes none",
      at: ["c.json:1:12 error", "c.json:1:24 error"]
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
