internal import Conformance

/// Makes keys out of a terminal's bytes.
struct KeyReader {
  enum Event: Equatable {
    case key(ReviewSession.Key)
    /// Ctrl-C or Ctrl-\.
    case interrupt
  }

  /// The keys in bytes that arrived together. What follows an escape byte is part of the same key, an arrow say.
  static func events(in bytes: [UInt8]) -> [Event] {
    var events: [Event] = []
    var rest = bytes[...]
    while let byte = rest.first {
      switch byte {
      case 0x1B:
        rest = rest.dropFirst()
        events.append(.key(rest.isEmpty ? .escape : .other))
        rest = afterEscape(rest)
        continue
      case 0x03, 0x1C: events.append(.interrupt)
      case 0x0A, 0x0D: events.append(.key(.enter))
      case 0x08, 0x7F: events.append(.key(.backspace))
      case 0x20...0x7E: events.append(.key(.character(Character(Unicode.Scalar(byte)))))
      // Names are ASCII, so the bytes of anything else are no part of one.
      default: events.append(.key(.other))
      }
      rest = rest.dropFirst()
    }
    return events
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
