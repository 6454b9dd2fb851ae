/// A view of one value in a document, which it keeps alive.
public struct JSONNode: Sendable {
  let source: JSONSource
  let index: Int

  /// The six kinds of value that JSON has.
  public enum Kind: Hashable, Sendable {
    /// The word `null`.
    case null
    /// One of the words `true` and `false`.
    case bool
    /// A number.
    case number
    /// A string, and each key of an object.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  var entry: TapeEntry { source.tape[index] }

  /// The kind of the value.
  public var kind: Kind { entry.kind }

  /// The value of `true` or `false`; nil for any other.
  public var bool: Bool? {
    guard kind == .bool else { return nil }
    let utf8 = source.bytes
    return entry.isTrue(in: utf8.span)
  }

  /// The value of a number; nil for any other.
  public var number: JSONNumber? {
    guard kind == .number else { return nil }
    let utf8 = source.bytes
    return entry.number(in: utf8.span)
  }

  /// The text of a string, its escapes resolved; nil for any other value.
  ///
  /// A surrogate escape that is not half of a pair gives U+FFFD.
  public var string: String? {
    let entry = entry
    guard entry.kind == .string else { return nil }
    let utf8 = source.bytes
    return entry.text(in: utf8.span)
  }

  /// Whether this is a string whose text has exactly the UTF-8 bytes of another.
  ///
  /// Nothing is decoded unless the string has an escape.
  public func isString(_ text: String) -> Bool {
    let entry = entry
    guard entry.kind == .string else { return false }
    let utf8 = source.bytes
    return text.withBytes { entry.hasText($0, in: utf8.span) }
  }

  /// The bytes of the value in the text, quotes and brackets included.
  public var sourceRange: Range<Int> { entry.range }

  /// The line and column of the value's first byte.
  public var location: TextLocation {
    source.location(ofByte: Int(entry.start))
  }
}
