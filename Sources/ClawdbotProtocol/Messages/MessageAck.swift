public import Foundation

/// The server's acknowledgment of a message.
///
/// On the wire, it is an object with these members, all of which are required (rule W1).
public struct MessageAck: Codable, Hashable, Sendable {
  /// The identifier of the acknowledged message.
  public let messageID: MessageID
  /// The result of handling the message.
  public let status: AckStatus
  /// The time of the acknowledgment on the server. The wire format keeps whole seconds (rule W4).
  public let serverTimestamp: Date

  /// The result of handling a message on the server.
  ///
  /// On the wire, it is the case's name as a string.
  public enum AckStatus: String, CaseIterable, Codable, Sendable {
    /// The server received the message.
    case received
    /// The server processed the message.
    case processed
    /// The server couldn't receive or process the message.
    case error
  }

  /// Creates an acknowledgment, by default with the current time (rule C1).
  ///
  /// - Parameters:
  ///   - messageID: The identifier of the acknowledged message.
  ///   - status: The result of handling the message.
  ///   - serverTimestamp: The time of the acknowledgment on the server.
  public init(messageID: MessageID, status: AckStatus, serverTimestamp: Date = Date()) {
    self.messageID = messageID
    self.status = status
    self.serverTimestamp = serverTimestamp
  }
}
