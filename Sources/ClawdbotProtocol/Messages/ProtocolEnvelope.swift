public import Foundation

/// What carries a payload of any type over the connection, with what is said about it.
///
/// On the wire it is an object with these members. `serverTimestamp` may be absent or null and is
/// left out when nil; all others have to be there, `version` too (rule W1).
public struct ProtocolEnvelope<T: Codable & Sendable>: Codable, Sendable {
  /// The version of the protocol; carried, not checked (rule W5).
  public let version: String
  /// What the payload is, such as `chat.message`; carried, not checked.
  public let type: String
  /// What orders envelopes: a signed integer of 64 bits (rule W5).
  public let sequence: Int
  /// What is carried.
  public let payload: T
  /// When the server passed it on, to the second on the wire (rule W4); nil on the way to the
  /// server.
  public let serverTimestamp: Date?

  /// Makes an envelope, by default of version 1.0 and on its way to the server.
  public init(
    version: String = "1.0",
    type: String,
    sequence: Int,
    payload: T,
    serverTimestamp: Date? = nil
  ) {
    self.version = version
    self.type = type
    self.sequence = sequence
    self.payload = payload
    self.serverTimestamp = serverTimestamp
  }
}
