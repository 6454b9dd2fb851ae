/// The UTF-8 decoder of the Encoding Standard (section 8.1.1), written as the standard describes
/// it, with errors replaced.
struct StandardDecoder {
  private var codePoint: UInt32 = 0
  private var bytesSeen = 0
  private var bytesNeeded = 0
  private var lower: UInt8 = 0x80
  private var upper: UInt8 = 0xBF
  private var scalars = String.UnicodeScalarView()

  static func text(of bytes: [UInt8]) -> String {
    var decoder = StandardDecoder()
    for byte in bytes { decoder.take(byte) }
    if decoder.bytesNeeded > 0 { decoder.scalars.append("\u{FFFD}") }
    return String(decoder.scalars)
  }

  private mutating func take(_ byte: UInt8) {
    guard bytesNeeded > 0 else { return begin(byte) }
    guard (lower...upper).contains(byte) else {
      reset()
      scalars.append("\u{FFFD}")
      return begin(byte)
    }
    lower = 0x80
    upper = 0xBF
    codePoint = codePoint << 6 | UInt32(byte & 0x3F)
    bytesSeen += 1
    guard bytesSeen == bytesNeeded else { return }
    scalars.append(Unicode.Scalar(codePoint) ?? "\u{FFFD}")
    reset()
  }

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case 0x00...0x7F: scalars.append(Unicode.Scalar(byte))
    case 0xC2...0xDF: (bytesNeeded, codePoint) = (1, UInt32(byte & 0x1F))
    case 0xE0...0xEF:
      if byte == 0xE0 { lower = 0xA0 }
      if byte == 0xED { upper = 0x9F }
      bytesNeeded = 2
      codePoint = UInt32(byte & 0xF)
    case 0xF0...0xF4:
      if byte == 0xF0 { lower = 0x90 }
      if byte == 0xF4 { upper = 0x8F }
      bytesNeeded = 3
      codePoint = UInt32(byte & 0x7)
    default: scalars.append("\u{FFFD}")
    }
  }

  private mutating func reset() {
    codePoint = 0
    bytesSeen = 0
    bytesNeeded = 0
    lower = 0x80
    upper = 0xBF
  }
}
