import CanonicalJSON
import Conformance
import Contracts
import Testing

struct ClawdbotProtocolInputTests {
  @Test func `a text and steps stay as they are`() throws {
    let text: JSONValue = ["type": "AckStatus", "json": " {1.0"]
    #expect(try load("roundtrip", text.canonicalText()).input == text)
    let steps: JSONValue = ["steps": [["isComplete": ""], ["reset": true], ["complete": "m"], ["currentContent": "m"]]]
    #expect(try load("assemble", steps.canonicalText()).input == steps)
  }

  @Test(arguments: [
    (#"{"type": "Message", "json": "1"}"#, "the protocol has no type 'Message'"),
    (#"{"type": "MessageID"}"#, "an input of roundtrip needs the member 'json'"),
    (#"{"type": "MessageID", "json": "1", "value": 1}"#, "an input of roundtrip has no member 'value'"),
    (#"{"type": "MessageID", "json": 1}"#, "'json' is a string that holds JSON, not a number"),
    (#"{"json": "1"}"#, "an input of roundtrip needs the member 'type'"),
    (#"[]"#, "an input of roundtrip is an object, not an array"),
    (#"{"type": "MessageID", "json": "{\"a\":1,\"a\":2}"}"#, "the contract does not cover this text: 1:8: the key"),
    (#"{"type": "MessageID", "json": "\"\\ud800\""}"#, "the contract does not cover this text: 1:2: a surrogate"),
    (#"{"type": "MessageID", "json": "1e999"}"#, "the contract does not cover this text: 1:1: number is out of"),
  ])
  func `an input of roundtrip that is none is told`(json: String, message: String) throws {
    let (input, messages) = try load("roundtrip", json)
    #expect(input == nil)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(message) }, "\(messages)")
  }

  @Test(arguments: [
    (#"{}"#, "an input of assemble needs the member 'steps'"),
    (#"{"steps": {}}"#, "'steps' is an array, not an object"),
    (#"{"steps": [1]}"#, "a step is an object, not a number"),
    (#"{"steps": [{}]}"#, "a step has exactly one of 'add', 'currentContent'"),
    (#"{"steps": [{"reset": true, "complete": "m"}]}"#, "a step has exactly one of 'add', 'currentContent'"),
    (#"{"steps": [{"reset": false}]}"#, "'reset' is true"),
    (#"{"steps": [{"complete": {"value": "m"}}]}"#, "'complete' is a message's id, a string, not an object"),
    (#"{"steps": [{"isDone": "m"}]}"#, "a step has no member 'isDone'"),
    (
      #"{"steps": [{"add": {"messageID": "m"}}]}"#,
      "'add' takes a StreamingChunk in its wire form; this has wrong_type"
    ),
  ])
  func `an input of assemble that is none is told`(json: String, message: String) throws {
    let (input, messages) = try load("assemble", json)
    #expect(input == nil)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(message) }, "\(messages)")
  }

  @Test func `every step that is none is told, at its place`() throws {
    let file = SourceFile(
      path: "case.json",
      document: try JSONDocument(parsing: "{\"steps\": [\n {\"reset\": 1},\n {\"add\": {\"x\": 1}}\n]}"))
    #expect(ClawdbotProtocolContract().input(.input(file.root), operation: "assemble", in: file) == nil)
    #expect(
      file.diagnostics.map(\.description) == [
        "case.json:2:12: error: 'reset' is true",
        "case.json:3:10: error: 'add' takes a StreamingChunk in its wire form; this has missing_key at '/messageID'",
      ])
  }

  private func load(_ operation: String, _ json: String) throws -> (input: JSONValue?, messages: [String]) {
    let file = SourceFile(path: "case.json", document: try JSONDocument(parsing: json))
    let input = ClawdbotProtocolContract().input(.input(file.root), operation: operation, in: file)
    return (input, file.diagnostics.map(\.message))
  }
}
