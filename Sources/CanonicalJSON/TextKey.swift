/// Text that is equal, hashed and ordered by its UTF-8 bytes.
///
/// `String` merges canonically equivalent text and orders it by its normalised form; a contract
/// shared with other languages must not.
public struct TextKey: Sendable {
  /// The text itself.
  public let text: String

  /// Makes a key of a text.
  public init(_ text: String) { self.text = text }
}

extension TextKey: Hashable, Comparable {
  /// Whether both texts have the same UTF-8 bytes.
  public static func == (left: TextKey, right: TextKey) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }

  /// Whether the UTF-8 bytes of the left text come first, which is the order of its Unicode
  /// scalars.
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
  /// Makes a key of a literal.
  public init(stringLiteral text: String) { self.text = text }

  /// The text itself.
  public var description: String { text }
}

/// A text, or none, that is compared by its UTF-8 bytes where the equality of a type is derived.
@propertyWrapper
public struct ByteWise<Text: ByteWiseText>: Hashable, Sendable {
  /// The text itself.
  public var wrappedValue: Text

  /// Makes the property of a text.
  public init(wrappedValue: Text) { self.wrappedValue = wrappedValue }

  /// Whether both texts have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.wrappedValue.textKey == right.wrappedValue.textKey
  }

  /// Hashes the UTF-8 bytes.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue.textKey) }
}

/// What ``ByteWise`` compares: `String` and `String?`.
public protocol ByteWiseText: Sendable {
  /// The text by its bytes; nil: none.
  var textKey: TextKey? { get }
}

extension String: ByteWiseText {
  /// The text by its bytes.
  public var textKey: TextKey? { TextKey(self) }
}

extension String?: ByteWiseText {
  /// The text by its bytes; nil: none.
  public var textKey: TextKey? { map { TextKey($0) } }
}
