internal import CanonicalJSON
internal import RFC3339

/// A message of a chat.
public struct ChatMessage: Sendable {
  /// Who sent it, without a resource.
  public let sender: JID
  /// Its text, which is not empty.
  public let body: String
  /// What its sender called it.
  public var stanzaID: String? { origin?.stanzaID.text }
  /// What the user's archive calls it (XEP-0313, XEP-0359).
  public internal(set) var archiveID: String?
  var origin: MessageOrigin?
  /// Nil for one that has just come, or been sent.
  var time: DateTime?

  /// What it is known by; nil where nobody has given it an id.
  public var id: String? { stanzaID ?? archiveID }
}

/// A stanza id with the full address that gave it: each resource counts on its own.
struct MessageOrigin: Hashable {
  let sender: JID
  let stanzaID: TextKey

  /// Nil where there is no id, or an empty one.
  init?(_ sender: JID, _ stanzaID: String?) {
    guard let stanzaID, !stanzaID.isEmpty else { return nil }
    self.sender = sender
    self.stanzaID = TextKey(stanzaID)
  }
}

/// The messages with one contact, the oldest first (D12).
struct Conversation {
  var messages: [ChatMessage] { arrivals.map(\.message) }
  private var arrivals: [Arrival] = []
  /// What the messages are known by, so that a new one need not be compared with all of them.
  private var archiveIDs: Set<TextKey> = []
  private var origins: Set<MessageOrigin> = []
  private var count = 0

  fileprivate struct Arrival {
    /// Of the first copy, from 0.
    let number: Int
    var message: ChatMessage
  }

  /// Takes in a message, or what a further copy of it tells.
  mutating func add(_ message: ChatMessage) {
    let copies = copies(of: message)
    arrivals.removeAll { arrival in copies.contains { $0.number == arrival.number } }
    var arrival = copies.first ?? Arrival(number: count, message: message)
    for copy in copies.dropFirst() { arrival.message.take(copy.message) }
    arrival.message.take(message)
    if copies.isEmpty { count += 1 }
    if let archiveID = arrival.message.archiveID { archiveIDs.insert(TextKey(archiveID)) }
    if let origin = arrival.message.origin { origins.insert(origin) }
    let older = arrivals.lastIndex { !arrival.isOlder(than: $0) }
    arrivals.insert(arrival, at: older.map { $0 + 1 } ?? arrivals.startIndex)
  }

  /// What stands already and is one with the message: at most two, the first to come in front.
  private func copies(of message: ChatMessage) -> [Arrival] {
    var copies: [Arrival] = []
    let archiveID = message.archiveID.map { TextKey($0) }
    if let archiveID, archiveIDs.contains(archiveID) {
      copies = arrivals.filter { $0.message.archiveID.map { TextKey($0) } == archiveID }
    }
    if let origin = message.origin, origins.contains(origin) {
      // A sender may use an id again, an archive never.
      let same = arrivals.filter { arrival in
        arrival.message.origin == origin && (archiveID == nil || arrival.message.archiveID == nil)
      }
      copies += same.min { $0.number < $1.number }.map { [$0] } ?? []
    }
    return copies.sorted { $0.number < $1.number }
  }
}

extension Conversation.Arrival {
  /// One without a time is newer than those with one.
  fileprivate func isOlder(than other: Self) -> Bool {
    switch (message.time, other.message.time) {
    case (let time?, let known?) where time != known: time < known
    case (.some, nil): true
    case (nil, .some): false
    default: number < other.number
    }
  }
}

extension ChatMessage {
  fileprivate mutating func take(_ copy: ChatMessage) {
    origin = origin ?? copy.origin
    archiveID = archiveID ?? copy.archiveID
    time = time ?? copy.time
  }
}
