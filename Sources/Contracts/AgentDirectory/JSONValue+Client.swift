internal import AgentDirectory
internal import CanonicalJSON

/// Writes the states of the operation `client`.
///
/// Most steps change few columns, so a column is written again only if it changed.
struct ClientStateWriter {
  /// A column as it was written last.
  private struct Column {
    let items: [DirectoryItem]
    let online: [Bool]
    let json: JSONValue
  }

  /// The columns in their order, or nothing before the first state.
  private var columns: [Column] = []

  /// Returns the state after a step.
  mutating func state(
    of client: AgentDirectoryClient,
    after actions: AgentDirectoryClient.Actions
  ) -> JSONValue {
    .object([
      "columns": columns(of: client),
      "sent": .array(actions.stanzas.map(JSONValue.element)),
      "delivered": .array(actions.deliveries.map(JSONValue.delivery)),
      "selection": client.selection.map {
        ["column": .string($0.column.rawValue), "jid": .string($0.jid.description)]
      },
      "chat": client.chat.map { JSONValue.chat($0, of: client) },
      "error": actions.error.map { ["code": .string($0.code)] },
    ])
  }

  /// Returns the columns with their items.
  private mutating func columns(of client: AgentDirectoryClient) -> JSONValue {
    columns = DirectoryColumn.allCases.enumerated().map { index, name in
      let items = client.items(of: name)
      let online = items.map { client.isOnline($0.jid) }
      if let last = columns.indices.contains(index) ? columns[index] : nil,
        last.online == online, last.items == items
      {
        return last
      }

      let json = zip(items, online).map { JSONValue.item($0, isOnline: $1) }
      return Column(items: items, online: online, json: .array(json))
    }

    let members = zip(DirectoryColumn.allCases, columns).map { ($0.rawValue, $1.json) }
    return .object(JSONObject(members))
  }
}

extension JSONValue {
  // D3
  /// Returns the open chat with its messages.
  fileprivate static func chat(
    _ contact: DirectoryItem,
    of client: AgentDirectoryClient
  ) -> JSONValue {
    .object([
      "jid": .string(contact.jid.description),
      "name": .string(contact.name),
      "messages": .array(client.messages.map(message)),
      // D17
      "typing": client.isTyping ? true : nil,
    ])
  }

  /// Returns an item of a column, with `online` only if it is (D9).
  fileprivate static func item(_ item: DirectoryItem, isOnline: Bool) -> JSONValue {
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
  fileprivate static func delivery(_ delivery: AgentDirectoryClient.Delivery) -> JSONValue {
    [
      "to": .string(delivery.to.description),
      "from": .string(delivery.from.description),
      "task_id": .string(delivery.taskID),
      "body": .string(delivery.body),
    ]
  }

  /// Returns a sent element as JSON. The names of its attributes have no namespace.
  fileprivate static func element(_ element: StanzaElement) -> JSONValue {
    .object([
      "name": .string(element.name),
      "namespace": .string(element.namespace),
      "attributes": .object(JSONObject(element.attributes.map { ($0.name, .string($0.value)) })),
      "text": element.text.isEmpty ? nil : .string(element.text),
      "children": element.children.isEmpty ? nil : .array(element.children.map(JSONValue.element)),
    ])
  }
}
