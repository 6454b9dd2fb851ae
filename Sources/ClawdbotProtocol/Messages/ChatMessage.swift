internal import CanonicalJSON
public import Foundation

/// A chat message.
///
/// On the wire, it is an object with these members. `threadID` and `replyTo` can be absent or null,
/// and are omitted when `nil`. All other members are required, including `status` (rule W1).
///
/// ```swift
/// let encoder = JSONEncoder()
/// encoder.dateEncodingStrategy = .clawdbotProtocol
/// let data = try encoder.encode(ChatMessage(content: "Hello", sender: .user))
/// ```
public struct ChatMessage: Codable, Sendable, Identifiable {
  /// The unique identifier of the message.
  public let id: MessageID
  /// The text of the message, exactly as written.
  public let content: String
  /// The user or bot that wrote the message.
  public let sender: MessageSender
  /// The time at which the message was written. The wire format keeps whole seconds (rule W4).
  public let timestamp: Date
  /// The delivery status of the message.
  public var status: MessageStatus
  /// The identifier of the thread that the message belongs to, or `nil` if it belongs to none.
  public let threadID: String?
  /// The identifier of the message that this message replies to, or `nil` if it isn't a reply.
  public let replyTo: MessageID?

  /// Creates a message. By default, it is a pending message with a random identifier and the
  /// current time, in no thread and without a reply (rules C1, C2).
  ///
  /// - Parameters:
  ///   - id: The unique identifier.
  ///   - content: The text, exactly as written.
  ///   - sender: The user or bot that wrote the message.
  ///   - timestamp: The time at which the message was written.
  ///   - status: The delivery status.
  ///   - threadID: The identifier of the thread, or `nil` for no thread.
  ///   - replyTo: The identifier of the message that this one replies to, or `nil` for no reply.
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

// Like the other types with text, this type has no synthesized equality, which would treat
// canonically equivalent texts as equal.
extension ChatMessage: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: ChatMessage, right: ChatMessage) -> Bool {
    left.id == right.id
      && left.content.hasSameBytes(as: right.content)
      && left.sender == right.sender
      && left.timestamp == right.timestamp
      && left.status == right.status
      && left.threadID.hasSameBytes(as: right.threadID)
      && left.replyTo == right.replyTo
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(content.textKey)
    hasher.combine(sender)
    hasher.combine(timestamp)
    hasher.combine(status)
    hasher.combine(threadID.textKey)
    hasher.combine(replyTo)
  }
}

/// The delivery status of a message on its way to the server.
///
/// On the wire, it is the case's name as a string.
public enum MessageStatus: String, CaseIterable, Codable, Sendable {
  /// Waiting in the local queue; not sent yet.
  case pending
  /// Sent to the server, which hasn't confirmed it yet.
  case sent
  /// Confirmed by the server.
  case delivered
  /// Couldn't be sent. The app can send it again.
  case failed
}
