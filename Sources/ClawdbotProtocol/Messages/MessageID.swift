internal import CanonicalJSON
internal import Foundation

/// The identifier of a message: opaque text, equal to another only when the UTF-8 bytes of both are
/// (rule W6).
///
/// On the wire it is an object, `{"value": "msg-123"}` (rule W2).
public struct MessageID: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The text, as it was given.
  public let value: String

  /// Makes an identifier of any text, the empty one included.
  public init(_ value: String) { self.value = value }

  /// Makes an identifier of a literal.
  public init(stringLiteral value: String) { self.value = value }

  /// A new identifier: a random UUID (RFC 9562, version 4) in lower case.
  public static func generate() -> MessageID { MessageID(UUID().uuidString.lowercased()) }
}

// W6
extension MessageID {
  /// Whether both have the same UTF-8 bytes; `String` would take canonically equivalent texts for
  /// equal.
  public static func == (left: MessageID, right: MessageID) -> Bool {
    TextKey(left.value) == TextKey(right.value)
  }

  /// Hashes what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(TextKey(value)) }
}
