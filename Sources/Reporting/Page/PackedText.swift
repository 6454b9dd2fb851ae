/// A text in which references take the place of bytes that it already has.
///
/// The cases of a contract repeat each other: a golden has values of its input, and each state of a
/// session has nearly everything that the state before it has. Packed, they take a tenth of the
/// space.
///
/// A reference `&START,LENGTH;` represents LENGTH bytes of the original text in UTF-8, beginning
/// with byte START. It can begin less than LENGTH bytes before its own place: `ab&0,4;` represents
/// `ababab`. Everything else represents itself. The page restores the original with `unpacked`.
package struct PackedText: Sendable {
  /// The text with references. Equal originals always produce equal text.
  package let text: String

  /// Packs a text.
  ///
  /// - Parameter original: A text without the character `&`, which begins a reference.
  package init(_ original: String) {
    let bytes = Array(original.utf8)
    precondition(!bytes.contains(UInt8(ascii: "&")), "the text has a reference")

    var windows = RecentWindows()
    var packed: [UInt8] = []
    var packedCount = 0

    for end in bytes.indices {
      guard let earlier = windows.window(endingAt: end, in: bytes) else { continue }
      let start = end + 1 - RecentWindows.size
      guard start >= packedCount else { continue }

      let distance = start - earlier
      let repeated = bytes.rangeRepeated(
        from: distance,
        around: start,
        within: packedCount..<bytes.count
      )
      guard repeated.count >= RecentWindows.size else { continue }

      packed += bytes[packedCount..<repeated.lowerBound]
      packed += "&\(repeated.lowerBound - distance),\(repeated.count);".utf8
      packedCount = repeated.upperBound
    }

    text = String(decoding: packed + bytes[packedCount...], as: UTF8.self)
  }
}

/// The places of recent windows of a text: runs of bytes with a fixed size.
///
/// A window is found by its hash. Of those with the same slot, the last one is kept, so that memory
/// and time per byte stay constant.
private struct RecentWindows {
  /// The number of bytes in a window. A reference to fewer bytes would save next to nothing.
  static let size = 24

  private static let slotBits = 16
  /// An odd number without a pattern, from the golden ratio.
  private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
  /// The factor of a byte that leaves the window.
  private static let factorOfFirst = (0..<size).reduce(1 as UInt64) { power, _ in power &* factor }

  /// The sum of the bytes of the current window, the last one times `factor`, the one before it
  /// times its square, and so on.
  private var hash: UInt64 = 0
  private var startBySlot: [Int?] = Array(repeating: nil, count: 1 << slotBits)

  /// Adds the window that ends with a byte, and returns the start of an earlier one that is probably
  /// equal.
  ///
  /// - Parameter end: The index of the byte: that of the previous call plus 1.
  mutating func window(endingAt end: Int, in bytes: [UInt8]) -> Int? {
    let start = end + 1 - Self.size
    if start > 0 { hash &-= UInt64(bytes[start - 1]) &* Self.factorOfFirst }
    hash = (hash &+ UInt64(bytes[end])) &* Self.factor
    guard start >= 0 else { return nil }

    let slot = Int(hash >> (UInt64.bitWidth - Self.slotBits))
    defer { startBySlot[slot] = start }
    return startBySlot[slot]
  }
}

extension [UInt8] {
  /// Returns the longest range of whole characters whose bytes are the same as those `distance`
  /// bytes before.
  ///
  /// - Parameters:
  ///   - place: The index from which the range is extended to both sides.
  ///   - limits: The range that has the result.
  fileprivate func rangeRepeated(
    from distance: Int,
    around place: Int,
    within limits: Range<Int>
  ) -> Range<Int> {
    var start = place
    while start > Swift.max(limits.lowerBound, distance),
      self[start - 1] == self[start - 1 - distance]
    {
      start -= 1
    }

    var end = place
    while end < limits.upperBound, self[end] == self[end - distance] { end += 1 }

    while start < end, UTF8.isContinuation(self[start]) { start += 1 }
    while start < end, end < count, UTF8.isContinuation(self[end]) { end -= 1 }
    return start..<end
  }
}
