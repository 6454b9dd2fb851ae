internal import CanonicalJSON
internal import Foundation

/// The identifier of a message: opaque text. Two identifiers are equal only if their UTF-8 bytes
/// are equal (rule W8).
///
/// On the wire, it is an object: `{"value": "msg-123"}` (rule W2).
public struct MessageID: Hashable, Codable, Sendable, ExpressibleByStringLiteral {
  /// The text of the identifier, unchanged.
  public let value: String

  /// Creates an identifier from any text, including the empty string.
  public init(_ value: String) { self.value = value }

  /// Creates an identifier from a string literal.
  public init(stringLiteral value: String) { self.value = value }

  /// Returns a new identifier: a random UUID (RFC 9562, version 4) in lower case (rule C2).
  public static func generate() -> MessageID { MessageID(UUID().uuidString.lowercased()) }
}

// W8
extension MessageID {
  /// Returns whether both identifiers have the same UTF-8 bytes. `String` would also treat
  /// canonically equivalent texts as equal.
  public static func == (left: MessageID, right: MessageID) -> Bool {
    TextKey(left.value) == TextKey(right.value)
  }

  /// Hashes the UTF-8 bytes, which are what `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(TextKey(value)) }
}
