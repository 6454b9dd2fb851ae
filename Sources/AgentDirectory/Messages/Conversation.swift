internal import CanonicalJSON
internal import RFC3339

/// A chat message.
public struct ChatMessage: Sendable {
  /// The bare JID of the sender.
  public let sender: JID
  /// The text of the message; never empty.
  public let body: String
  /// The stanza id that the sender assigned, if any.
  public var stanzaID: String? { origin?.stanzaID.text }
  /// The id that the user's archive assigned, if any (XEP-0313, XEP-0359).
  public var archiveID: String? { archiveKey?.text }
  var archiveKey: TextKey?
  var origin: MessageOrigin?
  /// The time of the message, or `nil` if the message has no valid delay, as when it arrived live
  /// or was just sent.
  var time: DateTime?
  /// The position in the conversation's order of arrival: that of the first copy of the message.
  var arrival = 0

  /// The stanza id, otherwise the archive id, or `nil` if the message has neither.
  public var id: String? { stanzaID ?? archiveID }

  /// Returns whether this message sorts before another. Messages without a time sort after those
  /// with one.
  fileprivate func isOlder(than other: Self) -> Bool {
    switch (time, other.time) {
    case (let time?, let known?) where time != known: time < known
    case (.some, nil): true
    case (nil, .some): false
    default: arrival < other.arrival
    }
  }

  /// Takes the ids and the time that the message lacks from a copy of it.
  fileprivate mutating func take(_ copy: ChatMessage) {
    origin = origin ?? copy.origin
    archiveKey = archiveKey ?? copy.archiveKey
    time = time ?? copy.time
  }
}

/// A stanza id together with the full JID that assigned it: resources assign ids independently.
struct MessageOrigin: Hashable {
  let sender: JID
  let stanzaID: TextKey

  /// Returns `nil` if the id is missing or empty.
  init?(_ sender: JID, _ stanzaID: String?) {
    guard let stanzaID, !stanzaID.isEmpty else { return nil }
    self.sender = sender
    self.stanzaID = TextKey(stanzaID)
  }
}

/// The messages exchanged with one contact, each once (D18), oldest first (D19).
struct Conversation {
  private(set) var messages: [ChatMessage] = []
  /// The ids of the messages, so that most new messages need no comparison with the existing ones.
  private var archiveIDs: Set<TextKey> = []
  private var origins: Set<MessageOrigin> = []
  private var arrivalCount = 0

  /// Adds a message, or merges it into the message that it is a copy of.
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

  /// Returns the existing messages that are the same as the given message: at most two, the
  /// earliest first.
  private func copies(of message: ChatMessage) -> [ChatMessage] {
    var copies: [ChatMessage] = []
    if let archiveID = message.archiveKey, archiveIDs.contains(archiveID) {
      copies = messages.filter { $0.archiveKey == archiveID }
    }
    if let origin = message.origin, origins.contains(origin) {
      // A sender can reuse an id; an archive never does.
      let same = messages.filter {
        $0.origin == origin && (message.archiveKey == nil || $0.archiveKey == nil)
      }
      copies += same.min { $0.arrival < $1.arrival }.map { [$0] } ?? []
    }
    return copies.sorted { $0.arrival < $1.arrival }
  }
}
