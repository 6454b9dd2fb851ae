extension Unicode.Scalar {
  /// The approximate number of terminal columns of the scalar: 0 for marks, 2 for East Asian wide
  /// scalars and emoji.
  package var columns: Int {
    if value < 0x300 { return 1 }
    if properties.generalCategory == .nonspacingMark || properties.generalCategory == .enclosingMark
    {
      return 0
    }

    let isWide =
      Self.wideRanges.contains { $0.contains(value) } || properties.isEmojiPresentation
    return isWide ? 2 : 1
  }

  /// The large blocks of UAX 11's classes W and F. Smaller ones are left out.
  private static let wideRanges: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x17000...0x18DFF,
    0x1B000...0x1B2FF, 0x20000...0x3FFFD,
  ]
}

extension String {
  /// The approximate number of terminal columns of the text.
  package var columns: Int { unicodeScalars.reduce(0) { $0 + $1.columns } }
}
