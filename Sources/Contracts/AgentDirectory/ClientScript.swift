internal import AgentDirectory
package import CanonicalJSON

/// The steps of a client, in the reference library's types.
package struct ClientScript {
  private let client: AgentDirectoryClient
  private let steps: [ClientInput]

  static let columnNames = ColumnName.allCases.map(\.rawValue)
  static let errorCodes =
    ([.notInColumn, .duplicateTask, .unroutable] + StanzaError.allCases.map(ClientError.stanza)).map(\.code)

  /// Nil where `input` is not what the loader lets through.
  package init?(_ input: JSONValue) {
    guard let user = input["self"]?.string.flatMap(JID.init),
      let directory = input["directory"]?.string.flatMap(JID.init),
      let pubsub = input["pubsub"]?.string.flatMap(JID.init), let elements = input["steps"]?.elements
    else { return nil }
    client = AgentDirectoryClient(
      user: user, directory: directory, pubsub: pubsub, idPrefix: input["idPrefix"]?.string ?? "p")
    steps = elements.compactMap(Self.step)
    if steps.count != elements.count { return nil }
  }

  private static func step(_ value: JSONValue) -> ClientInput? {
    guard let member = value.object?.first else { return nil }
    let argument = member.value
    switch member.key {
    case "connect": return .connect
    case "select":
      guard let column = argument["column"]?.string.flatMap(ColumnName.init), let jid = argument["jid"]?.string else {
        return nil
      }
      return .select(column, jid)
    case "receive": return argument.string.map { .receive($0) }
    case "send": return argument.string.map { .send($0) }
    case "sendWork":
      guard let to = argument["to"]?.string.flatMap(JID.init), let task = argument["task_id"]?.string,
        let body = argument["body"]?.string
      else { return nil }
      return .sendWork(to: to, taskID: task, body: body)
    default: return nil
    }
  }

  /// The output: a state after each step.
  package var states: JSONValue {
    var client = client
    return [
      "states": .array(
        steps.map { step in
          let actions = client.take(step)
          return .state(of: client, after: actions)
        })
    ]
  }
}
