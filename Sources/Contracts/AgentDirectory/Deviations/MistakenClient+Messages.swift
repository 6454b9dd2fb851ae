internal import AgentDirectory
internal import CanonicalJSON

extension MistakenClient {
  mutating func takeMessage(_ stanza: StanzaElement) {
    takeEvents(stanza)
    if stanza["type"] == "error" {
      if mistake == .bounceAnswers { takeResponse(stanza) }
      if reading == .errorsAreShown { show(stanza, archiveID: nil, delay: nil, isLive: true) }
      return
    }
    let from = stanza["from"]
    let archived = stanza.children.first {
      has($0, "result", "urn:xmpp:mam:2") || reading == .archiveOfAnyVersion && $0.name == "result"
    }
    let isOwnArchive =
      reading == .anybodysArchive || full(from) == own || from == nil && reading != .archiveNeedsSender
    if let archived, isOwnArchive {
      guard let (message, delay) = forwarded(archived) else { return }
      show(message, archiveID: archived["id"], delay: delay, isLive: false)
      if mistake == .archiveAnswers { takeResponse(message) }
      return
    }
    let received = child(stanza, "received", "urn:xmpp:carbons:2")
    let isOwnCarbon =
      switch reading {
      case .anybodysCarbon: true
      case .nobodysCarbon: from == nil || full(from) == own
      case .fullCarbon: bare(from) == own
      default: full(from) == own
      }
    if isOwnCarbon, let carbon = received ?? child(stanza, "sent", "urn:xmpp:carbons:2") {
      guard reading != .carbonsAreIgnored, let (message, delay) = forwarded(carbon) else { return }
      let isOwn = bare(message["from"]) == own
      if received == nil, !isOwn, reading != .sentCarbonOfAnybody { return }
      let isLive = received != nil || reading == .sentCarbonIsReceived
      show(message, archiveID: nil, delay: delay, isLive: isLive)
      if received != nil, mistake != .copyIsNoAnswer { takeResponse(message) }
      return
    }
    let delay = child(stanza, "delay", "urn:xmpp:delay")?["stamp"]
    if reading != .answersAreNotShown || canAnswer(stanza) {
      show(stanza, archiveID: nil, delay: reading == .delayIsIgnored ? nil : delay, isLive: true)
    }
    takeResponse(stanza)
  }

  private func forwarded(_ wrapper: StanzaElement) -> (StanzaElement, String?)? {
    guard let forwarded = child(wrapper, "forwarded", "urn:xmpp:forward:0"),
      let message = child(forwarded, "message", "jabber:client")
    else { return nil }
    let delay = child(forwarded, "delay", "urn:xmpp:delay") ?? child(message, "delay", "urn:xmpp:delay")
    return (message, delay?["stamp"])
  }

  // MARK: - D12

  private func isShown(_ type: String?) -> Bool {
    switch type {
    case nil: reading != .onlyChatsAreShown
    case "groupchat": reading == .roomsAreShown
    case "headline": reading == .headlinesAreShown
    case "error": reading == .errorsAreShown
    default: true
    }
  }

  private mutating func show(_ message: StanzaElement, archiveID: String?, delay: String?, isLive: Bool) {
    guard isShown(message["type"]), let from = bare(message["from"]) else { return }
    let bodies = message.children.filter {
      has($0, "body", "jabber:client") || reading == .anyBodyIsShown && $0.name == "body"
    }
    var body = (reading == .lastBodyIsShown ? bodies.last : bodies.first)?.text ?? ""
    if reading == .bodyIsTrimmed { body = trimmed(body, asASCII: false) }
    guard !body.isEmpty || reading == .emptyIsShown else { return }
    let other = from == own && !isLive ? bare(message["to"]) ?? from : from
    let given = message.children.first {
      has($0, "stanza-id", "urn:xmpp:sid:0") && (full($0["by"]) == own || reading == .anybodysArchiveID)
    }
    let place = reading == .openChatHasAll ? chat?.jid ?? other : other
    if reading == .closedChatsHaveNone, place != chat?.jid { return }
    keep(
      Message(from: from, body: body, id: message["id"], archiveID: archiveID ?? given?["id"], time: time(delay)),
      in: place)
  }

