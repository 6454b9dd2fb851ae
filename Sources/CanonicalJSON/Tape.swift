/// What the reader notes of a value or a key: its kind and where it lies.
struct TapeEntry {
  let kind: JSONNode.Kind
  /// Whether a string has a backslash, so that its text is not its bytes.
  let hasEscapes: Bool
  /// The offset of its first byte.
  let start: UInt32
  /// The offset after its last byte.
  var end: UInt32
  /// The index of the entry after this one and all that it contains.
  ///
  /// While the reader is within a container, the index of the container around it.
  var next: UInt32

  /// What stands where no value has been noted yet.
  static var unused: TapeEntry { TapeEntry(.null, 0..<0, next: 0) }

  @inline(__always)
  init(_ kind: JSONNode.Kind, _ range: Range<Int>, hasEscapes: Bool = false, next: Int) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    // No text is longer than 32 bits can tell, and no entry is shorter than a byte.
    start = UInt32(truncatingIfNeeded: range.lowerBound)
    end = UInt32(truncatingIfNeeded: range.upperBound)
    self.next = UInt32(truncatingIfNeeded: next)
  }

  /// The bytes of the value, quotes and brackets included.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The bytes between a string's quotes.
  var contentRange: Range<Int> { Int(start) + 1..<Int(end) - 1 }

  func isTrue(in bytes: Span<UInt8>) -> Bool { bytes[Int(start)] == .letterT }

  func number(in bytes: Span<UInt8>) -> JSONNumber {
    // The literal has been read once already, so that it is one.
    guard let literal = try? NumberLiteral(at: Int(start), in: bytes) else { return JSONNumber(0) }
    return JSONNumber(literal, in: bytes)
  }

  /// The text of a string, its escapes resolved.
  func text(in bytes: Span<UInt8>) -> String {
    hasEscapes ? bytes.unescapedText(in: contentRange) : bytes.text(in: contentRange)
  }

  /// Whether the text of a string has these bytes.
  @inline(__always)
  func hasText(_ text: Span<UInt8>, in bytes: Span<UInt8>) -> Bool {
    if hasEscapes { return self.text(in: bytes).withBytes { $0.hasSameBytes(as: text) } }
    return Int(end &- start) == text.count &+ 2
      && bytes.extracting(contentRange).hasSameBytes(as: text)
  }
}

/// The bytes of a text and the entries of its values, in the order of the text. A member is its
/// key, then its value.
final class JSONSource: Sendable {
  // Contiguous arrays lend their elements as spans on systems older than macOS 26, too.
  let bytes: ContiguousArray<UInt8>
  let tape: ContiguousArray<TapeEntry>
  /// The offsets after the line feeds.
  let lineStarts: [UInt32]

  init(bytes: ContiguousArray<UInt8>, tape: ContiguousArray<TapeEntry>, lineStarts: [UInt32]) {
    self.bytes = bytes
    self.tape = tape
    self.lineStarts = lineStarts
  }

  func location(ofByte offset: Int) -> TextLocation {
    let offset = min(max(offset, 0), bytes.count)
    let linesBefore = lineStarts.indices.partitionPoint { lineStarts[$0] <= offset }
    let lineStart = linesBefore == 0 ? 0 : Int(lineStarts[linesBefore - 1])
    return TextLocation(line: linesBefore + 1, column: offset - lineStart + 1)
  }
}
