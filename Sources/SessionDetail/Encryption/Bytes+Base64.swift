extension [UInt8] {
  /// Decodes base64 as in RFC 4648, section 4, or returns `nil` for any other text.
  ///
  /// Only the standard alphabet with full padding is accepted. The unused bits after the last byte
  /// can have any value. Foundation's decoder also accepts `AA=A`, `AAAA=` and `====`.
  package init?(base64 text: [UInt8]) {
    // E1
    guard text.count.isMultiple(of: 4) else { return nil }
    let padding = text.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count

    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt16 = 0
    var bitCount = 0

    for character in text.dropLast(padding) {
      guard let value = character.base64Value else { return nil }
      bits = bits << 6 | UInt16(value)
      bitCount += 6
      if bitCount >= 8 {
        bitCount -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> bitCount))
      }
    }

    self = bytes
  }
}

extension UInt8 {
  /// The six bits that a character of the standard alphabet represents, or `nil` for any other
  /// byte.
  fileprivate var base64Value: UInt8? {
    switch self {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): self - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): self - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
