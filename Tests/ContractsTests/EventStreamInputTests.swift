import CanonicalJSON
import Conformance
import Contracts
import MessageSnapshot
import Testing

struct EventStreamInputTests {
  private let messages = MessageSnapshot("Inputs of event-stream")

  @Test(arguments: [
    ("parse", #"{"chunks": []}"#),
    ("parse", #"{"chunksBase64": ["", "YWI="]}"#),
    ("liveness", #"{"session": null}"#),
    ("liveness", #"{"session": {"mode": null, "status": "x"}}"#),
    (
      "session",
      #"""
      {"steps": [
        {"connect": "a"}, {"reply": {"request": 1, "status": 200}}, {"open": {"request": 2, "status": 200}},
        {"receive": {"request": 2, "text": ""}}, {"receive": {"request": 2, "base64": "YQ=="}},
        {"receive": {"request": 2, "chunks": ["a", ""]}}, {"receive": {"request": 2, "chunksBase64": []}},
        {"close": {"request": 2}}, {"advance": 9007199254740991}, {"pause": true}, {"resume": true}]}
      """#
    ),
  ])
  func `inputs of every kind are taken`(operation: String, json: String) throws {
    #expect(try refusal(operation, json) == nil)
  }

  @Test(arguments: [
    ("[]", "", "an input that is an array"),
    ("{}", "", "an input that is empty"),
    (#"{"chunks": [], "chunksBase64": []}"#, "", "chunks in both forms"),
    (#"{"chunk": []}"#, "/chunk", "misspelt chunks"),
    (#"{"chunks": "a"}"#, "/chunks", "chunks that are a string"),
    (#"{"chunks": ["a", 1]}"#, "/chunks/1", "a chunk that is a number"),
    (#"{"chunksBase64": ["YQ"]}"#, "/chunksBase64/0", "base64 without padding"),
    (#"{"chunksBase64": [1]}"#, "/chunksBase64/0", "base64 that is a number"),
  ])
  func `a stream that is none is told`(json: String, pointer: String, entry: String) throws {
    messages.expect(try refusal("parse", json), entry, at: pointer)
  }

  @Test(arguments: [
    ("{}", "", "an input without a session"),
    (#"{"session": 1}"#, "/session", "a session that is a number"),
    (#"{"session": {"mod": ""}}"#, "/session/mod", "a misspelt mode"),
    (#"{"session": {"mode": 1}}"#, "/session/mode", "a mode that is a number"),
  ])
  func `a session whose liveness can't be asked is told`(
    json: String,
    pointer: String,
    entry: String
  ) throws {
    messages.expect(try refusal("liveness", json), entry, at: pointer)
  }

  @Test(arguments: [
    ("7", "", "a step that is a number"),
    ("{}", "", "a step that is empty"),
    (#"{"pause": true, "resume": true}"#, "", "two steps in one"),
    (#"{"conect": "a"}"#, "/conect", "a misspelt step"),
    (#"{"connect": ""}"#, "/connect", "'connect' to nothing"),
    (#"{"connect": 1}"#, "/connect", "'connect' that is a number"),
    (#"{"pause": false}"#, "/pause", "'pause' that is false"),
    (#"{"advance": -1}"#, "/advance", "'advance' below zero"),
    (#"{"close": {}}"#, "/close", "'close' without a request"),
    (#"{"close": {"request": 0}}"#, "/close/request", "a request below one"),
    (#"{"close": {"request": 1, "status": 200}}"#, "/close/status", "'close' with a status"),
    (#"{"open": {"request": 1}}"#, "/open", "'open' without a status"),
    (#"{"open": {"request": 1, "status": 99}}"#, "/open/status", "a status below 100"),
    (#"{"reply": {"request": 1, "status": "200"}}"#, "/reply/status", "a status that is a string"),
    (#"{"receive": {"request": 1}}"#, "/receive", "'receive' of nothing"),
    (
      #"{"receive": {"request": 1, "text": "", "chunks": []}}"#, "/receive",
      "'receive' of two forms"
    ),
    (#"{"receive": {"request": 1, "text": ["a"]}}"#, "/receive/text", "'receive' of an array"),
    (#"{"receive": {"request": 1, "base64": "?"}}"#, "/receive/base64", "'receive' of no base64"),
  ])
  func `a step of a session that is none is told`(step: String, pointer: String, entry: String)
    throws
  {
    messages.expect(
      try refusal("session", #"{"steps": [{"pause": true}, \#(step)]}"#),
      entry,
      at: "/steps/1\(pointer)"
    )
  }

  private func refusal(_ operation: String, _ json: String) throws -> InputRefusal? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .eventStream,
      operation
    )
  }
}
