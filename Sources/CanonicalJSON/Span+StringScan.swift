extension Span<UInt8> {
  /// Returns the index of the first byte from `start` that is a quote, a backslash or below U+0020,
  /// or `count` if there is none.
  ///
  /// These bytes end a run of plain characters in a JSON string, and they are the ones that RFC
  /// 8785 section 3.2.2.2 escapes.
  @inline(__always)
  func indexOfStringDelimiter(from start: Int) -> Int {
    var index = start
    while let words = littleEndianWords(at: index) {
      let first = Self.stringDelimiterMarks(in: words.0)
      if first != 0 { return index &+ first.trailingZeroBitCount / 8 }
      let second = Self.stringDelimiterMarks(in: words.1)
      if second != 0 { return index &+ 8 &+ second.trailingZeroBitCount / 8 }
      index &+= 16
    }

    if let word = littleEndianWord(at: index) {
      let marks = Self.stringDelimiterMarks(in: word)
      if marks != 0 { return index &+ marks.trailingZeroBitCount / 8 }
      index &+= 8
    }

    while index < count {
      if self[index].isStringDelimiter { return index }
      index += 1
    }
    return index
  }

  /// Returns how many of sixteen bytes come before the first one that `indexOfStringDelimiter` looks
  /// for.
  @inline(__always)
  static func bytesBeforeStringDelimiter(in words: (UInt64, UInt64)) -> Int {
    let first = stringDelimiterMarks(in: words.0)
    if first != 0 { return first.trailingZeroBitCount / 8 }
    return 8 + stringDelimiterMarks(in: words.1).trailingZeroBitCount / 8
  }

  /// Returns a word in which the lowest mark is the top bit of the first byte that
  /// `indexOfStringDelimiter` looks for, or zero if none of the eight bytes is one.
  ///
  /// Subtracting from all bytes at once sets the top bit of each byte that is too small. A borrow
  /// can also set it in a byte above, so only the lowest mark is meaningful.
  @inline(__always)
  private static func stringDelimiterMarks(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    // Flipping bit 1 moves the quote from 0x22 to 0x20 and keeps the bytes below 0x20 in that
    // range, so one test finds both.
    let belowQuote = (word ^ (ones &* 0x02)) &- (ones &* 0x21)
    let backslash = (word ^ (ones &* 0x5C)) &- ones
    return (belowQuote | backslash) & ~word & (ones &* 0x80)
  }
}
