public import Foundation

/// The server's word that a message reached it.
///
/// On the wire it is an object with these members, all of which have to be there (rule W1).
public struct MessageAck: Codable, Sendable {
  /// The message.
  public let messageID: MessageID
  /// What became of it.
  public let status: AckStatus
  /// When the server said so, to the second on the wire (rule W4).
  public let serverTimestamp: Date

  /// What became of a message on the server.
  ///
  /// On the wire it is the case's name as a string.
  public enum AckStatus: String, Codable, Sendable {
    /// It arrived.
    case received
    /// It was acted upon.
    case processed
    /// It could not be taken or acted upon.
    case error
  }

  /// Makes an acknowledgment, by default of this moment.
  public init(messageID: MessageID, status: AckStatus, serverTimestamp: Date = Date()) {
    self.messageID = messageID
    self.status = status
    self.serverTimestamp = serverTimestamp
  }
}
