internal import CanonicalJSON

extension AgentDirectoryClient {
  // D2
  /// Selects an item, opens its chat unless it is a group, and requests the column to its right.
  ///
  /// - Throws: `notInColumn` if the column doesn't contain the item.
  mutating func select(
    _ text: String,
    in name: DirectoryColumn,
    _ actions: inout Actions
  ) throws(InputError) {
    guard let jid = JID(text)?.bare, let item = columns[name]?.item(jid) else { throw .notInColumn }
    let chosen = DirectorySelection(column: name, jid: jid)
    guard selection != chosen else { return }

    selection = chosen
    columns[name]?.chosen = jid
    // D3
    if name != .groups { open(item, &actions) }

    guard let next = name.following.first else { return }
    let node = TextKey("\(next.rawValue):\(jid)")
    if columns[next]?.node != node { columns[next] = ColumnState(node: node) }
    for column in next.following { columns[column] = nil }
    request(next, &actions)
  }

  // D4
  /// Requests a column's list from the directory.
  mutating func request(_ name: DirectoryColumn, _ actions: inout Actions) {
    guard let node = columns[name]?.node else { return }
    let id = nextStanzaID()
    columns[name]?.request = TextKey(id)
    columns[name]?.requestsAgain = false
    let query = StanzaElement("query", Namespace.discoItems, [("node", node.text)])
    actions.stanzas.append(.iq("get", id: id, to: directory, query))
  }

  // D5
  /// Handles a response to a list request or to a subscription.
  mutating func takeReply(_ stanza: StanzaElement, _ actions: inout Actions) {
    guard let id = stanza["id"].map({ TextKey($0) }), let from = stanza.from else { return }
    let isError = stanza.type == "error"
    guard isError || stanza.type == "result" else { return }

    if from == directory, let (name, column) = columns.first(where: { $0.value.request == id }) {
      columns[name]?.request = nil

      let queries = isError ? [] : stanza.children(named: "query", in: Namespace.discoItems)
      // D4: a list that names another node is ignored.
      if let query = queries.first(where: { $0["node"].map { TextKey($0) == column.node } ?? true })
      {
        fill(name, with: [DirectoryItem](query))
        subscribe(to: column.node, &actions)
      }

      // D6
      if column.requestsAgain { request(name, &actions) }
    } else if from.bare == pubsub.bare, let node = unansweredSubscriptions.removeValue(forKey: id),
      isError
    {
      // D6
      subscriptions.remove(node)
    }
  }

  /// Sets the items of a column. If its chosen item is missing from them, clears the choice, the
  /// columns to the right, and a selection there with the chat.
  private mutating func fill(_ name: DirectoryColumn, with items: [DirectoryItem]) {
    columns[name]?.items = items
    // D4
    if name != .groups, let chat, let renamed = columns[name]?.item(chat.jid) {
      self.chat = renamed
    }
    // D8
    if name == .subagents, let individual = columns[.individuals]?.chosen {
      for item in items { parents[item.jid] = individual }
    }

    // D7
    guard let chosen = columns[name]?.chosen, columns[name]?.item(chosen) == nil else { return }
    columns[name]?.chosen = nil
    for column in name.following { columns[column] = nil }
    if let selection, selection.column == name || name.following.contains(selection.column) {
      self.selection = nil
      // D3
      chat = nil
    }
  }

  // D6
  /// Subscribes to the changes of a node, unless the client has already done so.
  private mutating func subscribe(to node: TextKey, _ actions: inout Actions) {
    guard subscriptions.insert(node).inserted else { return }
    let id = nextStanzaID()
    unansweredSubscriptions[TextKey(id)] = node

    let subscribe = StanzaElement(
      "subscribe",
      Namespace.pubsub,
      [("node", node.text), ("jid", user.description)]
    )
    let wrapped = StanzaElement("pubsub", Namespace.pubsub, [], [.element(subscribe)])
    actions.stanzas.append(.iq("set", id: id, to: pubsub, wrapped))
  }

  // D6
  /// Handles a publish-subscribe event by requesting the changed columns again.
  mutating func takeEvent(_ event: StanzaElement, _ actions: inout Actions) {
    for change in event.children where change.isChangeOfNode {
      guard let node = change["node"].map({ TextKey($0) }),
        let (name, column) = columns.first(where: { $0.value.node == node })
      else { continue }

      if column.request == nil {
        request(name, &actions)
      } else {
        columns[name]?.requestsAgain = true
      }
    }
  }
}

extension StanzaElement {
  /// Whether this child of an event reports that the items of a node changed.
  fileprivate var isChangeOfNode: Bool {
    ["items", "purge", "delete"].contains { has($0, in: Namespace.pubsubEvent) }
  }

  /// Returns an `iq` with one child. Without `to`, the user's own account receives it.
  static func iq(_ type: String, id: String, to: JID?, _ child: StanzaElement) -> StanzaElement {
    let address = to.map { [("to", $0.description)] } ?? []
    return StanzaElement(
      "iq",
      Namespace.client,
      [("type", type), ("id", id)] + address,
      [.element(child)]
    )
  }
}
