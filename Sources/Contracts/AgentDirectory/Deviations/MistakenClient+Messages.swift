internal import AgentDirectory
internal import CanonicalJSON

extension MistakenClient {
  mutating func takeMessage(_ stanza: StanzaElement) {
    takeEvents(stanza)
    if stanza["type"] == "error" {
      if mistake == .bounceAnswers { takeResponse(stanza) }
      if reading == .errorsAreShown { show(stanza, archiveID: nil, delays: [], isLive: true) }
      if reading != .errorsWrap { return }
    }
    let from = stanza["from"]
    let archived = stanza.children.first {
      has($0, "result", "urn:xmpp:mam:2") || reading == .archiveOfAnyVersion && $0.name == "result"
    }
    let isOwnArchive =
      reading == .anybodysArchive || full(from) == own || from == nil && reading != .archiveNeedsSender
    if let archived, isOwnArchive {
      guard let (message, delays) = forwarded(archived) else { return }
      show(message, archiveID: nonempty(archived["id"]), delays: delays, isLive: false)
      if mistake == .archiveAnswers { takeResponse(message) }
      return
    }
    let carbon = stanza.children.first {
      has($0, "received", "urn:xmpp:carbons:2") || has($0, "sent", "urn:xmpp:carbons:2")
    }
    let isOwnCarbon =
      switch reading {
      case .anybodysCarbon: true
      case .nobodysCarbon: from == nil || full(from) == own
      case .fullCarbon: bare(from) == own
      default: full(from) == own
      }
    if isOwnCarbon, let carbon {
      guard reading != .carbonsAreIgnored, let (message, delays) = forwarded(carbon) else { return }
      let isOwn = bare(message["from"]) == own
      let isReceived = carbon.name == "received"
      if !isReceived, !isOwn, reading != .sentCarbonOfAnybody { return }
      let isLive = isReceived || reading == .sentCarbonIsReceived
      show(message, archiveID: nil, delays: delays, isLive: isLive)
      if isReceived, mistake != .copyIsNoAnswer { takeResponse(message) }
      return
    }
    if reading != .answersAreNotShown || canAnswer(stanza) {
      show(stanza, archiveID: nil, delays: reading == .delayIsIgnored ? [] : delays(stanza), isLive: true)
    }
    takeResponse(stanza)
  }

  private func delays(_ element: StanzaElement) -> [String?] {
    element.children.filter { has($0, "delay", "urn:xmpp:delay") }.map { $0["stamp"] }
  }

  private func nonempty(_ id: String?) -> String? { id == "" && reading != .emptyIDCounts ? nil : id }

  private func forwarded(_ wrapper: StanzaElement) -> (StanzaElement, [String?])? {
    guard let forwarded = child(wrapper, "forwarded", "urn:xmpp:forward:0"),
      let message = child(forwarded, "message", "jabber:client")
    else { return nil }
    return (message, delays(forwarded) + delays(message))
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

  private mutating func show(_ message: StanzaElement, archiveID: String?, delays: [String?], isLive: Bool) {
    guard isShown(message["type"]), let from = bare(message["from"]), let sender = full(message["from"]) else { return }
    let bodies = message.children.filter {
      has($0, "body", "jabber:client") || reading == .anyBodyIsShown && $0.name == "body"
    }
    var body = (reading == .lastBodyIsShown ? bodies.last : bodies.first)?.text ?? ""
    if reading == .bodyIsTrimmed { body = trimmed(body, asASCII: false) }
    guard !body.isEmpty || reading == .emptyIsShown else { return }
    let other = from == own && !isLive ? bare(message["to"]) ?? from : from
    let given = message.children.filter { has($0, "stanza-id", "urn:xmpp:sid:0") }
      .prefix(reading == .firstOfAKindAlone ? 1 : .max)
      .filter { full($0["by"]) == own || reading == .anybodysArchiveID }.compactMap { nonempty($0["id"]) }.first
    let stamps = reading == .firstOfAKindAlone ? delays.prefix(1) : delays[...]
    // Without a stamp it is not even a time that is none.
    let time = stamps.compactMap { $0.flatMap(self.time) }.first
    let place = reading == .openChatHasAll ? chat?.jid ?? other : other
    if reading == .closedChatsHaveNone, place != chat?.jid { return }
    keep(
      Message(
        from: from, body: body, sender: sender, id: nonempty(message["id"]), archiveID: archiveID ?? given, time: time),
      in: place)
  }

  private func time(_ text: String) -> Time? {
    let form = /(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):(\d\d))/.asciiOnlyDigits()
    let none = reading == .badTimeIsOldest ? Time(seconds: 0, fraction: "", text: "") : nil
    guard let match = text.wholeMatch(of: form)?.output else { return none }
    let parts = [match.1, match.2, match.3, match.4, match.5, match.6].compactMap { Int($0) }
    let (year, month, day, hour, minute, second) = (parts[0], parts[1], parts[2], parts[3], parts[4], parts[5])
    let (east, offsetHour, offsetMinute) = (match.8 == "+", Int(match.9 ?? "0") ?? 0, Int(match.10 ?? "0") ?? 0)
    guard (1...(reading == .anyMonthCounts ? 99 : 12)).contains(month),
      (1...days(min(month, 12), year)).contains(day), hour < 24, minute < 60,
      second < (reading == .leapSecondCounts ? 61 : 60), offsetHour < (reading == .anyOffsetCounts ? 100 : 24),
      offsetMinute < 60
    else { return none }
    // A year of 400 more is as long, and none before it is negative.
    let before = year + 399
    let full = 365 * before + before / 4 - before / 100 + before / 400
    let date = (1..<month).reduce(full + day) { $0 + days(min($1, 12), year) }
    let offset = (offsetHour * 60 + offsetMinute) * (east ? 1 : -1)
    var fraction = String(match.7 ?? "")
    while fraction.last == "0", reading != .zerosCount { fraction.removeLast() }
    return Time(seconds: ((date * 24 + hour) * 60 + minute - offset) * 60 + second, fraction: fraction, text: text)
  }

