internal import CanonicalJSON
public import Foundation

/// A wrapper that carries a payload of any type over the connection, together with its metadata.
///
/// On the wire, it is an object with these members. `serverTimestamp` can be absent or null, and is
/// omitted when `nil`. All other members are required, including `version` (rule W1).
///
/// ```swift
/// let message = ChatMessage(content: "Hello", sender: .user)
/// let envelope = ProtocolEnvelope(type: "chat.message", sequence: 1, payload: message)
/// ```
public struct ProtocolEnvelope<T: Codable & Sendable>: Codable, Sendable {
  /// The protocol version. It is passed through unchecked (rule W10).
  public let version: String
  /// The kind of payload, such as `chat.message`. It is passed through unchecked (rule W10).
  public let type: String
  /// The sequence number that orders envelopes: a signed 64-bit integer (rules W5, W9).
  public let sequence: Int
  /// The payload.
  public let payload: T
  /// The time at which the server forwarded the envelope, or `nil` on the way to the server. The
  /// wire format keeps whole seconds (rule W4).
  public let serverTimestamp: Date?

  /// Creates an envelope, by default with version 1.0 and without a server timestamp (rule C1).
  ///
  /// - Parameters:
  ///   - version: The protocol version.
  ///   - type: The kind of payload, such as `chat.message`.
  ///   - sequence: The sequence number that orders envelopes.
  ///   - payload: The payload.
  ///   - serverTimestamp: The time at which the server forwarded the envelope, or `nil` on the way
  ///     to the server.
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

extension ProtocolEnvelope: Equatable where T: Equatable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: ProtocolEnvelope, right: ProtocolEnvelope) -> Bool {
    left.version.hasSameBytes(as: right.version)
      && left.type.hasSameBytes(as: right.type)
      && left.sequence == right.sequence
      && left.payload == right.payload
      && left.serverTimestamp == right.serverTimestamp
  }
}

extension ProtocolEnvelope: Hashable where T: Hashable {
  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(version.textKey)
    hasher.combine(type.textKey)
    hasher.combine(sequence)
    hasher.combine(payload)
    hasher.combine(serverTimestamp)
  }
}
