extension Span<UInt8> {
  /// The reason to reject the bytes, if their start shows that they aren't plain UTF-8.
  ///
  /// A JSON text starts with an ASCII character and can't contain U+0000, so zero bytes reveal the
  /// width of a code unit (RFC 4627 section 3).
  var foreignEncoding: JSONSyntaxError.Reason? {
    /// Returns a byte, or a space after the end, which reveals nothing.
    func byte(_ index: Int) -> UInt8 { index < count ? self[index] : 0x20 }
    return switch (byte(0), byte(1), byte(2), byte(3)) {
    case (0xEF, 0xBB, 0xBF, _): .byteOrderMark
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0, 0, 0, _), (_, 0, 0, 0):
      .foreignEncoding(.utf32)
    case (0xFF, 0xFE, _, _), (0xFE, 0xFF, _, _), (0, _, _, _), (_, 0, _, _):
      .foreignEncoding(.utf16)
    default: nil
    }
  }
}
