import CanonicalJSON
import Conformance
import Contracts
import Testing

struct ClawdbotProtocolInputTests {
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
    (
      #"{"type": "Message", "json": "1"}"#,
      "/type: 'type' names no type of the protocol: 'Message'; did you mean 'MessageID'?"
    ),
    (#"{"type": "MessageID"}"#, ": an input needs the member 'json'"),
    (
      #"{"type": "MessageID", "json": "1", "value": 1}"#,
      "/value: an input has no member 'value'; known are 'type', 'json'"
    ),
    (#"{"type": "MessageID", "json": 1}"#, "/json: 'json' is a string, not a number"),
    (#"{"json": "1"}"#, ": an input needs the member 'type'"),
    (#"[]"#, ": an input is an object, not an array"),
    (
      #"{"type": "MessageID", "json": "{\"a\":1,\"a\":2}"}"#,
      "/json: 'json' is a text that the contract does not cover: 1:8: the key \"a\" is already at 1:2"
    ),
    (
      #"{"type": "MessageID", "json": "\"\\ud800\""}"#,
      "/json: 'json' is a text that the contract does not cover: 1:2: a surrogate escape that "
        + "is not half of a pair; it reads as U+FFFD"
    ),
    (
      #"{"type": "MessageID", "json": "1e999"}"#,
      "/json: 'json' is a text that the contract does not cover: 1:1: number is out of the "
        + "range of a double"
    ),
  ])
  func `an input of roundtrip that is none is told`(json: String, message: String) throws {
    let found = try refusal("roundtrip", json)
    #expect(found == message)
  }

  private static let oneOf =
    "an item of 'steps' has exactly one of 'add', 'currentContent', 'isComplete', 'complete', 'reset'"

  @Test(arguments: [
    ("1", ": an item of 'steps' is an object, not a number"),
    ("{}", ": \(oneOf)"),
    (#"{"reset": true, "complete": "m"}"#, ": \(oneOf)"),
    (#"{"reset": false}"#, "/reset: 'reset' has to be true, not false"),
    (#"{"reset": 1}"#, "/reset: 'reset' has to be true, not a number"),
    (#"{"complete": {"value": "m"}}"#, "/complete: 'complete' is a string, not an object"),
    (
      #"{"isDone": "m"}"#,
      "/isDone: an item of 'steps' has no member 'isDone'; known are 'add', 'currentContent', 'isComplete', "
        + "'complete', 'reset'"
    ),
    (
      #"{"add": {"messageID": "m"}}"#,
      "/add/messageID: 'add' takes a StreamingChunk in its wire form; this has wrong_type at '/messageID'"
    ),
    (
      #"{"add": {"x": 1}}"#,
      "/add/messageID: 'add' takes a StreamingChunk in its wire form; this has missing_key at '/messageID'"
    ),
  ])
  func `a step of assemble that is none is told`(step: String, message: String) throws {
    #expect(
      try refusal("assemble", #"{"steps": [{"reset": true}, \#(step)]}"#) == "/steps/1\(message)"
    )
  }

  @Test(arguments: [
    (#"{}"#, ": an input needs the member 'steps'"),
    (#"{"steps": {}}"#, "/steps: 'steps' is an array, not an object"),
  ])
  func `an input of assemble that is none is told`(json: String, message: String) throws {
    #expect(try refusal("assemble", json) == message)
  }

  private func refusal(_ operation: String, _ json: String) throws -> String? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .clawdbotProtocol,
      operation
    )
  }
}
