internal import AgentDirectory
internal import CanonicalJSON

extension MistakenClient {
  mutating func receive(_ text: String) {
    if isBroken { return }
    switch MistakenReader(mistake: reading).read(text) {
    case .nothing: break
    case .error(let code):
      error = code
      isBroken = reading == .errorIsFinal
      if reading == .errorEmpties { for index in columns.indices { columns[index].items = [] } }
    case .stanza(let stanza):
      if has(stanza, "iq", "jabber:client") {
        takeReply(stanza)
      } else if has(stanza, "message", "jabber:client") {
        takeMessage(stanza)
        if mistake == .anyNameAnswers { takeReply(stanza) }
      } else if has(stanza, "presence", "jabber:client") {
        takePresence(stanza)
      }
    }
  }

  func has(_ element: StanzaElement, _ name: String, _ namespace: String) -> Bool {
    element.name == name && (element.namespace == namespace || reading == .namespacesAreIgnored)
  }

  func child(_ element: StanzaElement, _ name: String, _ namespace: String) -> StanzaElement? {
    element.children.first { has($0, name, namespace) }
  }

  func full(_ text: String?) -> TextKey? { text.flatMap(JID.init).map { TextKey($0.description) } }

  // MARK: - D4, D5

  private mutating func takeReply(_ stanza: StanzaElement) {
    let type = stanza["type"]
    guard type == "result" || type == "error" || mistake == .anyTypeAnswers else { return }
    let id = TextKey(stanza["id"] ?? "")
    guard let column = column(answeredBy: id) else { return takeSubscription(stanza, id) }
    guard isDirectory(stanza["from"]) else {
      if mistake == .anyReplyIsFollowed, columns[column].followers > 0 { request(column) }
      return
    }
    columns[column].isOpen = mistake == .secondAnswerCounts
    let isError = type == "error"
    if let items = items(stanza, of: column, isError: isError) {
      fill(column, items)
    } else if isError, mistake == .errorEmpties {
      columns[column].items = []
    } else if isError, mistake == .failureForgets {
      forgetChoice(of: column)
    } else if isError, mistake == .subscribesAfterErrors, let node = columns[column].node {
      subscribe(node)
    }
    let followers = columns[column].followers
    columns[column].followers = 0
    if mistake == .errorEndsFollowing, isError { return }
    for _ in 0..<(mistake == .everyEventFollows ? followers : min(followers, 1)) { request(column) }
  }

  private func column(answeredBy id: TextKey) -> Int? {
    columns.indices.first { index in
      let column = columns[index]
      switch mistake {
      case .anyIdAnswers: return column.isOpen
      case .earlierIdAnswers, .requestsOutliveConnect: return column.isOpen && column.ids.contains(id)
      default: return column.isOpen && column.ids.last == id
      }
    }
  }

  private func isDirectory(_ from: String?) -> Bool {
    switch mistake {
    case .anybodyAnswers: from != nil
    case .nobodyAnswers where from == nil: true
    case .bareDirectoryAnswers where full(from) == bare(directory): true
    case .resourceHasNoCase: full(from?.lowercased()) == full(directory.lowercased())
    default: full(from) == full(directory)
    }
  }

  /// Nil where the reply is none that lists the node.
  private func items(_ stanza: StanzaElement, of column: Int, isError: Bool) -> [Item]? {
    if isError, mistake != .errorIsRead { return nil }
    let namespace = "http://jabber.org/protocol/disco#items"
    let queries = stanza.children.filter {
      has($0, "query", namespace) || mistake == .anyQueryIsTaken && $0.name == "query"
    }
    if queries.isEmpty, mistake == .noQueryIsEmpty { return [] }
    let query = queries.prefix(mistake == .firstQueryAlone ? 1 : .max).first { query in
      guard let node = query["node"] else { return mistake != .nodeIsDemanded }
      return TextKey(node) == columns[column].node || mistake == .anyNodeIsTaken
    }
    guard let query else { return nil }
    var items: [Item] = []
    for child in mistake == .deepItemsAreTaken ? query.descendants : query.children {
      let isItem = has(child, "item", namespace) || mistake == .anyItemIsTaken && child["jid"] != nil
      guard isItem, let text = child["jid"], let jid = address(text) else { continue }
      let given = child["name"] ?? ""
      let isBlank = mistake == .emptyNameAlone ? given.isEmpty : trimmed(given, asASCII: false).isEmpty
      var item = Item(jid: jid, name: isBlank && mistake != .blankNameStays ? jid.text : given)
      if mistake == .nameIsTrimmed { item.name = trimmed(item.name, asASCII: false) }
      if mistake != .repeatedStays, let known = items.firstIndex(where: { $0.jid == jid }) {
        if mistake == .lastOfJIDStays { items[known] = item }
      } else {
        items.append(item)
      }
    }
    return mistake == .sortedByName ? items.sorted { TextKey($0.name) < TextKey($1.name) } : items
  }

  private func address(_ text: String) -> TextKey? {
    if mistake == .badJIDStays { return bare(text) ?? TextKey(text) }
    if mistake == .partsHaveNoLimit, text.utf8.count > 1_023 { return TextKey(text) }
    return bare(text)
  }

  // MARK: - D6, D7

