extension String {
  /// Calls a closure with the UTF-8 bytes.
  @inlinable @inline(__always)
  package func withBytes<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    if #available(macOS 26, iOS 26, *) { return try body(utf8.span) }
    var text = self
    return try text.withUTF8 { try body($0.span) }
  }

  /// Returns whether both texts have the same UTF-8 bytes.
  ///
  /// In contrast, `==` treats canonically equivalent texts, such as "é" composed and decomposed, as
  /// equal.
  package func hasSameBytes(as other: String) -> Bool {
    utf8.count == other.utf8.count
      && withBytes { bytes in other.withBytes { bytes.hasSameBytes(as: $0) } }
  }

  /// Returns the longest beginning of the text that has at most `limit` UTF-8 bytes and ends with a
  /// whole scalar.
  package func beginning(bytes limit: Int) -> Substring {
    guard utf8.count > limit else { return self[...] }
    // An index inside a scalar is rounded down to the start of that scalar.
    return self[..<utf8.index(startIndex, offsetBy: limit)]
  }

  /// Feeds the UTF-8 bytes to a hasher, so that texts with the same bytes have the same hash.
  package func hashBytes(into hasher: inout Hasher) {
    withBytes { $0.withUnsafeBytes { hasher.combine(bytes: $0) } }
    // 0xFF doesn't occur in UTF-8, so this distinguishes the texts of ["ab", "c"] and ["a", "bc"].
    hasher.combine(0xFF as UInt8)
  }

  /// Returns whether this text comes before another by UTF-16 code units, the order of keys in RFC
  /// 8785 section 3.2.3.
  package func precedesByUTF16(_ other: String) -> Bool {
    withBytes { bytes in other.withBytes { bytes.precedesByUTF16($0) } }
  }
}

extension Span<UInt8> {
  /// Returns whether a text with these bytes comes before another by UTF-16 code units.
  func precedesByUTF16(_ other: Span<UInt8>) -> Bool {
    let shared = Swift.min(count, other.count)
    var index = 0
    while index < shared, self[index] == other[index] {
      index += 1
    }
    guard index < shared else { return count < other.count }
    return Self.utf16Rank(self[index]) < Self.utf16Rank(other[index])
  }

  /// Returns a number that orders the first differing UTF-8 bytes of two texts as UTF-16 orders
  /// their scalars.
  ///
  /// Both orders are that of the scalars, with one exception: in UTF-16, the surrogates of U+10000
  /// and above (lead bytes from 0xF0) come before U+E000...U+FFFF (lead bytes 0xEE and 0xEF).
  private static func utf16Rank(_ byte: UInt8) -> UInt8 {
    byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte
  }
}
