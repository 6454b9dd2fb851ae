/// Assembles streamed replies from chunks that arrive in any order, for any number of messages at
/// once.
///
/// Messages are identified by the UTF-8 bytes of their ids (rule W8).
///
/// ```swift
/// let assembler = StreamingMessageAssembler()
/// await assembler.addChunk(chunk)
/// let text = await assembler.currentContent(for: chunk.messageID)
/// ```
public actor StreamingMessageAssembler {
  private var messages: [MessageID: StreamedMessage] = [:]

  /// Creates an assembler without messages.
  public init() {}

  /// Adds a chunk. The first chunk for an id that is unknown, or was completed or reset, starts a
  /// message (rule A3).
  ///
  /// - Parameter chunk: The next chunk that arrived, at any place in its message.
  /// - Complexity: O(1), amortized.
  public func addChunk(_ chunk: StreamingChunk) {
    messages[chunk.messageID, default: StreamedMessage()].add(chunk)
  }

  /// Returns the text received so far for a message, complete or not, or an empty string for an
  /// unknown message (rules A1, A4).
  ///
  /// - Parameter messageID: The id of the message.
  /// - Complexity: O(*n* log *n*) in the number of chunks added since the last call, plus the
  ///   length of the text from the first of them on. Each chunk of a reply that arrives in order is
  ///   therefore read once, no matter how often you call this method. While you hold the previously
  ///   returned text, the next result is a copy of it.
  public func currentContent(for messageID: MessageID) -> String {
    messages[messageID]?.settle()
    // A4
    return messages[messageID]?.content ?? ""
  }

  /// Returns whether a final chunk of the message has arrived, even if other chunks are missing
  /// (rules A2, A4).
  ///
  /// - Parameter messageID: The id of the message. For an unknown message, the result is `false`.
  public func isComplete(messageID: MessageID) -> Bool {
    // A4
    messages[messageID]?.isComplete ?? false
  }

  /// Returns the text of a complete message and removes the message. If the message is incomplete
  /// or unknown, returns `nil` and removes nothing (rule A3).
  ///
  /// - Parameter messageID: The id of the message.
  /// - Complexity: The same as `currentContent(for:)`.
  public func complete(messageID: MessageID) -> String? {
    guard isComplete(messageID: messageID) else { return nil }
    let content = currentContent(for: messageID)
    messages[messageID] = nil
    return content
  }

  /// Removes all messages (rule A4).
  public func reset() { messages.removeAll() }
}
