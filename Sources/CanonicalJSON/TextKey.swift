/// A text that is compared, hashed and ordered by its UTF-8 bytes.
///
/// `String` treats canonically equivalent texts as equal and orders texts by their normalized form,
/// which a contract shared with other languages can't rely on.
public struct TextKey: Sendable {
  /// The text.
  public let text: String

  /// Creates a key from a text.
  public init(_ text: String) { self.text = text }
}

extension TextKey: Hashable, Comparable {
  /// Returns whether both texts have the same UTF-8 bytes.
  public static func == (left: TextKey, right: TextKey) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }

  /// Returns whether the UTF-8 bytes of the left text come first. This is also the order of the
  /// Unicode scalars.
  public static func < (left: TextKey, right: TextKey) -> Bool {
    left.text.withBytes { left in
      right.text.withBytes { right in
        left.withUnsafeBytes { left in right.withUnsafeBytes { left.lexicographicallyPrecedes($0) }
        }
      }
    }
  }
}

extension TextKey: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Creates a key from a literal.
  public init(stringLiteral text: String) { self.text = text }

  /// The text.
  public var description: String { text }
}

/// A property wrapper for a text that is compared by its UTF-8 bytes when the compiler synthesizes
/// `==`.
@propertyWrapper
public struct ByteWise<Text: ByteWiseText>: Hashable, Sendable {
  /// The text, which may be `nil` if it is optional.
  public var wrappedValue: Text

  /// Creates the property from a text.
  public init(wrappedValue: Text) { self.wrappedValue = wrappedValue }

  /// Returns whether both texts have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.textKey == right.wrappedValue.textKey
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue.textKey) }
}

/// The types that ``ByteWise`` can wrap: `String` and `String?`.
public protocol ByteWiseText: Sendable {
  /// The text as a key, or `nil` if the text is `nil`.
  var textKey: TextKey? { get }
}

extension String: ByteWiseText {
  /// The text as a key.
  public var textKey: TextKey? { TextKey(self) }
}

extension String?: ByteWiseText {
  /// The text as a key, or `nil` if the text is `nil`.
  public var textKey: TextKey? { map { TextKey($0) } }
}
