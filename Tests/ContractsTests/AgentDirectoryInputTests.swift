import CanonicalJSON
import Conformance
import Contracts
import Testing

struct AgentDirectoryInputTests {
  private static let addresses = #""self": "me@x/y", "directory": "d/e", "pubsub": "p""#

  @Test func `steps stay as they are`() throws {
    let steps =
      #"[{"connect": true}, {"select": {"column": "groups", "jid": "?"}}, {"receive": "<a>xyxy"}, {"send": ""}]"#
    let (input, messages) = try load(steps: steps)
    #expect(messages.isEmpty)
    #expect(
      input?["steps"]
        == [["connect": true], ["select": ["column": "groups", "jid": "?"]], ["receive": "<a>xyxy"], ["send": ""]])
  }

  @Test(arguments: [
    (#"{}"#, "a step has exactly one of 'connect', 'select'"),
    (#"{"connect": true, "send": "x"}"#, "a step has exactly one of 'connect', 'select'"),
    (#"{"conect": true}"#, "a step has no member 'conect'; did you mean 'connect'?"),
    (#"{"connect": false}"#, "'connect' has to be true, not false"),
    (#"{"send": 1}"#, "'send' is a string, not a number"),
    (#"{"receive": {}}"#, "'receive' is a string, not an object"),
    (#"{"receive": ["<a>", "</a>"]}"#, "'receive' is a string, not an array"),
    (#"{"select": {"column": "group", "jid": "a"}}"#, "no column is called 'group'; did you mean 'groups'?"),
    (#"{"select": {"column": "groups"}}"#, "'select' needs the member 'jid'"),
    (#"{"sendWork": {"to": "@", "task_id": "1", "body": "x"}}"#, "'to' is a JID, not '@'"),
    (#"{"sendWork": {"to": "a@b", "task_id": "", "body": "x"}}"#, "'task_id' is empty"),
  ])
  func `a step that is none is told`(step: String, message: String) throws {
    let (input, messages) = try load(steps: "[\(step)]")
    #expect(input == nil)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(message) }, "\(messages)")
  }

  @Test(arguments: [
    (#"{"self": "me@x", "directory": "d/e", "pubsub": "p", "steps": []}"#, "'self' is a full JID, such as"),
    (#"{"self": "me@x/y", "directory": "d", "pubsub": "p", "steps": []}"#, "'directory' is a full JID, such as"),
    (#"{"self": "me@x/y", "directory": "d/e", "pubsub": "p/q", "steps": []}"#, "'pubsub' is a JID without a resource"),
    (#"{"self": "me@x/y", "directory": "d/e", "steps": []}"#, "an input needs the member 'pubsub'"),
    (#"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "steps": {}}"#, "'steps' is an array, not an object"),
    (#"[]"#, "an input is an object, not an array"),
    (#"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "", "steps": []}"#, "'idPrefix' has 1 to 64"),
    (#"{"self": "me@x/y", "directory": "d/e", "pubsub": "p", "idPrefix": "é", "steps": []}"#, "'idPrefix' has 1 to 64"),
  ])
  func `addresses that are none are told`(json: String, message: String) throws {
    let (input, messages) = try load(json)
    #expect(input == nil)
    #expect(messages.count == 1 && messages.allSatisfy { $0.hasPrefix(message) }, "\(messages)")
  }

  @Test func `a prefix of ids is kept`() throws {
    let (input, messages) = try load(#"{\#(Self.addresses), "idPrefix": "A-b_9.", "steps": []}"#)
    #expect(messages.isEmpty)
    #expect(input?["idPrefix"] == "A-b_9.")
  }

  private func load(steps: String) throws -> (JSONValue?, [String]) {
    try load("{\(Self.addresses), \"steps\": \(steps)}")
  }

  private func load(_ json: String) throws -> (JSONValue?, [String]) {
    let file = SourceFile(path: "case.json", document: try JSONDocument(parsing: json))
    let input = AgentDirectoryContract().input(.input(file.root), operation: "client", in: file)
    return (input, file.diagnostics.map(\.message))
  }
}
