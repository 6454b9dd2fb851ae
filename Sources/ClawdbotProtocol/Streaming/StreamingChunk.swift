/// A piece of a reply that is streamed while the bot still writes it.
///
/// On the wire it is an object with these members, all of which have to be there, `isFinal` too
/// (rule W1).
public struct StreamingChunk: Codable, Sendable {
  /// The message that the piece belongs to.
  public let messageID: MessageID
  /// Its place among the pieces: a signed integer of 64 bits (rule W5), from whatever number and
  /// with gaps (rule A1).
  public let chunkIndex: Int
  /// The text, which may begin or end within a character.
  public let content: String
  /// Whether the message is complete with it (rule A2).
  public let isFinal: Bool

  /// Makes a piece, by default one that others follow.
  public init(messageID: MessageID, chunkIndex: Int, content: String, isFinal: Bool = false) {
    self.messageID = messageID
    self.chunkIndex = chunkIndex
    self.content = content
    self.isFinal = isFinal
  }
}
