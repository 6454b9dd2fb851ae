/// The ASCII characters of JSON's grammar.
extension UInt8 {
  static var quote: UInt8 { UInt8(ascii: "\"") }
  static var backslash: UInt8 { UInt8(ascii: "\\") }
  static var openBrace: UInt8 { UInt8(ascii: "{") }
  static var closeBrace: UInt8 { UInt8(ascii: "}") }
  static var openBracket: UInt8 { UInt8(ascii: "[") }
  static var closeBracket: UInt8 { UInt8(ascii: "]") }
  static var comma: UInt8 { UInt8(ascii: ",") }
  static var colon: UInt8 { UInt8(ascii: ":") }
  static var plus: UInt8 { UInt8(ascii: "+") }
  static var minus: UInt8 { UInt8(ascii: "-") }
  static var point: UInt8 { UInt8(ascii: ".") }
  static var tilde: UInt8 { UInt8(ascii: "~") }
  static var zero: UInt8 { UInt8(ascii: "0") }
  static var nine: UInt8 { UInt8(ascii: "9") }
  static var slash: UInt8 { UInt8(ascii: "/") }
  static var letterE: UInt8 { UInt8(ascii: "e") }
  static var letterB: UInt8 { UInt8(ascii: "b") }
  static var letterF: UInt8 { UInt8(ascii: "f") }
  static var letterN: UInt8 { UInt8(ascii: "n") }
  static var letterR: UInt8 { UInt8(ascii: "r") }
  static var letterT: UInt8 { UInt8(ascii: "t") }
  static var letterU: UInt8 { UInt8(ascii: "u") }
  static var space: UInt8 { UInt8(ascii: " ") }
  static var tab: UInt8 { UInt8(ascii: "\t") }
  static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  static var carriageReturn: UInt8 { UInt8(ascii: "\r") }

  /// The character that this byte represents after a backslash (RFC 8259 section 7), or 0 for `u`
  /// and for bytes that aren't allowed there.
  @inline(__always)
  var characterAfterBackslash: UInt8 {
    switch self {
    case .quote, .backslash, .slash: self
    case .letterB: 0x08
    case .letterF: 0x0C
    case .letterN: .lineFeed
    case .letterR: .carriageReturn
    case .letterT: .tab
    default: 0
    }
  }

  /// Whether this byte is one of the ASCII digits.
  var isDigit: Bool { self &- .zero < 10 }

  /// The value of this byte as a hexadecimal digit in either case, or `nil` if it isn't one.
  package var hexDigitValue: UInt8? {
    let digit = self &- .zero
    if digit < 10 { return digit }
    // Bit 5 is the difference between the cases of a letter.
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }

  /// The digit of a number below 16, in lower case.
  var lowercaseHexDigit: UInt8 { self < 10 ? .zero &+ self : UInt8(ascii: "a") &+ (self &- 10) }

  /// Whether this byte ends a run of plain characters in a string: a quote, a backslash, or a byte
  /// below U+0020.
  var isStringDelimiter: Bool { self == .quote || self == .backslash || self < .space }
}
