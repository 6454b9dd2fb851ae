internal import CanonicalJSON
internal import RFC3339

/// A message of a conversation, with everything that determines its identity and its place.
struct ConversationMessage {
  /// The bare JID of the sender.
  let sender: JID
  /// The text of the message; never empty.
  let body: String
  /// The id that the user's archive assigned, if any (XEP-0313, XEP-0359).
  var archiveID: TextKey?
  /// The sender's full JID with the stanza id that it assigned, if any.
  var origin: MessageOrigin?
  /// The time of the message, or `nil` if the message has no valid delay, as when it arrived live
  /// or was just sent.
  var time: DateTime?
  /// The position in the conversation's order of arrival: that of the first copy of the message.
  var arrival = 0

  /// The message as a view shows it.
  var message: DirectoryMessage {
    DirectoryMessage(
      id: arrival,
      sender: sender,
      body: body,
      stanzaID: origin?.stanzaID.text,
      archiveID: archiveID?.text
    )
  }

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
  fileprivate mutating func take(_ copy: ConversationMessage) {
    origin = origin ?? copy.origin
    archiveID = archiveID ?? copy.archiveID
    time = time ?? copy.time
  }
}

/// A stanza id together with the full JID that assigned it: resources assign ids independently.
struct MessageOrigin: Hashable {
  let sender: JID
  let stanzaID: TextKey

  /// Creates an origin, or returns `nil` if the id is missing or empty.
  init?(_ sender: JID, _ stanzaID: String?) {
    guard let stanzaID, !stanzaID.isEmpty else { return nil }
    self.sender = sender
    self.stanzaID = TextKey(stanzaID)
  }
}

/// The messages exchanged with one contact, each once (D18), oldest first (D19).
struct Conversation {
  private var known: [ConversationMessage] = []
  /// The ids of the messages, so that most new messages need no comparison with the existing ones.
  private var archiveIDs: Set<TextKey> = []
  private var origins: Set<MessageOrigin> = []
  private var arrivalCount = 0

  /// The messages as a view shows them, oldest first.
  var messages: [DirectoryMessage] { known.map(\.message) }

  /// Adds a message, or merges it into the message that it is a copy of.
  mutating func add(_ message: ConversationMessage) {
    var message = message
    message.arrival = arrivalCount
    arrivalCount += 1

    let copies = copies(of: message) + [message]
    known.removeAll { message in copies.contains { $0.arrival == message.arrival } }

    var merged = copies[0]
    for copy in copies.dropFirst() { merged.take(copy) }

    if let archiveID = merged.archiveID { archiveIDs.insert(archiveID) }
    if let origin = merged.origin { origins.insert(origin) }

    let older = known.lastIndex { !merged.isOlder(than: $0) }
    known.insert(merged, at: older.map { $0 + 1 } ?? known.startIndex)
  }

  /// Returns the existing messages that are the same as the given message: at most two, the
  /// earliest first.
  private func copies(of message: ConversationMessage) -> [ConversationMessage] {
    var copies: [ConversationMessage] = []
    if let archiveID = message.archiveID, archiveIDs.contains(archiveID) {
      copies = known.filter { $0.archiveID == archiveID }
    }

    if let origin = message.origin, origins.contains(origin) {
      // A sender can reuse an id; an archive never does.
      let same = known.filter {
        $0.origin == origin && (message.archiveID == nil || $0.archiveID == nil)
      }
      copies += same.min { $0.arrival < $1.arrival }.map { [$0] } ?? []
    }

    return copies.sorted { $0.arrival < $1.arrival }
  }
}
