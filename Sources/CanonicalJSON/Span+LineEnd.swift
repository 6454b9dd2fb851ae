extension Span<UInt8> {
  /// Returns the index of the first CR or LF from `start`, or `count` if there is none.
  package func indexOfLineEnd(from start: Int) -> Int {
    var index = start
    while let words = littleEndianWords(at: index) {
      let first = Self.lineEndMarks(in: words.0)
      if first != 0 { return index &+ first.trailingZeroBitCount / 8 }
      let second = Self.lineEndMarks(in: words.1)
      if second != 0 { return index &+ 8 &+ second.trailingZeroBitCount / 8 }
      index &+= 16
    }

    while index < count, self[index] != 0x0A, self[index] != 0x0D { index += 1 }
    return index
  }

  /// Returns a word in which the lowest mark is the top bit of the first byte that is a CR or an
  /// LF, or zero if none of the eight bytes is one.
  ///
  /// Subtracting one from all bytes at once sets the top bit of each byte that was zero. A borrow
  /// can also set it in a byte above, so only the lowest mark is meaningful.
  @inline(__always)
  private static func lineEndMarks(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let lineFeed = word ^ (ones &* 0x0A)
    let carriageReturn = word ^ (ones &* 0x0D)
    let marks = ((lineFeed &- ones) & ~lineFeed) | ((carriageReturn &- ones) & ~carriageReturn)
    return marks & (ones &* 0x80)
  }
}
