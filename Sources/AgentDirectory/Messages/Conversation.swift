internal import CanonicalJSON
internal import RFC3339

/// A message of a chat.
public struct ChatMessage: Sendable {
  /// Who sent it, without a resource.
  public let sender: JID
  /// Its text, which is not empty.
  public let body: String
  /// What its sender called it.
  public internal(set) var stanzaID: String?
  /// What the user's archive calls it (XEP-0313, XEP-0359).
  public internal(set) var archiveID: String?
  /// Nil for one that has just come, or been sent.
  var time: DateTime?

  /// What it is known by; nil where nobody has given it an id.
  public var id: String? { stanzaID ?? archiveID }
}

/// The messages with one contact, the oldest first (D12).
struct Conversation {
  private(set) var messages: [ChatMessage] = []
  /// What the messages are known by, so that a new one need not be compared with all of them.
  private var names: Set<MessageName> = []

  /// Takes in a message, or what a further copy of it tells.
  mutating func add(_ message: ChatMessage) {
    var message = message
    var place: Int?
    if !names.isDisjoint(with: message.names) {
      for index in messages.indices.reversed() where !message.names.isDisjoint(with: messages[index].names) {
        var known = messages.remove(at: index)
        known.stanzaID = known.stanzaID ?? message.stanzaID
        known.archiveID = known.archiveID ?? message.archiveID
        let movesByTime = known.time == nil && message.time != nil
        known.time = known.time ?? message.time
        message = known
        place = movesByTime ? nil : index
      }
    }
    names.formUnion(message.names)
    messages.insert(message, at: place ?? index(for: message))
  }

  /// One without a time is newer than those with one, and than those that came before it.
  private func index(for message: ChatMessage) -> Int {
    guard let time = message.time else { return messages.endIndex }
    let older = messages.lastIndex { $0.time.map { $0 <= time } ?? false }
    return older.map { $0 + 1 } ?? messages.startIndex
  }
}

/// What tells copies of a message: an archive's id, or its sender's, which is unique for that sender only.
private enum MessageName: Hashable {
  case archive(TextKey)
  case stanza(JID, TextKey)
}

extension ChatMessage {
  fileprivate var names: Set<MessageName> {
    Set(
      [archiveID.map { .archive(TextKey($0)) }, stanzaID.map { .stanza(sender, TextKey($0)) }].compactMap(\.self))
  }
}
