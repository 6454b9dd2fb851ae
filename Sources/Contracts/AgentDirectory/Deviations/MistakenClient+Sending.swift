internal import CanonicalJSON

extension MistakenClient {
  mutating func nextID() -> String {
    lastID += 1
    return "\(prefix)\(lastID)"
  }

  mutating func request(_ column: Int) {
    guard let node = columns[column].node else { return }
    let id = nextID()
    columns[column].ids.append(TextKey(id))
    columns[column].isOpen = true
    columns[column].followers = 0
    let to = mistake == .directoryIsAskedBare ? bare(directory)?.text ?? "" : directory
    send("get", id, to: to, element("query", "http://jabber.org/protocol/disco#items", ["node": .string(node.text)]))
  }

  mutating func subscribe(_ node: TextKey) {
    guard mistake != .neverSubscribes, !subscribed.contains(node) || mistake == .subscribesEachTime else { return }
    let id = nextID()
    subscribed.insert(node)
    asked[TextKey(id)] = node
    let jid = mistake == .subscribesBare ? own.text : user
    let namespace = "http://jabber.org/protocol/pubsub"
    let subscribe = element("subscribe", namespace, ["node": .string(node.text), "jid": .string(jid)])
    send("set", id, to: pubsub, element("pubsub", namespace, [:], [subscribe]))
  }

  // D11
  mutating func queryArchive(_ jid: TextKey) {
    let form = "jabber:x:data"
    let archive = "urn:xmpp:mam:2"
    var fields: [JSONValue] = []
    if reading != .archiveWithoutFormType {
      let value = element("value", form, [:], text: archive)
      fields.append(element("field", form, ["var": "FORM_TYPE", "type": "hidden"], [value]))
    }
    if reading != .archiveWithoutWith {
      fields.append(element("field", form, ["var": "with"], [element("value", form, [:], text: jid.text)]))
    }
    var parts = [element("x", form, ["type": "submit"], fields)]
    if reading != .archiveFromTheStart {
      let pages = "http://jabber.org/protocol/rsm"
      parts.append(element("set", pages, [:], [element("before", pages, [:])]))
    }
    let query = element("query", archive, [:], parts)
    send("set", nextID(), to: reading == .archiveIsAskedOfContact ? jid.text : nil, query)
  }

  private mutating func send(_ type: String, _ id: String, to: String?, _ child: JSONValue) {
    var attributes: JSONObject = ["type": .string(type), "id": .string(id)]
    attributes["to"] = to.map(JSONValue.string)
    sent.append(element("iq", "jabber:client", attributes, [child]))
  }

  // MARK: - D12

  mutating func send(_ text: String) {
    var body = reading == .textIsNotTrimmed ? text : trimmed(text, asASCII: reading == .asciiIsTrimmed)
    if reading == .spacesAreJoined { body = body.split(separator: " ").joined(separator: " ") }
    if trimmed(text, asASCII: reading == .asciiIsTrimmed).isEmpty {
      if reading == .blankTakesID, chat != nil { lastID += 1 }
      guard reading == .blankIsSent else { return }
    }
    guard let chat else { return }
    let isToGroup = reading == .groupIsWrittenTo && selection?.column == 1
    sendMessage(isToGroup ? selection?.jid ?? chat.jid : chat.jid, body, work: nil)
  }

  // D8
  mutating func sendWork(_ to: String, task given: String, body: String) {
    let task = mistake == .taskIsKeptRaw ? given : allowed(given)
    let parent: TextKey =
      switch mistake {
      case .parentIsSelection: selection?.jid ?? own
      case .parentIsFull: lastIndividual ?? TextKey(user)
      default: lastIndividual ?? own
      }
    if let known = work[key(ofTask: task)], mistake != .duplicateIsSent,
      mistake != .answeredCanBeUsed || !known.isAnswered
    {
      if mistake == .duplicateTakesOver { work[key(ofTask: task)]?.parent = parent }
      if mistake == .duplicateTakesId { lastID += 1 }
      error = "duplicate_task"
      return
    }
    let isAsWritten = mistake == .workGoesToResource
    let worker = mistake == .fullWorkerAnswers ? TextKey(to) : bare(to) ?? ""
    work[key(ofTask: task)] = Work(worker: worker, parent: parent)
    let element = element(
      "work", "urn:parity:subagent:0", ["task_id": .string(allowed(task)), "parent_jid": .string(parent.text)])
    let body = mistake == .workIsTrimmed ? trimmed(body, asASCII: false) : body
    sendMessage(isAsWritten ? TextKey(to) : bare(to) ?? "", body, work: element)
  }

