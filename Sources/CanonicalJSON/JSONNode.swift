/// A view of one value in a document, which it keeps alive.
public struct JSONNode: Sendable {
  let source: JSONSource
  let index: Int

  /// The six kinds of value that JSON has.
  public enum Kind: UInt8, Hashable, Sendable {
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
    kind == .bool ? source.bytes[Int(entry.start)] == .letterT : nil
  }

  /// The value of a number; nil for any other.
  public var number: JSONNumber? {
    guard kind == .number else { return nil }
    let utf8 = source.bytes
    let bytes = utf8.span
    // The literal has been read once already, so that this cannot fail.
    guard let literal = try? NumberLiteral(at: Int(entry.start), in: bytes) else { return nil }
    return JSONNumber(literal, in: bytes)
  }

  /// The text of a string, its escapes resolved; nil for any other value.
  ///
  /// A surrogate escape that is not half of a pair gives U+FFFD.
  public var string: String? {
    let entry = entry
    guard entry.kind == .string else { return nil }
    let utf8 = source.bytes
    let bytes = utf8.span
    return entry.hasEscapes ? bytes.unescapedText(in: entry.contentRange) : bytes.text(in: entry.contentRange)
  }

  /// Whether this is a string whose text has exactly the UTF-8 bytes of another.
  ///
  /// Nothing is decoded unless the string has an escape.
  public func isString(_ text: String) -> Bool {
    let entry = entry
    guard entry.kind == .string else { return false }
    if entry.hasEscapes {
      return string?.hasSameBytes(as: text) == true
    }
    let utf8 = source.bytes
    return utf8.span.extracting(entry.contentRange).hasSameBytes(as: text.utf8.span)
  }

  /// The bytes of the value in the text, quotes and brackets included.
  public var sourceRange: Range<Int> { entry.range }

  /// The line and column of the value's first byte.
  public var location: TextLocation {
    source.location(ofByte: Int(entry.start))
  }
}
