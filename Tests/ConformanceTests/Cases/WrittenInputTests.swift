import CanonicalJSON
import Conformance
import TestSuites
import Testing

/// Tests of the inputs that programs receive.
struct WrittenInputTests {
  @Test(arguments: [
    (#"{ "b": [1.0, 1e3], "a": -0 }"#, #"{"b":[1.0,1e3],"a":-0}"#),
    (
      #"{ "b": { "$literal": { "z": 1.50, "$json": 2.0 } }, "a": 1 }"#,
      #"{"b":{"z":1.50,"$json":2.0},"a":1}"#
    ),
    (
      #"{ "b": { "$json": { "z": 1.50, "a": 2.0 } }, "a": 1 }"#,
      #"{"b":"{\"a\":2,\"z\":1.5}","a":1}"#
    ),
    (#"{ "b": "{\"z\": 1.50}", "a": 1 }"#, #"{"b":"{\"z\": 1.50}","a":1}"#),
    (#"[1.50, { "b": { "d": 1, "c": 2 }, "a": 3 }]"#, #"[1.50,{"b":{"d":1,"c":2},"a":3}]"#),
  ])
  func `a program receives the input as the case has it`(input: String, text: String) throws {
    let testCase = try #require(try CaseText(input: input).testCase)
    #expect(String(decoding: testCase.inputText, as: UTF8.self) == text)
    #expect(String(decoding: testCase.request.inputText, as: UTF8.self) == text)
    #expect(testCase.inputDigest == GoldenLock.digest(testCase.input.canonicalUTF8()))
  }

  @Test func `the members of an input keep their order around recorded payloads`() throws {
    let recording = Recording(member: "payloads", target: "texts") { payload, _ in
      payload["text"] ?? 0
    }
    let input = #"{"z": 1.0, "payloads": [{"text": 2.0}], "a": 3}"#
    let words = Words(recording: recording)
    let testCase = try #require(try CaseText(input: input, of: words).testCase)
    let text = String(decoding: testCase.inputText, as: UTF8.self)
    #expect(text == #"{"z":1.0,"texts":[2.0],"a":3}"#)
  }

  @Test(arguments: [
    (#"{"b":1.0,"a":{"$x":[2.0]}}"#, #"{"b":1.0,"a":{"$literal":{"$x":[2.0]}}}"#),
    (#"{"b":[{"d":1,"c":-0}]}"#, nil),
  ])
  func `an input that is saved keeps its numbers and order`(input: String, saved: String?) throws {
    let value = try JSONDocument(parsing: input).root.value
    #expect(value.writtenAsInput.writtenText() == saved ?? input)
  }
}
