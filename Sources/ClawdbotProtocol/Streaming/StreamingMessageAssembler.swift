/// Puts streamed replies together from chunks that come in any order, for any number of messages at
/// once.
///
/// Ids are told apart by their UTF-8 bytes (rule W6).
public actor StreamingMessageAssembler {
  private var messages: [MessageID: StreamedMessage] = [:]

  /// Makes an assembler that knows no message.
  public init() {}

  /// Takes a chunk; the first of an id that is not known, or no longer, starts a message (rule A3).
  ///
  /// - Complexity: O(1), amortised.
  public func addChunk(_ chunk: StreamingChunk) {
    messages[chunk.messageID, default: StreamedMessage()].add(chunk)
  }

  /// What has come of a message, complete or not; empty for an unknown one (rules A1, A4).
  ///
  /// - Complexity: O(*n* log *n*) in the chunks that came since it was last asked for, and the
  ///   length of the text from the first of them on; so each chunk of a reply that comes in order
  ///   is read once, however often it is asked for. While the text that was given last is held, the
  ///   next one is a copy of it.
  public func currentContent(for messageID: MessageID) -> String {
    messages[messageID]?.settle()
    // A4
    return messages[messageID]?.content ?? ""
  }

  /// Whether a final chunk of the message has come, even with others missing; false for an unknown
  /// one (rules A2, A4).
  public func isComplete(messageID: MessageID) -> Bool {
    // A4
    messages[messageID]?.isComplete ?? false
  }

  /// Gives the content of a complete message and forgets it; nil, and nothing forgotten, for any
  /// other (rule A3).
  ///
  /// - Complexity: that of `currentContent(for:)`.
  public func complete(messageID: MessageID) -> String? {
    guard isComplete(messageID: messageID) else { return nil }
    let content = currentContent(for: messageID)
    messages[messageID] = nil
    return content
  }

  /// Forgets every message (rule A4).
  public func reset() { messages.removeAll() }
}
