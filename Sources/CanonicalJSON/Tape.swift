/// The kinds of escapes in a string.
enum StringEscapes {
  /// There is no backslash, so the text of the string equals its bytes.
  case none
  /// Each escape is a single character after a backslash, such as `\n`.
  case characters
  /// At least one escape is a code unit, such as `\u00e9`.
  case codeUnits
}

/// The record of a value or a key: its kind and position.
struct TapeEntry {
  let kind: JSONNode.Kind
  /// The escapes of a string. Other values have none.
  let escapes: StringEscapes
  /// The offset of the first byte.
  let start: UInt32
  /// The offset after the last byte.
  var end: UInt32
  /// The index of the entry after this one and all its contents.
  ///
  /// While the parser is inside a container, this is the index of the enclosing container.
  var next: UInt32

  /// A placeholder for an entry that isn't in use yet.
  static var unused: TapeEntry { TapeEntry(.null, 0..<0, next: 0) }

  /// - Parameters:
  ///   - kind: The kind of the value. A key is a string.
  ///   - range: The bytes of the value. The end of a container is set when it closes.
  ///   - escapes: The escapes of a string.
  ///   - next: The index of the entry after this one or, for a container, of the enclosing
  ///     container.
  @inline(__always)
  init(_ kind: JSONNode.Kind, _ range: Range<Int>, escapes: StringEscapes = .none, next: Int) {
    self.kind = kind
    self.escapes = escapes
    // No text is longer than 32 bits can represent, and each entry has at least one byte.
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    self.next = UInt32(truncatingIfNeeded: next)
  }

  /// Whether a string has a backslash, so that its text differs from its bytes.
  var hasEscapes: Bool { escapes != .none }

  /// The range of the value's bytes, including quotes and brackets.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The range of the bytes between a string's quotes.
  var contentRange: Range<Int> { Int(start) + 1..<Int(end) - 1 }

  /// Returns whether the literal of a Boolean is `true`.
  func isTrue(in bytes: Span<UInt8>) -> Bool { bytes[Int(start)] == .letterT }

  /// Returns the value of a number. The literal is read again each time.
  func number(in bytes: Span<UInt8>) -> JSONNumber {
    // The parser has already read the literal, so this can't fail.
    guard let literal = try? NumberLiteral(at: Int(start), in: bytes) else { return JSONNumber(0) }
    return JSONNumber(literal, in: bytes)
  }

  /// Returns the text of a string with its escapes resolved.
  func text(in bytes: Span<UInt8>) -> String {
    hasEscapes ? bytes.unescapedText(in: contentRange) : bytes.text(in: contentRange)
  }

  /// Returns whether the text of a string has these bytes.
  @inline(__always)
  func hasText(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    if hasEscapes { return self.text(in: bytes).withBytes { $0.hasSameBytes(as: text) } }
    return Int(end &- start) == text.count &+ 2
      && bytes.extracting(contentRange).hasSameBytes(as: text)
  }
}

/// The bytes of a text and the entries of its values, in the order of the text. A member is the
/// entry of its key, followed by those of its value.
final class JSONSource: Sendable {
  // Contiguous arrays provide spans on systems before macOS 26, too.
  let bytes: ContiguousArray<UInt8>
  let tape: ContiguousArray<TapeEntry>
  /// The offsets after the line feeds.
  let lineStarts: [UInt32]

  /// - Parameters:
  ///   - bytes: The bytes of a text that the parser has accepted.
  ///   - tape: The entries of its values.
  ///   - lineStarts: The offsets after its line feeds.
  init(bytes: ContiguousArray<UInt8>, tape: ContiguousArray<TapeEntry>, lineStarts: [UInt32]) {
    self.bytes = bytes
    self.tape = tape
    self.lineStarts = lineStarts
  }

  /// Returns the location of a byte, or of the end of the text for a later offset.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  func location(ofByte offset: Int) -> TextLocation {
    let offset = min(max(offset, 0), bytes.count)
    let linesBefore = lineStarts.indices.partitionPoint { lineStarts[$0] <= offset }
    let lineStart = linesBefore == 0 ? 0 : Int(lineStarts[linesBefore - 1])
    return TextLocation(line: linesBefore + 1, column: offset - lineStart + 1)
  }
}