  func key(ofTask task: String) -> TextKey {
    switch mistake {
    case .taskHasNoCase: TextKey(task.lowercased())
    case .equivalentTask: work.keys.first { $0.text == task } ?? TextKey(task)
    default: TextKey(task)
    }
  }

  private mutating func sendMessage(_ to: TextKey, _ text: String, work: JSONValue?) {
    let id = nextID()
    let body = allowed(text)
    let children = [element("body", "jabber:client", [:], text: body.isEmpty ? nil : body), work].compactMap(\.self)
    sent.append(
      element(
        "message", "jabber:client", ["type": "chat", "id": .string(id), "to": .string(to.text)], children))
    if reading == .sentIsNotShown || reading == .workIsNotShown && work != nil { return }
    if !body.isEmpty { keep(Message(from: own, body: body, sender: TextKey(user), id: id), in: to) }
  }

  private func allowed(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isControl = scalar.value < 0x20 && ![0x9, 0xA, 0xD].contains(scalar.value)
      if !isControl, scalar.value != 0xFFFE, scalar.value != 0xFFFF {
        result.append(scalar)
      } else if reading != .forbiddenIsDropped {
        result.append("\u{FFFD}")
      }
    }
    return String(result)
  }

  func trimmed(_ text: String, asASCII: Bool) -> String {
    let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace && (!asASCII || scalar.isASCII) }
    let front = text.unicodeScalars.drop(while: isSpace)
    return String(String.UnicodeScalarView(front.reversed().drop(while: isSpace).reversed()))
  }

  private func element(
    _ name: String, _ namespace: String, _ attributes: JSONObject, _ children: [JSONValue] = [], text: String? = nil
  ) -> JSONValue {
    var object: JSONObject = [
      "name": .string(name), "namespace": .string(namespace), "attributes": .object(attributes),
    ]
    object["text"] = text.map(JSONValue.string)
    if !children.isEmpty { object["children"] = .array(children) }
    return .object(object)
  }

  // MARK: - Output

  var state: JSONValue {
    var columns = JSONObject([])
    for (index, column) in self.columns.enumerated() {
      let shown = mistake == .leavingIsVanishing ? column.items.filter { online[$0.jid] != [] } : column.items
      columns[Self.names[index]] = .array(
        shown.map { item in
          var object: JSONObject = ["jid": .string(item.jid.text), "name": .string(item.name)]
          let isOnline = !(online[item.jid] ?? []).isEmpty && (mistake != .roomsAreNeverOnline || index != 1)
          if isOnline { object["online"] = true }
          return .object(object)
        })
    }
    var state: JSONObject = ["columns": .object(columns), "sent": .array(sent), "delivered": .array(delivered)]
    state["selection"] = selection.map { ["column": .string(Self.names[$0.column]), "jid": .string($0.jid.text)] }
    let isGroup = mistake == .groupShowsRoom && selection?.column == 1
    let shown = isGroup ? selection.flatMap { choice in self.columns[1].items.first { $0.jid == choice.jid } } : chat
    state["chat"] = shown.map { chat in
      let messages = inOrder(chats[chat.jid] ?? [])
      let ordered = reading == .newestFirst ? messages.reversed() : messages
      return [
        "jid": .string(chat.jid.text), "name": .string(chat.name),
        "messages": .array(
          ordered.map { message in
            var object: JSONObject = ["from": .string(message.from.text), "body": .string(message.body)]
            object["id"] = (message.id ?? message.archiveID).map(JSONValue.string)
            return .object(object)
          }),
      ]
    }
    state["error"] = error.map { ["code": .string($0)] }
    return .object(state)
  }
}
