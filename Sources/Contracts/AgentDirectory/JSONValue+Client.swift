internal import AgentDirectory
internal import CanonicalJSON

extension JSONValue {
  /// A state of `client`.
  static func state(of client: AgentDirectoryClient, after actions: ClientActions) -> JSONValue {
    var state: JSONObject = [
      "columns": .object(
        JSONObject(
          ColumnName.allCases.map { name in
            (name.rawValue, .array(client.items(of: name).map { item($0, isOnline: client.isOnline($0.jid)) }))
          })),
      "sent": .array(actions.sent.map(element)),
      "delivered": .array(actions.delivered.map(delivery)),
    ]
    state["selection"] = client.selection.map {
      ["column": .string($0.column.rawValue), "jid": .string($0.jid.description)]
    }
    // D3
    state["chat"] = client.chat.map { chat in
      [
        "jid": .string(chat.jid.description), "name": .string(chat.name),
        "messages": .array(client.messages.map(message)),
      ]
    }
    state["error"] = actions.error.map { ["code": .string($0.code)] }
    return .object(state)
  }

  private static func item(_ item: DirectoryItem, isOnline: Bool) -> JSONValue {
    var object: JSONObject = ["jid": .string(item.jid.description), "name": .string(item.name)]
    if isOnline { object["online"] = true }
    return .object(object)
  }

  private static func message(_ message: ChatMessage) -> JSONValue {
    var object: JSONObject = ["from": .string(message.sender.description), "body": .string(message.body)]
    object["id"] = message.id.map(JSONValue.string)
    return .object(object)
  }

  private static func delivery(_ delivery: Delivery) -> JSONValue {
    [
      "to": .string(delivery.to.description), "from": .string(delivery.from.description),
      "task_id": .string(delivery.taskID), "body": .string(delivery.body),
    ]
  }

  /// What is sent, its attributes without namespaces.
  static func element(_ element: StanzaElement) -> JSONValue {
    var object: JSONObject = [
      "name": .string(element.name), "namespace": .string(element.namespace),
      "attributes": .object(JSONObject(element.attributes.map { ($0.name, .string($0.value)) })),
    ]
    if !element.text.isEmpty { object["text"] = .string(element.text) }
    if !element.children.isEmpty { object["children"] = .array(element.children.map(JSONValue.element)) }
    return .object(object)
  }
}