  private func days(_ month: Int, _ year: Int) -> Int {
    if reading == .monthsAreAlike { return 31 }
    switch month {
    case 2:
      let isLeap = year % 100 != 0 || year % 400 == 0 || reading == .fourthYearIsLeap
      return year % 4 == 0 && isLeap ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  mutating func keep(_ message: Message, in place: TextKey) {
    var messages = chats[place] ?? []
    let named = [messages.firstIndex { isArchived($0, message) }, messages.firstIndex { isSent($0, message) }]
    var copies = Set(named.compactMap(\.self)).sorted()
    if reading == .oneCopyJoins { copies = Array(copies.prefix(1)) }
    if let first = copies.first {
      for copy in copies.dropFirst().map({ messages[$0] }) + [message] {
        if messages[first].id == nil { (messages[first].id, messages[first].sender) = (copy.id, copy.sender) }
        if reading != .lateIDIsLost { messages[first].archiveID = messages[first].archiveID ?? copy.archiveID }
        if reading != .lateTimeIsLost { messages[first].time = messages[first].time ?? copy.time }
      }
      for copy in copies.dropFirst().reversed() { messages.remove(at: copy) }
    } else {
      messages.append(message)
    }
    chats[place] = messages
  }

  func inOrder(_ messages: [Message]) -> [Message] {
    guard reading != .messagesByArrival else { return messages }
    return messages.enumerated().sorted { left, right in
      isOlder(left.element, right.element)
        || !isOlder(right.element, left.element)
          && (reading == .equalTimesAreReversed ? left.offset > right.offset : left.offset < right.offset)
    }.map(\.element)
  }

  private func isOlder(_ message: Message, _ other: Message) -> Bool {
    guard let time = message.time else { return false }
    guard let known = other.time else { return true }
    if reading == .timesAreText { return TextKey(time.text) < TextKey(known.text) }
    return (time.seconds, TextKey(time.fraction)) < (known.seconds, TextKey(known.fraction))
  }

  private func isArchived(_ known: Message, _ message: Message) -> Bool {
    switch reading {
    case .noCopyIsKnown, .textTellsCopies, .stanzaIDAlone: false
    default: isSame(known.archiveID, message.archiveID)
    }
  }

  private func isSent(_ known: Message, _ message: Message) -> Bool {
    switch reading {
    case .noCopyIsKnown, .archiveIDAlone: return false
    case .textTellsCopies: return known.from == message.from && known.body == message.body
    case .sendersShareIDs: break
    case .resourcesShareIDs: if known.from != message.from { return false }
    default: if known.sender != message.sender { return false }
    }
    let isTwice = known.archiveID != nil && message.archiveID != nil && reading != .reusedIDIsOne
    return !isTwice && isSame(known.id, message.id)
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
