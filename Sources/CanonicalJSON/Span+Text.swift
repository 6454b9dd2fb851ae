extension Span<UInt8> {
  /// Returns the bytes of a range as text. The caller must know that they are valid UTF-8.
  func text(in range: Range<Int>) -> String { extracting(range).validText }

  /// The bytes as text. The caller must know that they are valid UTF-8.
  var validText: String {
    if #available(macOS 26, iOS 26, *) {
      // A small string of up to 15 bytes has no storage in which to keep this flag.
      return String(copying: UTF8Span(unchecked: self, isKnownASCII: count > 15 && isASCII))
    }
    return withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the scalar whose first byte is at an index, or `nil` at the end of the text.
  func scalar(at index: Int) -> Unicode.Scalar? {
    guard index < count else { return nil }
    return text(in: index..<Swift.min(index + 4, count)).unicodeScalars.first
  }

  /// The offset of the first invalid UTF-8 sequence (The Unicode Standard, table 3-7), or `nil` if
  /// there is none.
  package var firstInvalidUTF8: Int? {
    var index = 0
    while index < count {
      // Fast path: sixteen ASCII bytes at once.
      if let words = littleEndianWords(at: index), (words.0 | words.1) & 0x8080_8080_8080_8080 == 0
      {
        index &+= 16
        continue
      }

      // The second byte of some sequences has a smaller range, so that overlong forms, surrogates
      // and scalars beyond U+10FFFF are invalid.
      let length: Int
      var second: ClosedRange<UInt8> = 0x80...0xBF
      switch self[index] {
      case ...0x7F: length = 1
      case 0xC2...0xDF: length = 2
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: length = 3
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: length = 4
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }

      guard index + length <= count, length == 1 || second.contains(self[index + 1]),
        length < 3 || self[index + 2] & 0xC0 == 0x80, length < 4 || self[index + 3] & 0xC0 == 0x80
      else { return index }

      index += length
    }
    return nil
  }

  /// Returns whether both spans have the same bytes. Compares eight of them at a time.
  func hasSameBytes(as other: Span<UInt8>) -> Bool {
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

  /// Whether no byte has its top bit set.
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

  /// Returns eight bytes with the first as the least significant, or `nil` if they aren't all
  /// within the span.
  @inline(__always)
  func littleEndianWord(at index: Int) -> UInt64? {
    guard index >= 0, index <= count &- 8 else { return nil }
    return UInt64(
      littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
    )
  }

  /// Returns sixteen bytes as two words, or `nil` if they aren't all within the span.
  @inline(__always)
  func littleEndianWords(at index: Int) -> (UInt64, UInt64)? {
    guard index >= 0, index <= count &- 16 else { return nil }
    return (
      UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      ),
      UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(
          fromUncheckedByteOffset: index &+ 8,
          as: UInt64.self
        )
      )
    )
  }
}
