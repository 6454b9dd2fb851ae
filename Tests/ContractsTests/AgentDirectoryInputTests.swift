import CanonicalJSON
import Conformance
import Contracts
import Testing

struct AgentDirectoryInputTests {
  @Test(arguments: [
    #"[]"#,
    #"[{"connect": true}, {"select": {"column": "groups", "jid": "?"}}, {"receive": "<a>xyxy"}, {"send": ""}]"#,
    #"[{"sendWork": {"to": "a@b", "task_id": "1", "body": "x"}}]"#,
  ])
  func `steps of every kind are taken`(steps: String) throws {
    #expect(try refusal(steps: steps) == nil)
  }

  @Test func `a prefix of ids is taken`() throws {
    #expect(
      try refusal(
        #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "A-b_9.", "steps": []}"#
      ) == nil
    )
  }

  @Test(arguments: [
    ("1", ": an item of 'steps' is an object, not a number"),
    (
      "{}",
      ": an item of 'steps' has exactly one of 'connect', 'select', 'receive', 'send', 'sendWork'"
    ),
    (
      #"{"connect": true, "send": "x"}"#,
      ": an item of 'steps' has exactly one of 'connect', 'select', 'receive', 'send', 'sendWork'"
    ),
    (
      #"{"conect": true}"#,
      "/conect: an item of 'steps' has no member 'conect'; did you mean 'connect'?"
    ),
    (#"{"connect": false}"#, "/connect: 'connect' has to be true, not false"),
    (#"{"send": 1}"#, "/send: 'send' is a string, not a number"),
    (#"{"receive": {}}"#, "/receive: 'receive' is a string, not an object"),
    (#"{"receive": ["<a>", "</a>"]}"#, "/receive: 'receive' is a string, not an array"),
    (
      #"{"select": {"column": "group", "jid": "a"}}"#,
      "/select/column: 'column' names no column: 'group'; did you mean 'groups'?"
    ),
    (#"{"select": {"column": "groups"}}"#, "/select: 'select' needs the member 'jid'"),
    (
      #"{"sendWork": {"to": "@", "task_id": "1", "body": "x"}}"#,
      "/sendWork/to: 'to' is a JID, not '@'"
    ),
    (
      #"{"sendWork": {"to": "a@b", "task_id": "", "body": "x"}}"#,
      "/sendWork/task_id: 'task_id' is empty"
    ),
  ])
  func `a step that is none is told`(step: String, message: String) throws {
    #expect(try refusal(steps: #"[{"connect": true}, \#(step)]"#) == "/steps/1\(message)")
  }

  @Test(arguments: [
    (
      #"{"self": "me@x", "directory": "d/e", "pubsub": "p", "steps": []}"#,
      "/self: 'self' is a full JID, such as 'local@domain/resource', not 'me@x'"
    ),
    (
      #"{"self": "me@x/y", "directory": "d", "pubsub": "p", "steps": []}"#,
      "/directory: 'directory' is a full JID, such as 'local@domain/resource', not 'd'"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p/q", "steps": []}"#,
      "/pubsub: 'pubsub' is a JID without a resource, not 'p/q'"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "steps": []}"#,
      ": an input needs the member 'pubsub'"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "steps": {}}"#,
      "/steps: 'steps' is an array, not an object"
    ),
    (#"[]"#, ": an input is an object, not an array"),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "", "steps": []}"#,
      "/idPrefix: 'idPrefix' has 1 to 64 letters, digits, '.', '_' and '-', all ASCII"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "é", "steps": []}"#,
      "/idPrefix: 'idPrefix' has 1 to 64 letters, digits, '.', '_' and '-', all ASCII"
    ),
  ])
  func `addresses that are none are told`(json: String, message: String) throws {
    #expect(try refusal(json) == message)
  }

  private func refusal(steps: String) throws -> String? {
    try refusal(#"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "steps": \#(steps)}"#)
  }

  private func refusal(_ json: String) throws -> String? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .agentDirectory,
      "client"
    )
  }
}
