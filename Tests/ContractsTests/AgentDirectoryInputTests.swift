import CanonicalJSON
import Conformance
import Contracts
import MessageSnapshot
import Testing

struct AgentDirectoryInputTests {
  private let messages = MessageSnapshot("Inputs of agent-directory")

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

  @Test func `both options are taken`() throws {
    #expect(
      try refusal(
        #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "deliverToActiveChat": true, "typing": true, "steps": []}"#
      ) == nil
    )
  }

  @Test(arguments: [
    ("1", "", "a step that is a number"),
    ("{}", "", "a step that is empty"),
    (#"{"connect": true, "send": "x"}"#, "", "two steps in one"),
    (#"{"conect": true}"#, "/conect", "a misspelt step"),
    (#"{"connect": false}"#, "/connect", "'connect' that is false"),
    (#"{"send": 1}"#, "/send", "'send' that is a number"),
    (#"{"receive": {}}"#, "/receive", "'receive' that is an object"),
    (#"{"receive": ["<a>", "</a>"]}"#, "/receive", "'receive' that is an array"),
    (#"{"select": {"column": "group", "jid": "a"}}"#, "/select/column", "a misspelt column"),
    (#"{"select": {"column": "groups"}}"#, "/select", "'select' without a JID"),
    (
      #"{"sendWork": {"to": "@", "task_id": "1", "body": "x"}}"#, "/sendWork/to",
      "'sendWork' to no JID"
    ),
    (
      #"{"sendWork": {"to": "a@b", "task_id": "", "body": "x"}}"#, "/sendWork/task_id",
      "an empty task id"
    ),
  ])
  func `an invalid step is refused`(step: String, pointer: String, entry: String) throws {
    messages.expect(
      try refusal(steps: #"[{"connect": true}, \#(step)]"#),
      entry,
      at: "/steps/1\(pointer)"
    )
  }

  @Test(arguments: [
    (
      #"{"self": "me@x", "directory": "d/e", "pubsub": "p", "steps": []}"#, "/self",
      "a bare JID as 'self'"
    ),
    (
      #"{"self": "me@x/y", "directory": "d", "pubsub": "p", "steps": []}"#, "/directory",
      "a bare JID as 'directory'"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p/q", "steps": []}"#, "/pubsub",
      "a full JID as 'pubsub'"
    ),
    (#"{"self": "me@x/y", "directory": "d/e", "steps": []}"#, "", "no 'pubsub'"),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "steps": {}}"#, "/steps",
      "steps that are an object"
    ),
    (#"[]"#, "", "an input that is an array"),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "", "steps": []}"#,
      "/idPrefix", "an empty prefix"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "é", "steps": []}"#,
      "/idPrefix", "a prefix beyond ASCII"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "typing": false, "steps": []}"#,
      "/typing", "an option that is false"
    ),
    (
      #"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "deliverToActiveChat": 1, "steps": []}"#,
      "/deliverToActiveChat", "an option that is a number"
    ),
  ])
  func `invalid addresses, prefixes and options are refused`(
    json: String,
    pointer: String,
    entry: String
  ) throws {
    messages.expect(try refusal(json), entry, at: pointer)
  }

  private func refusal(steps: String) throws -> InputRefusal? {
    try refusal(#"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "steps": \#(steps)}"#)
  }

  private func refusal(_ json: String) throws -> InputRefusal? {
    ContractsTests.refusal(
      of: try JSONDocument(parsing: json).root.value,
      by: .agentDirectory,
      "client"
    )
  }
}
