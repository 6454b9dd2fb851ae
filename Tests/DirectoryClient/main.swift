// A client of a real server, for tools/ci/check-directory.py. It reads a JSON line for each event
// and writes a JSON line with the resulting actions.

import AgentDirectory
import CanonicalJSON

guard let first = readLine(), let given = try? JSONDocument(parsing: first).root.value,
  let user = given["self"]?.string.flatMap(JID.init),
  let directory = given["directory"]?.string.flatMap(JID.init),
  let pubsub = given["pubsub"]?.string.flatMap(JID.init)
else { throw Failure(line: "the addresses") }
var client = AgentDirectoryClient(
  user: user,
  directory: directory,
  pubsub: pubsub,
  idPrefix: "check-",
  options: [.showsTyping]
)
while let line = readLine() {
  guard let step = try? JSONDocument(parsing: line).root.value,
    let input = AgentDirectoryClient.Input(step)
  else {
    throw Failure(line: line)
  }
  let actions = client.take(input)
  print(client.account(of: actions).canonicalText())
  // The reader waits for this line.
  flushStandardOutput()
}

struct Failure: Error {
  let line: String
}

extension AgentDirectoryClient.Input {
  init?(_ step: JSONValue) {
    guard let member = step.object?.first else { return nil }
    let argument = member.value
    switch member.key {
    case "connect": self = .connect
    case "select":
      guard let column = argument["column"]?.string.flatMap(DirectoryColumn.init),
        let jid = argument["jid"]?.string
      else {
        return nil
      }
      self = .select(column, jid)
    case "receive": self = .receive(argument.string ?? "")
    case "send": self = .send(argument.string ?? "")
    case "sendWork":
      guard let to = argument["to"]?.string.flatMap(JID.init),
        let task = argument["task_id"]?.string
      else {
        return nil
      }
      self = .sendWork(to: to, taskID: task, body: argument["body"]?.string ?? "")
    default: return nil
    }
  }
}

extension AgentDirectoryClient {
  /// Returns the actions and the client's state as JSON: stanzas to write, deliveries, the open chat
  /// with its messages, addresses that are online, columns, and the error.
  func account(of actions: AgentDirectoryClient.Actions) -> JSONValue {
    var account: JSONObject = [
      "write": .array(actions.stanzas.map { .string($0.xml) }),
      "delivered": .array(
        actions.deliveries.map {
          [
            "to": .string($0.to.description), "task_id": .string($0.taskID),
            "body": .string($0.body),
          ]
        }
      ),
      "chat": chat.map { .string($0.name) } ?? .null,
      "typing": .bool(isTyping),
      "messages": .array(
        messages.map { ["from": .string($0.sender.description), "body": .string($0.body)] }
      ),
      "online": .array(
        DirectoryColumn.allCases.flatMap(items).map(\.jid).filter(isOnline).map {
          .string($0.description)
        }
      ),
    ]
    for column in DirectoryColumn.allCases {
      account[column.rawValue] = .array(
        items(of: column).map { [.string($0.jid.description), .string($0.name)] }
      )
    }
    account["error"] = actions.error.map { .string($0.code) }
    return .object(account)
  }
}
