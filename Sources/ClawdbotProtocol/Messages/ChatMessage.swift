public import Foundation

/// A message of a chat.
///
/// On the wire it is an object with these members. `threadID` and `replyTo` may be absent or null
/// and are left out when nil; all others have to be there, `status` too (rule W1).
public struct ChatMessage: Codable, Sendable, Identifiable {
  /// What identifies the message.
  public let id: MessageID
  /// The text, as it was written.
  public let content: String
  /// Who wrote it.
  public let sender: MessageSender
  /// When it was written; to the second on the wire (rule W4).
  public let timestamp: Date
  /// How far it has come.
  public var status: MessageStatus
  /// The thread that it belongs to, if any.
  public let threadID: String?
  /// The message that it answers, if any.
  public let replyTo: MessageID?

  /// Makes a message, by default a new one of this moment that is not sent.
  public init(
    id: MessageID = .generate(),
    content: String,
    sender: MessageSender,
    timestamp: Date = Date(),
    status: MessageStatus = .pending,
    threadID: String? = nil,
    replyTo: MessageID? = nil
  ) {
    self.id = id
    self.content = content
    self.sender = sender
    self.timestamp = timestamp
    self.status = status
    self.threadID = threadID
    self.replyTo = replyTo
  }
}

/// How far a message has come on its way to the server.
///
/// On the wire it is the case's name as a string.
public enum MessageStatus: String, Codable, Sendable {
  /// Waits in the local queue; not sent.
  case pending
  /// Sent to the server, which has not confirmed it.
  case sent
  /// Confirmed by the server.
  case delivered
  /// Could not be sent; it may be sent again.
  case failed
}
