internal import CanonicalJSON

/// A message of a chat.
public struct DirectoryMessage: Identifiable, Sendable {
  /// The number of the message in its chat, which stays the same while the chat is known.
  ///
  /// It isn't the position: an archived message can arrive after newer ones.
  public let id: Int
  /// The bare JID of the sender.
  public let sender: JID
  /// The text of the message; never empty.
  public let body: String
  /// The stanza id that the sender assigned, if any.
  public let stanzaID: String?
  /// The id that the user's archive assigned, if any (XEP-0313, XEP-0359).
  public let archiveID: String?

  /// Creates a message, such as one for the preview of a view.
  ///
  /// - Parameters:
  ///   - id: The number of the message in its chat.
  ///   - sender: The bare JID of the sender.
  ///   - body: The text, which isn't empty.
  ///   - stanzaID: The stanza id that the sender assigned, or `nil` for none.
  ///   - archiveID: The id that the user's archive assigned, or `nil` for none.
  public init(
    id: Int,
    sender: JID,
    body: String,
    stanzaID: String? = nil,
    archiveID: String? = nil
  ) {
    self.id = id
    self.sender = sender
    self.body = body
    self.stanzaID = stanzaID
    self.archiveID = archiveID
  }
}

extension DirectoryMessage: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: DirectoryMessage, right: DirectoryMessage) -> Bool {
    left.id == right.id
      && left.sender == right.sender
      && left.body.hasSameBytes(as: right.body)
      && left.stanzaID.hasSameBytes(as: right.stanzaID)
      && left.archiveID.hasSameBytes(as: right.archiveID)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(sender)
    hasher.combine(body.textKey)
    hasher.combine(stanzaID.textKey)
    hasher.combine(archiveID.textKey)
  }
}
