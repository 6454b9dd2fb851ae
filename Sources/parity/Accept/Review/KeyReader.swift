internal import Conformance

/// Makes keys out of a terminal's bytes.
enum KeyReader {
  /// The keys in bytes that arrived together; nil: Ctrl-C or Ctrl-\, at which all is left.
  ///
  /// What follows an escape byte is part of the same key, an arrow say.
  static func keys(in bytes: [UInt8]) -> [ReviewSession.Key?] {
    var keys: [ReviewSession.Key?] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x1B:
        keys.append(rest.isEmpty ? .escape : .other)
        rest = afterEscape(rest)
      case 0x03, 0x1C: keys.append(nil)
      case 0x0A, 0x0D: keys.append(.enter)
      case 0x08, 0x7F: keys.append(.backspace)
      case 0x20...0x7E: keys.append(.character(Character(Unicode.Scalar(byte))))
      // Names are ASCII, so the bytes of anything else are no part of one.
      default: keys.append(.other)
      }
    }
    return keys
  }

  /// What is left after a control sequence of ECMA-48, or after the one byte that goes with Alt.
  private static func afterEscape(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let introducer = bytes.first else { return bytes }
    let parameters = bytes.dropFirst()
    switch introducer {
    case UInt8(ascii: "["): return parameters.drop { !(0x40...0x7E).contains($0) }.dropFirst()
    case UInt8(ascii: "O"): return parameters.dropFirst()
    default: return parameters
    }
  }
}
