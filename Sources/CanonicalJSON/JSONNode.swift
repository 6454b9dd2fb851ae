/// A view of one value in a document, which it keeps alive.
public struct JSONNode: Sendable {
  let source: JSONSource
  let index: Int

  /// The six kinds of value that JSON has.
  public enum Kind: Hashable, Sendable {
    case null, bool, number
    /// That of each key of an object, too.
    case string
    case array, object
  }

  var entry: TapeEntry { source.tape[index] }

  /// The kind of the value.
  public var kind: Kind { entry.kind }

  /// The value of `true` or `false`; nil for any other.
  public var bool: Bool? { read(.bool) { $0.isTrue(in: $1) } }

  /// The value of a number; nil for any other.
  public var number: JSONNumber? { read(.number) { $0.number(in: $1) } }

  /// The text of a string, its escapes resolved; nil for any other value.
  ///
  /// A surrogate escape that is not half of a pair gives U+FFFD.
  public var string: String? { read(.string) { $0.text(in: $1) } }

  /// Whether this is a string whose text has exactly the UTF-8 bytes of another.
  ///
  /// Nothing is decoded unless the string has an escape.
  public func isString(_ text: String) -> Bool {
    read(.string) { entry, bytes in text.withBytes { entry.hasText($0, in: bytes) } } ?? false
  }

  /// Reads a value of one kind; nil for any other.
  @inline(__always)
  private func read<Value>(_ kind: Kind, _ read: (TapeEntry, Span<UInt8>) -> Value) -> Value? {
    let entry = entry
    guard entry.kind == kind else { return nil }
    let utf8 = source.bytes
    return read(entry, utf8.span)
  }

  /// The bytes of the value in the text, quotes and brackets included.
  public var sourceRange: Range<Int> { entry.range }

  /// A copy of the bytes of the value in the text, quotes and brackets included.
  package var sourceBytes: [UInt8] { Array(source.bytes[entry.range]) }

  /// The line and column of the value's first byte.
  public var location: TextLocation { source.location(ofByte: Int(entry.start)) }
}
