internal import AgentDirectory
internal import CanonicalJSON

extension JSONValue {
  /// Returns the state of the operation `client` after a step.
  static func state(of client: AgentDirectoryClient, after actions: AgentDirectoryClient.Actions)
    -> JSONValue
  {
    let columns = DirectoryColumn.allCases.map { name in
      (
        name.rawValue,
        JSONValue.array(
          client.items(of: name).map { item($0, isOnline: client.isOnline($0.jid)) }
        )
      )
    }

    return .object([
      "columns": .object(JSONObject(columns)),
      "sent": .array(actions.stanzas.map(element)),
      "delivered": .array(actions.deliveries.map(delivery)),
      "selection": client.selection.map {
        ["column": .string($0.column.rawValue), "jid": .string($0.jid.description)]
      },
      "chat": client.chat.map { chat($0, of: client) },
      "error": actions.error.map { ["code": .string($0.code)] },
    ])
  }

  // D3
  /// Returns the open chat with its messages.
  private static func chat(_ contact: DirectoryItem, of client: AgentDirectoryClient) -> JSONValue {
    .object([
      "jid": .string(contact.jid.description),
      "name": .string(contact.name),
      "messages": .array(client.messages.map(message)),
      // D17
      "typing": client.isTyping ? true : nil,
    ])
  }

  /// Returns an item of a column, with `online` only if it is (D9).
  private static func item(_ item: DirectoryItem, isOnline: Bool) -> JSONValue {
    .object([
      "jid": .string(item.jid.description),
      "name": .string(item.name),
      "online": isOnline ? true : nil,
    ])
  }

  /// Returns a message, with `id` only if it has one.
  private static func message(_ message: DirectoryMessage) -> JSONValue {
    .object([
      "from": .string(message.sender.description),
      "body": .string(message.body),
      "id": (message.stanzaID ?? message.archiveID).map(JSONValue.string),
    ])
  }

  /// Returns a delivery of this step.
  private static func delivery(_ delivery: AgentDirectoryClient.Delivery) -> JSONValue {
    [
      "to": .string(delivery.to.description),
      "from": .string(delivery.from.description),
      "task_id": .string(delivery.taskID),
      "body": .string(delivery.body),
    ]
  }

  /// Returns a sent element as JSON. The names of its attributes have no namespace.
  static func element(_ element: StanzaElement) -> JSONValue {
    .object([
      "name": .string(element.name),
      "namespace": .string(element.namespace),
      "attributes": .object(JSONObject(element.attributes.map { ($0.name, .string($0.value)) })),
      "text": element.text.isEmpty ? nil : .string(element.text),
      "children": element.children.isEmpty ? nil : .array(element.children.map(JSONValue.element)),
    ])
  }
}
