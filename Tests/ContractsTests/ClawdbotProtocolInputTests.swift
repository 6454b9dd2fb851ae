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
    ("create", #"{"now": "2024-01-30T21:00:00.5+01:00", "values": [], "generate": 1e3}"#),
    (
      "create",
      #"{"now": "2024-01-30T20:00:00Z", "values": [{"type": "BotStateUpdate", "arguments": {"state": "idle", "botName": "", "detail": null}}]}"#
    ),
  ])
  func `any text, steps of every kind and arguments are accepted`(
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
  func `an invalid input of roundtrip is refused`(json: String, pointer: String, entry: String)
    throws
  {
    messages.expect(try refusal("roundtrip", json), entry, at: pointer)
  }

  @Test(arguments: [
    (#"{"values": []}"#, "", "a creation without a present time"),
    (#"{"now": "yesterday", "values": []}"#, "/now", "a present time that isn't a date"),
    (#"{"now": "2024-01-30T20:00:00Z"}"#, "", "a creation without values"),
    (
      #"{"now": "2024-01-30T20:00:00Z", "values": [], "generate": 1001}"#, "/generate",
      "too many ids to generate"
    ),
  ])
  func `an invalid input of create is refused`(json: String, pointer: String, entry: String)
    throws
  {
    messages.expect(try refusal("create", json), entry, at: pointer)
  }

  @Test(arguments: [
    (#"{"type": "BotState", "arguments": {}}"#, "/type", "a type without an initializer"),
    (#"{"type": "MessageID"}"#, "", "a value without arguments"),
    (
      #"{"type": "MessageID", "arguments": {"value": "m", "text": "m"}}"#, "/arguments/text",
      "an unknown argument"
    ),
    (
      #"{"type": "MessageSender", "arguments": {"type": "user", "name": "Ann"}}"#,
      "/arguments/name", "a user with a name"
    ),
    (
      #"{"type": "ChatMessage", "arguments": {"sender": {"type": "user"}}}"#, "/arguments/content",
      "a message without content"
    ),
    (
      #"{"type": "ChatMessage", "arguments": {"content": null, "sender": {"type": "user"}}}"#,
      "/arguments/content", "a required argument that is null"
    ),
    (
      #"{"type": "StreamingChunk", "arguments": {"messageID": {"value": "m"}, "chunkIndex": 1.5, "content": ""}}"#,
      "/arguments/chunkIndex", "an index that isn't an integer"
    ),
    (
      #"{"type": "ProtocolEnvelope<MessageAck>", "arguments": {"type": "", "sequence": 1, "payload": {"id": "m"}}}"#,
      "/arguments/payload/id", "an unknown argument of a payload"
    ),
  ])
  func `an invalid value of create is refused`(value: String, pointer: String, entry: String)
    throws
  {
    messages.expect(
      try refusal("create", #"{"now": "2024-01-30T20:00:00Z", "values": [\#(value)]}"#),
      entry,
      at: "/values/0\(pointer)"
    )
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
  func `an invalid step of assemble is refused`(step: String, pointer: String, entry: String)
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
  func `an invalid input of assemble is refused`(json: String, pointer: String, entry: String)
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
