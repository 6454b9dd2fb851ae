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

  /// The bytes of the value, quotes and brackets included.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// The bytes between a string's quotes.
  var contentRange: Range<Int> { Int(start) + 1..<Int(end) - 1 }
}

/// The bytes of a text and the entries of its values, in the order of the text. A member is its key, then its value.
final class JSONSource: Sendable {
  let bytes: [UInt8]
  let tape: [TapeEntry]
  /// The offsets after the line feeds.
  let lineStarts: [UInt32]

  init(bytes: [UInt8], tape: [TapeEntry], lineStarts: [UInt32]) {
    self.bytes = bytes
    self.tape = tape
    self.lineStarts = lineStarts
  }
}
