extension Span<UInt8> {
  /// The bytes of a range as text; the caller knows them to be UTF-8.
  func text(in range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Whether two spans hold the same bytes.
  func hasSameBytes(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    var index = 0
    while index + 8 <= count {
      guard littleEndianWord(at: index) == other.littleEndianWord(at: index) else { return false }
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
    while index + 8 <= count {
      guard littleEndianWord(at: index) & 0x8080_8080_8080_8080 == 0 else { return false }
      index += 8
    }
    while index < count {
      guard self[index] < 0x80 else { return false }
      index += 1
    }
    return true
  }

  /// Eight bytes, the first of them the least significant. Traps when they are not all within the span.
  @inline(__always)
  func littleEndianWord(at index: Int) -> UInt64 {
    UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
}
