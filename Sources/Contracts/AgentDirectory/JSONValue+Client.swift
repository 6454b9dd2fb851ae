internal import AgentDirectory
internal import CanonicalJSON

extension JSONValue {
  /// Returns the state of the operation `client` after a step.
  static func state(of client: AgentDirectoryClient, after actions: ClientActions) -> JSONValue {
    .object([
      "columns": .object(
        JSONObject(
          ColumnName.allCases.map { name in
            (
              name.rawValue,
              .array(client.items(of: name).map { item($0, isOnline: client.isOnline($0.jid)) })
            )
          }
        )
      ),
      "sent": .array(actions.sent.map(element)),
      "delivered": .array(actions.delivered.map(delivery)),
      "selection": client.selection.map {
        ["column": .string($0.column.rawValue), "jid": .string($0.jid.description)]
      },
      // D3
      "chat": client.chat.map { chat in
        .object([
          "jid": .string(chat.jid.description),
          "name": .string(chat.name),
          "messages": .array(client.messages.map(message)),
          // D17
          "typing": client.isTyping ? true : nil,
        ])
      },
      "error": actions.error.map { ["code": .string($0.code)] },
    ])
  }

  private static func item(_ item: DirectoryItem, isOnline: Bool) -> JSONValue {
    .object([
      "jid": .string(item.jid.description),
      "name": .string(item.name),
      "online": isOnline ? true : nil,
    ])
  }

  private static func message(_ message: ChatMessage) -> JSONValue {
    .object([
      "from": .string(message.sender.description),
      "body": .string(message.body),
      "id": message.id.map(JSONValue.string),
    ])
  }

  private static func delivery(_ delivery: Delivery) -> JSONValue {
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