  private mutating func fill(_ column: Int, _ items: [Item]) {
    let before = columns[column].items
    columns[column].items = items
    if column != 1, let renamed = items.first(where: { $0.jid == chat?.jid }) { chat = renamed }
    let isMissed = columns[column].chosen.map { chosen in
      mistake == .anyItemIsMissed
        ? before.contains { !columns[column].holds($0.jid) } : !columns[column].holds(chosen)
    }
    if isMissed ?? false, mistake != .goneChoiceStays { forgetChoice(of: column) }
    if let node = columns[column].node { subscribe(node) }
  }

  private mutating func forgetChoice(of column: Int) {
    if mistake == .chatIsClosed, chat?.jid == columns[column].chosen { chat = nil }
    columns[column].chosen = nil
    let forgets =
      switch mistake {
      case .individualOutlives: column < 2
      case .lowerChoiceOutlives: column == 2
      case .subagentTakesIndividual: true
      default: column < 3
      }
    if forgets { lastIndividual = nil }
    let below = columns
    if mistake != .lowerColumnsOutlive { clear(below: column) }
    for index in columns.indices where index > column {
      if mistake == .lowerRequestOutlives {
        (columns[index].node, columns[index].ids, columns[index].isOpen) =
          (below[index].node, below[index].ids, below[index].isOpen)
      }
      if mistake == .onlyNextIsEmptied, index > column + 1 { columns[index] = below[index] }
    }
    guard let place = selection?.column, mistake != .selectionOutlives else { return }
    if place >= column || mistake == .selectionIsAlwaysCleared { selection = nil }
  }

  private mutating func takeSubscription(_ stanza: StanzaElement, _ id: TextKey) {
    guard let node = asked[id], mistake == .anybodyRefuses || bare(stanza["from"]) == bare(pubsub) else { return }
    if mistake != .refusalAfterAgreement { asked[id] = nil }
    if stanza["type"] == "error", mistake != .refusalIsFinal { subscribed.remove(node) }
  }

  mutating func takeEvents(_ stanza: StanzaElement) {
    if stanza["type"] == "error", mistake != .errorIsEvent { return }
    if mistake == .onlyHeadlines, stanza["type"] != "headline" { return }
    let from = stanza["from"]
    let isService =
      switch mistake {
      case .anybodyPublishes: from != nil
      case .nobodyPublishes where from == nil: true
      case .directoryPublishes where full(from) == full(directory): true
      case .serviceHasResource: full(from) == full(pubsub)
      default: bare(from) == bare(pubsub)
      }
    let namespace = "http://jabber.org/protocol/pubsub#event"
    guard isService else { return }
    let events = stanza.children.filter { has($0, "event", namespace) }
    for change in events.prefix(mistake == .firstEventAlone ? 1 : .max).flatMap(\.children)
    where isChange(change, namespace) {
      guard let node = change["node"] else { continue }
      for column in columns.indices where shows(column, node) { changed(column) }
    }
  }

  private func isChange(_ change: StanzaElement, _ namespace: String) -> Bool {
    guard change.namespace == namespace || mistake == .anyEventNamespace || reading == .namespacesAreIgnored else {
      return false
    }
    switch change.name {
    case "items":
      if mistake == .emptyItemsAreNone, change.children.isEmpty { return false }
      return mistake != .retractIsNone || child(change, "retract", namespace) == nil
    case "purge": return mistake != .purgeIsNone
    case "delete": return mistake != .deleteIsNone
    default: return mistake == .configurationIsEvent
    }
  }

  private func shows(_ column: Int, _ node: String) -> Bool {
    guard let shown = columns[column].node else { return false }
    switch mistake {
    case .everyColumnIsRequested: return true
    case .everyNodeIsShown: return node.hasPrefix(Self.names[column])
    case .nodeHasNoCase: return shown.text.lowercased() == node.lowercased()
    default: return shown == TextKey(node)
    }
  }

  private mutating func changed(_ column: Int) {
    let waits = mistake == .columnsWaitTogether ? columns.contains(where: \.isOpen) : columns[column].isOpen
    guard waits, mistake != .everyEventRequests else { return request(column) }
    if mistake != .eventIsLost { columns[column].followers += 1 }
  }

  // MARK: - D9

  private mutating func takePresence(_ stanza: StanzaElement) {
    guard let jid = bare(stanza["from"]), let resource = full(stanza["from"]) else { return }
    let status = child(stanza, "status", "jabber:client")?.text ?? ""
    if mistake == .presenceNeedsItem, !columns.contains(where: { $0.holds(jid) }) { return }
    if mistake == .statusMakesSubagent, status.contains("subagent") {
      columns[3].items.append(Item(jid: jid, name: jid.text))
    }
    if mistake == .statusIsName, !status.isEmpty {
      for column in columns.indices {
        for index in columns[column].items.indices where columns[column].items[index].jid == jid {
          columns[column].items[index].name = status
        }
      }
    }
    var isThere = stanza["type"] == nil || mistake == .everyPresenceIsOnline && stanza["type"] != "unavailable"
    if mistake == .busyIsOffline, child(stanza, "show", "jabber:client") != nil { isThere = false }
    if mistake == .statusIsRead, status == "unavailable" { isThere = false }
    if isThere {
      online[jid, default: []].insert(resource)
    } else if stanza["type"] == "unavailable" {
      online[jid, default: []].remove(resource)
      let isOfAll = jid == resource && mistake != .bareLeaveIsIgnored
      if isOfAll || mistake == .oneLeavesAllLeave { online[jid] = [] }
    }
  }
}

extension StanzaElement {
  fileprivate var descendants: [StanzaElement] { children.flatMap { [$0] + $0.descendants } }
}
