/// A view of one value in a document. It keeps the document alive.
public struct JSONNode: Sendable {
  let source: JSONSource
  let index: Int

  /// The six kinds of JSON values.
  public enum Kind: Hashable, Sendable {
    /// The literal `null`.
    case null
    /// One of the literals `true` and `false`.
    case bool
    /// A number.
    case number
    /// A string, or a key of an object.
    case string
    /// An array.
    case array
    /// An object.
    case object
  }

  var entry: TapeEntry { source.tape[index] }

  /// The kind of the value.
  public var kind: Kind { entry.kind }

  /// The value of `true` or `false`, or `nil` for any other value.
  public var bool: Bool? { read(.bool) { $0.isTrue(in: $1) } }

  /// The value of a number, or `nil` for any other value. The literal is read at each access.
  public var number: JSONNumber? { read(.number) { $0.number(in: $1) } }

  /// The text of a string with its escapes resolved, or `nil` for any other value.
  ///
  /// A surrogate escape that isn't half of a pair becomes U+FFFD. The text is decoded at each
  /// access.
  public var string: String? { read(.string) { $0.text(in: $1) } }

  /// The UTF-8 bytes of a string with its escapes resolved, as in ``string``. Empty for any other
  /// value.
  var textBytes: ContiguousArray<UInt8> {
    read(.string) { entry, bytes in
      entry.hasEscapes
        ? bytes.unescapedBytes(in: entry.contentRange)
        : ContiguousArray(source.bytes[entry.contentRange])
    } ?? []
  }

  /// Returns whether this is a string whose text has exactly the same UTF-8 bytes as another.
  ///
  /// The string is decoded only if it has an escape.
  ///
  /// - Parameter text: The text to compare with.
  /// - Returns: `false` if the text differs or this isn't a string.
  public func isString(_ text: String) -> Bool {
    read(.string) { entry, bytes in text.withBytes { entry.hasText($0, in: bytes) } } ?? false
  }

  /// Reads a value of the given kind, or returns `nil` for any other kind.
  @inline(__always)
  private func read<Value>(_ kind: Kind, _ read: (TapeEntry, Span<UInt8>) -> Value) -> Value? {
    let entry = entry
    guard entry.kind == kind else { return nil }
    let utf8 = source.bytes
    return read(entry, utf8.span)
  }

  /// The range of the value's bytes in the text, including quotes and brackets.
  public var sourceRange: Range<Int> { entry.range }

  /// A copy of the value's bytes in the text, including quotes and brackets.
  package var sourceBytes: [UInt8] { Array(source.bytes[entry.range]) }

  /// The line and column of the value's first byte.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  public var location: TextLocation { source.location(ofByte: Int(entry.start)) }
}
