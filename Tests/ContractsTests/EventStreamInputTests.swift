import CanonicalJSON
import Conformance
import Contracts
import Testing

struct EventStreamInputTests {
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
    ("[]", ": an input is an object, not an array"),
    ("{}", ": an input has exactly one of 'chunks', 'chunksBase64'"),
    (
      #"{"chunks": [], "chunksBase64": []}"#,
      ": an input has exactly one of 'chunks', 'chunksBase64'"
    ),
    (#"{"chunk": []}"#, "/chunk: an input has no member 'chunk'; did you mean 'chunks'?"),
    (#"{"chunks": "a"}"#, "/chunks: 'chunks' is an array, not a string"),
    (#"{"chunks": ["a", 1]}"#, "/chunks/1: an item of 'chunks' is a string, not a number"),
    (
      #"{"chunksBase64": ["YQ"]}"#,
      "/chunksBase64/0: an item of 'chunksBase64' is a string of base64 with its padding"
    ),
    (
      #"{"chunksBase64": [1]}"#,
      "/chunksBase64/0: an item of 'chunksBase64' is a string of base64 with its padding"
    ),
  ])
  func `a stream that is none is told`(json: String, message: String) throws {
    #expect(try refusal("parse", json) == message)
  }

  @Test(arguments: [
    ("{}", ": an input needs the member 'session'"),
    (#"{"session": 1}"#, "/session: 'session' is an object, not a number"),
    (
      #"{"session": {"mod": ""}}"#,
      "/session/mod: 'session' has no member 'mod'; did you mean 'mode'?"
    ),
    (#"{"session": {"mode": 1}}"#, "/session/mode: 'mode' is a string, not a number"),
  ])
  func `a session whose liveness can't be asked is told`(json: String, message: String) throws {
    #expect(try refusal("liveness", json) == message)
  }

  private static let oneOf = """
    an item of 'steps' has exactly one of 'connect', 'reply', 'open', 'receive', 'close', 'advance', 'pause', 'resume'
    """

  @Test(arguments: [
    ("7", ": an item of 'steps' is an object, not a number"),
    ("{}", ": \(oneOf)"),
    (#"{"pause": true, "resume": true}"#, ": \(oneOf)"),
    (
      #"{"conect": "a"}"#,
      "/conect: an item of 'steps' has no member 'conect'; did you mean 'connect'?"
    ),
    (#"{"connect": ""}"#, "/connect: 'connect' is empty"),
    (#"{"connect": 1}"#, "/connect: 'connect' is a string, not a number"),
    (#"{"pause": false}"#, "/pause: 'pause' has to be true, not false"),
    (#"{"advance": -1}"#, "/advance: 'advance' is a whole number from 0 to 9007199254740991"),
    (#"{"close": {}}"#, "/close: 'close' needs the member 'request'"),
    (
      #"{"close": {"request": 0}}"#, "/close/request: 'request' is a whole number from 1 to 1000000"
    ),
    (
      #"{"close": {"request": 1, "status": 200}}"#,
      "/close/status: 'close' has no member 'status'; known are 'request'"
    ),
    (#"{"open": {"request": 1}}"#, "/open: 'open' needs the member 'status'"),
    (
      #"{"open": {"request": 1, "status": 99}}"#,
      "/open/status: 'status' is a whole number from 100 to 599"
    ),
    (
      #"{"reply": {"request": 1, "status": "200"}}"#,
      "/reply/status: 'status' is a whole number from 100 to 599"
    ),
    (
      #"{"receive": {"request": 1}}"#,
      "/receive: 'receive' has exactly one of 'text', 'base64', 'chunks', 'chunksBase64'"
    ),
    (
      #"{"receive": {"request": 1, "text": "", "chunks": []}}"#,
      "/receive: 'receive' has exactly one of 'text', 'base64', 'chunks', 'chunksBase64'"
    ),
    (
      #"{"receive": {"request": 1, "text": ["a"]}}"#,
      "/receive/text: 'text' is a string, not an array"
    ),
    (
      #"{"receive": {"request": 1, "base64": "?"}}"#,
      "/receive/base64: 'base64' is a string of base64 with its padding"
    ),
  ])
  func `a step of a session that is none is told`(step: String, message: String) throws {
    #expect(
      try refusal("session", #"{"steps": [{"pause": true}, \#(step)]}"#) == "/steps/1\(message)"
    )
  }

  private func refusal(_ operation: String, _ json: String) throws -> String? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .eventStream,
      operation
    )
  }
}
