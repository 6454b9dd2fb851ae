internal import CanonicalJSON

/// A part of a reply that is streamed while the bot is still writing it.
///
/// On the wire, it is an object with these members, all of which are required, including `isFinal`
/// (rule W1).
public struct StreamingChunk: Codable, Sendable {
  /// The identifier of the message that the chunk belongs to.
  public let messageID: MessageID
  /// The index that orders the chunks: a signed 64-bit integer (rules W5, W9). Indices can start
  /// at any number and have gaps (rule A1).
  public let chunkIndex: Int
  /// The text of the chunk, which can begin or end in the middle of a character.
  public let content: String
  /// Whether this chunk completes the message (rule A2).
  public let isFinal: Bool

  /// Creates a chunk, by default one that isn't final (rule C1).
  ///
  /// - Parameters:
  ///   - messageID: The identifier of the message that the chunk belongs to.
  ///   - chunkIndex: The index that orders the chunks.
  ///   - content: The text of the chunk.
  ///   - isFinal: Whether this chunk completes the message.
  public init(messageID: MessageID, chunkIndex: Int, content: String, isFinal: Bool = false) {
    self.messageID = messageID
    self.chunkIndex = chunkIndex
    self.content = content
    self.isFinal = isFinal
  }
}

extension StreamingChunk: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: StreamingChunk, right: StreamingChunk) -> Bool {
    left.messageID == right.messageID
      && left.chunkIndex == right.chunkIndex
      && left.content.hasSameBytes(as: right.content)
      && left.isFinal == right.isFinal
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(messageID)
    hasher.combine(chunkIndex)
    hasher.combine(content.textKey)
    hasher.combine(isFinal)
  }
}