  /// The time and its text. Only the forms that the cases have.
  private func time(_ text: String?) -> (Double, String)? {
    guard let text else { return nil }
    let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d(?:\.\d+)?)(?:Z|([+-]\d\d):(\d\d))/
    guard let match = text.wholeMatch(of: form)?.output, let year = Double(match.1), let month = Double(match.2),
      let day = Double(match.3), let hour = Double(match.4), let minute = Double(match.5),
      let second = Double(match.6), (1...12).contains(month), (1...Self.days(Int(month), Int(year))).contains(Int(day))
    else { return reading == .badTimeIsOldest ? (0, "") : nil }
    let offset = (match.7.flatMap { Double($0) } ?? 0) * 60
    // Months of 31 days keep the order, and no offset of a case goes over the end of a month.
    let days = (year * 12 + month) * 31 + day
    return (((days * 24 + hour) * 60 + minute - offset) * 60 + second, text)
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  mutating func keep(_ message: Message, in place: TextKey) {
    var messages = chats[place] ?? []
    var message = message
    var first: Int?
    var isMoved = true
    for (index, known) in messages.enumerated().reversed() where isCopy(known, message) {
      isMoved = known.time == nil && message.time != nil
      message = Message(
        from: known.from, body: known.body, id: known.id ?? message.id, archiveID: known.archiveID ?? message.archiveID,
        time: known.time ?? message.time)
      messages.remove(at: index)
      first = index
    }
    let index = first.flatMap { isMoved ? nil : $0 } ?? messages.firstIndex { isOlder(message, $0) } ?? messages.count
    messages.insert(message, at: index)
    chats[place] = messages
  }

  private func isOlder(_ message: Message, _ other: Message) -> Bool {
    guard let time = message.time, reading != .messagesByArrival else { return false }
    guard let known = other.time else { return true }
    return reading == .timesAreText ? TextKey(time.text) < TextKey(known.text) : time.seconds < known.seconds
  }

  private func isCopy(_ left: Message, _ right: Message) -> Bool {
    if reading == .noCopyIsKnown { return false }
    if reading == .textTellsCopies { return left.from == right.from && left.body == right.body }
    if reading != .stanzaIDAlone, isSame(left.archiveID, right.archiveID) { return true }
    guard left.from == right.from || reading == .sendersShareIDs, reading != .archiveIDAlone else { return false }
    return isSame(left.id, right.id)
  }

  private func isSame(_ left: String?, _ right: String?) -> Bool {
    guard let left, let right else { return false }
    switch reading {
    case .idsHaveNoCase: return left.lowercased() == right.lowercased()
    case .equivalentIDs: return left == right
    default: return TextKey(left) == TextKey(right)
    }
  }

  // MARK: - D8

  private func canAnswer(_ message: StanzaElement) -> Bool {
    guard let response = response(message) else { return true }
    guard let work = work[key(ofTask: response["task_id"] ?? "")] else { return false }
    return !work.isAnswered && bare(message["from"]) == work.worker
  }

  private func response(_ message: StanzaElement) -> StanzaElement? {
    message.children.first {
      has($0, "response", "urn:parity:subagent:0") || mistake == .anyNamespaceAnswers && $0.name == "response"
    }
  }

  private mutating func takeResponse(_ message: StanzaElement) {
    guard isShown(message["type"]) || mistake == .bounceAnswers, let response = response(message) else { return }
    if mistake == .onlyChatTypeAnswers, message["type"] != "chat" { return }
    let task = response["task_id"] ?? ""
    let from = bare(message["from"]) ?? ""
    let work = work[key(ofTask: task)]
    let isWorker =
      switch mistake {
      case .anybodyCanAnswer: true
      case .fullWorkerAnswers: full(message["from"]) == work?.worker
      default: from == work?.worker
      }
    if mistake == .othersCloseTask { self.work[key(ofTask: task)]?.isAnswered = true }
    guard let work, isWorker, !work.isAnswered || mistake == .answerCountsTwice else {
      if mistake == .unknownIsDelivered { deliver(to: own, from, task, message) }
      if mistake != .unroutableIsSilent { error = "unroutable" }
      return
    }
    self.work[key(ofTask: task)]?.isAnswered = true
    let parent = mistake == .parentIsOfDelivery ? lastIndividual ?? own : work.parent
    var receivers = mistake == .onlyChatHasAnswer && chat != nil ? [] : [parent]
    if let chat, chat.jid != parent || mistake == .sameContactTwice, mistake != .onlyParentHasAnswer,
      chat.jid != from || mistake != .ownChatIsLeftOut
    {
      receivers.insert(chat.jid, at: mistake == .chatComesFirst ? 0 : receivers.count)
    }
    for receiver in receivers { deliver(to: receiver, from, task, message) }
  }

  private mutating func deliver(to: TextKey, _ from: TextKey, _ task: String, _ message: StanzaElement) {
    let body = child(message, "body", "jabber:client")?.text ?? ""
    delivered.append([
      "to": .string(to.text), "from": .string(from.text), "task_id": .string(task), "body": .string(body),
    ])
  }
}
