import CanonicalJSON
import Conformance
import Contracts
import MessageSnapshot
import Testing

struct ClawdbotProtocolInputTests {
  private let messages = MessageSnapshot("Inputs of clawdbot-protocol")

  @Test(arguments: [
    ("roundtrip", #"{"type": "AckStatus", "json": " {1.0"}"#),
    (
      "assemble",
      #"{"steps": [{"isComplete": ""}, {"reset": true}, {"complete": "m"}, {"currentContent": "m"}]}"#
    ),
    (
      "assemble",
      #"{"steps": [{"add": {"messageID": {"value": "m"}, "chunkIndex": 0, "content": "", "isFinal": false}}]}"#
    ),
  ])
  func `a text, whatever it holds, and steps of every kind are taken`(
    operation: String,
    json: String
  ) throws {
    #expect(try refusal(operation, json) == nil)
  }

  @Test(arguments: [
    (#"{"type": "Message", "json": "1"}"#, "/type", "an unknown type"),
    (#"{"type": "MessageID"}"#, "", "no text"),
    (#"{"type": "MessageID", "json": "1", "value": 1}"#, "/value", "another member"),
    (#"{"type": "MessageID", "json": 1}"#, "/json", "a text that is a number"),
    (#"{"json": "1"}"#, "", "no type"),
    (#"[]"#, "", "an input that is an array"),
    (#"{"type": "MessageID", "json": "{\"a\":1,\"a\":2}"}"#, "/json", "a text with a repeated key"),
    (
      #"{"type": "MessageID", "json": "\"\\ud800\""}"#, "/json", "a text with half a surrogate pair"
    ),
    (#"{"type": "MessageID", "json": "1e999"}"#, "/json", "a text with a number out of range"),
  ])
  func `an input of roundtrip that is none is told`(json: String, pointer: String, entry: String)
    throws
  {
    messages.expect(try refusal("roundtrip", json), entry, at: pointer)
  }

  @Test(arguments: [
    ("1", "", "a step that is a number"),
    ("{}", "", "a step that is empty"),
    (#"{"reset": true, "complete": "m"}"#, "", "two steps in one"),
    (#"{"reset": false}"#, "/reset", "'reset' that is false"),
    (#"{"reset": 1}"#, "/reset", "'reset' that is a number"),
    (#"{"complete": {"value": "m"}}"#, "/complete", "'complete' that is an object"),
    (#"{"isDone": "m"}"#, "/isDone", "an unknown step"),
    (#"{"add": {"messageID": "m"}}"#, "/add/messageID", "a chunk with a member of another type"),
    (#"{"add": {"x": 1}}"#, "/add/messageID", "a chunk without its members"),
  ])
  func `a step of assemble that is none is told`(step: String, pointer: String, entry: String)
    throws
  {
    messages.expect(
      try refusal("assemble", #"{"steps": [{"reset": true}, \#(step)]}"#),
      entry,
      at: "/steps/1\(pointer)"
    )
  }

  @Test(arguments: [
    (#"{}"#, "", "an assembly without steps"),
    (#"{"steps": {}}"#, "/steps", "steps that are an object"),
  ])
  func `an input of assemble that is none is told`(json: String, pointer: String, entry: String)
    throws
  {
    messages.expect(try refusal("assemble", json), entry, at: pointer)
  }

  private func refusal(_ operation: String, _ json: String) throws -> InputRefusal? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .clawdbotProtocol,
      operation
    )
  }
}
