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
  public var archiveID: String? { archiveKey?.text }
  var archiveKey: TextKey?
  var origin: MessageOrigin?
  /// Nil for one that has just come, or been sent.
  var time: DateTime?
  /// When it came to its conversation, or the first of its copies did: a number.
  var arrival = 0

  /// What it is known by; nil where nobody has given it an id.
  public var id: String? { stanzaID ?? archiveID }

  /// One without a time is newer than those with one.
  fileprivate func isOlder(than other: Self) -> Bool {
    switch (time, other.time) {
    case (let time?, let known?) where time != known: time < known
    case (.some, nil): true
    case (nil, .some): false
    default: arrival < other.arrival
    }
  }

  fileprivate mutating func take(_ copy: ChatMessage) {
    origin = origin ?? copy.origin
    archiveKey = archiveKey ?? copy.archiveKey
    time = time ?? copy.time
  }
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
  private(set) var messages: [ChatMessage] = []
  /// What the messages are known by, so that a new one need not be compared with all of them.
  private var archiveIDs: Set<TextKey> = []
  private var origins: Set<MessageOrigin> = []
  private var arrivalCount = 0

  /// Takes in a message, or what a further copy of it tells.
  mutating func add(_ message: ChatMessage) {
    var message = message
    message.arrival = arrivalCount
    arrivalCount += 1
    let copies = copies(of: message) + [message]
    messages.removeAll { known in copies.contains { $0.arrival == known.arrival } }
    var merged = copies[0]
    for copy in copies.dropFirst() { merged.take(copy) }
    if let archiveID = merged.archiveKey { archiveIDs.insert(archiveID) }
    if let origin = merged.origin { origins.insert(origin) }
    let older = messages.lastIndex { !merged.isOlder(than: $0) }
    messages.insert(merged, at: older.map { $0 + 1 } ?? messages.startIndex)
  }

  /// What stands already and is one with the message: at most two, the first to come in front.
  private func copies(of message: ChatMessage) -> [ChatMessage] {
    var copies: [ChatMessage] = []
    if let archiveID = message.archiveKey, archiveIDs.contains(archiveID) {
      copies = messages.filter { $0.archiveKey == archiveID }
    }
    if let origin = message.origin, origins.contains(origin) {
      // A sender may use an id again, an archive never.
      let same = messages.filter {
        $0.origin == origin && (message.archiveKey == nil || $0.archiveKey == nil)
      }
      copies += same.min { $0.arrival < $1.arrival }.map { [$0] } ?? []
    }
    return copies.sorted { $0.arrival < $1.arrival }
  }
}
