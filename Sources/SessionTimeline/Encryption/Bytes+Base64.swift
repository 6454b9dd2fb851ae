extension [UInt8] {
  /// The bytes whose base64 by RFC 4648, section 4, a text is; nil for any other text.
  ///
  /// Takes the standard alphabet and full padding alone, whatever the bits behind the last byte
  /// are. Foundation's decoder takes `AA=A`, `AAAA=` and `====` too.
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
