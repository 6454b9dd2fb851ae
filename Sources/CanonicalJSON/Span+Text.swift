extension Span<UInt8> {
  /// The bytes of a range as text; the caller knows them to be UTF-8.
  func text(in range: Range<Int>) -> String {
    extracting(range).validText
  }

  /// The bytes as text; the caller knows them to be UTF-8.
  var validText: String {
    // A text of up to 15 bytes has no storage that would keep what is known of it.
    String(copying: UTF8Span(unchecked: self, isKnownASCII: count > 15 && isASCII))
  }

  /// Whether two spans hold the same bytes.
  package func hasSameBytes(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while let word = littleEndianWord(at: index) {
      guard word == other.littleEndianWord(at: index) else { return false }
      index += 8
    }
    while index < count {
      guard self[index] == other[index] else { return false }
      index += 1
    }
    return true
  }

  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    var index = 0
    while let word = littleEndianWord(at: index) {
      guard word & 0x8080_8080_8080_8080 == 0 else { return false }
      index += 8
    }
    while index < count {
      guard self[index] < 0x80 else { return false }
      index += 1
    }
    return true
  }

  /// Eight bytes, the first of them the least significant; nil when they are not all within the span.
  @inline(__always)
  func littleEndianWord(at index: Int) -> UInt64? {
    guard index >= 0, index <= count &- 8 else { return nil }
    return UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
  }

  /// Sixteen bytes as two such words; nil when they are not all within the span.
  @inline(__always)
  func littleEndianWords(at index: Int) -> (UInt64, UInt64)? {
    guard index >= 0, index <= count &- 16 else { return nil }
    return (
      UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)),
      UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index &+ 8, as: UInt64.self))
    )
  }
}
