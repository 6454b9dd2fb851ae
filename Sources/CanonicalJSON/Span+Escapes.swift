extension Span<UInt8> {
  /// Checks the escape whose backslash is at an index (RFC 8259 section 7), and returns the index
  /// after it.
  @inline(__always)
  func endOfEscape(at index: Int) throws(JSONFault) -> Int {
    if index + 1 < count, self[index + 1].characterAfterBackslash != 0 { return index + 2 }
    return try endOfUnicodeEscape(at: index)
  }

  /// Does the work of `endOfEscape` for `\u`, and for a backslash that starts no escape.
  ///
  /// - Throws: A fault if the backslash isn't followed by `u` and four hexadecimal digits.
  private func endOfUnicodeEscape(at index: Int) throws(JSONFault) -> Int {
    guard index + 1 < count, self[index + 1] == .letterU else {
      throw JSONFault(reason: .unknownEscape(scalar(at: index + 1)), offset: index + 1)
    }
    guard codeUnit(ofEscapeAt: index) != nil else {
      throw JSONFault(reason: .incompleteUnicodeEscape, offset: index)
    }
    return index + 6
  }

  /// Reads the escape whose backslash is at an index, in a string that has been checked.
  ///
  /// - Returns: The scalar, or `nil` for a surrogate that isn't half of a pair, and the index after
  ///   the escape or the pair.
  func scalar(ofEscapeAt index: Int) -> (scalar: Unicode.Scalar?, end: Int) {
    let character = self[index + 1].characterAfterBackslash
    guard character == 0 else { return (Unicode.Scalar(character), index + 2) }

    let unit = codeUnit(ofEscapeAt: index) ?? 0
    if UTF16.isLeadSurrogate(unit), let trail = codeUnit(ofEscapeAt: index + 6),
      UTF16.isTrailSurrogate(trail)
    {
      return (
        Unicode.Scalar(0x10000 + UInt32(unit & 0x3FF) << 10 + UInt32(trail & 0x3FF)), index + 12
      )
    }
    return (Unicode.Scalar(unit), index + 6)
  }

  /// Returns the code unit of the `\u` escape that starts at an index, or `nil` if there is none.
  private func codeUnit(ofEscapeAt index: Int) -> UInt16? {
    guard index + 6 <= count, self[index] == .backslash, self[index + 1] == .letterU else {
      return nil
    }

    var unit: UInt16 = 0
    for digit in index + 2..<index + 6 {
      guard let value = self[digit].hexDigitValue else { return nil }
      unit = unit << 4 | UInt16(value)
    }
    return unit
  }

  /// Returns the text of a string's content with its escapes resolved. A surrogate that isn't half
  /// of a pair becomes U+FFFD.
  func unescapedText(in range: Range<Int>) -> String { unescapedBytes(in: range).span.validText }

  /// Returns the UTF-8 bytes of a string's content with its escapes resolved. A surrogate that isn't
  /// half of a pair becomes U+FFFD.
  func unescapedBytes(in range: Range<Int>) -> ContiguousArray<UInt8> {
    let content = extracting(range)
    // No escape is shorter than the UTF-8 of its scalar. The 16 extra bytes allow words to be
    // copied before their end is known.
    return ContiguousArray(unsafeUninitializedCapacity: content.count + 16) { text, count in
      count = content.unescape(to: UnsafeMutableRawBufferPointer(text))
    }
  }

  /// Writes the text of a string's content with its escapes resolved.
  ///
  /// - Parameter text: The memory to write to, which must have 16 bytes more than the content.
  /// - Returns: The number of bytes of the text.
  private func unescape(to text: UnsafeMutableRawBufferPointer) -> Int {
    var index = 0
    var end = 0
    while index < count {
      // Copy what comes before the next backslash, if possible sixteen bytes at once.
      if let words = littleEndianWords(at: index) {
        text.storeBytes(of: words.0.littleEndian, toByteOffset: end, as: UInt64.self)
        text.storeBytes(of: words.1.littleEndian, toByteOffset: end &+ 8, as: UInt64.self)
        let plainCount = Self.bytesBeforeBackslash(in: words)
        index &+= plainCount
        end &+= plainCount
        if plainCount == 16 { continue }
      } else if self[index] != .backslash {
        text[end] = self[index]
        index &+= 1
        end &+= 1
        continue
      }

      let character = self[index + 1].characterAfterBackslash
      if character != 0 {
        text[end] = character
        index &+= 2
        end &+= 1
      } else {
        let escape = scalar(ofEscapeAt: index)
        index = escape.end
        end = Self.store(escape.scalar ?? "\u{FFFD}", to: text, at: end)
      }
    }

    return end
  }

  /// Writes the UTF-8 bytes of a scalar at an index, and returns the index after them.
  private static func store(
    _ scalar: Unicode.Scalar,
    to text: UnsafeMutableRawBufferPointer,
    at index: Int
  ) -> Int {
    var index = index
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      text[index] = byte
      index &+= 1
    }
    return index
  }

  /// Returns how many of sixteen bytes come before the first backslash.
  @inline(__always)
  private static func bytesBeforeBackslash(in words: (UInt64, UInt64)) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let first = words.0 ^ (ones &* 0x5C)
    let second = words.1 ^ (ones &* 0x5C)
    // The lowest of these bits belongs to the first byte that is zero.
    let firstMarks = (first &- ones) & ~first & (ones &* 0x80)
    let secondMarks = (second &- ones) & ~second & (ones &* 0x80)
    return firstMarks != 0
      ? firstMarks.trailingZeroBitCount / 8 : 8 + secondMarks.trailingZeroBitCount / 8
  }
}
