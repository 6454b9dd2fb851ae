extension JSONSyntaxError: CustomStringConvertible {
  /// The location and the message, as `line:column: message`.
  public var description: String { "\(location): \(message)" }

  /// The error and what was expected, in lowercase, without the location.
  public var message: String {
    switch reason {
    case .emptyText: "the text is empty; expected a JSON value"
    case .textTooLong: "the text is longer than the limit of 4 GiB - 1 byte"
    case .byteOrderMark: "the text starts with a byte order mark (U+FEFF); remove the mark"
    case .foreignEncoding(let encoding):
      "the text is encoded as \(encoding.rawValue); save the text as UTF-8"
    case .invalidUTF8(let byte): "invalid UTF-8: unexpected byte 0x\(hex(byte, digits: 2))"
    case .unexpected(let scalar, let expected):
      "expected \(expected.rawValue), found \(name(scalar))"
    case .unterminatedString: "unterminated string: the closing '\"' is missing"
    case .controlCharacter(let scalar):
      "unescaped control character \(name(scalar)) in a string; write \(escape(of: scalar))"
    case .unknownEscape(let scalar):
      "invalid escape sequence: expected one of \" \\ / b f n r t u after '\\', "
        + "found \(name(scalar))"
    case .incompleteUnicodeEscape:
      "invalid escape sequence: expected four hexadecimal digits after '\\u'"
    case .leadingZero: "a number must not have a leading zero"
    case .numberOutOfRange: "the number is too large for a double"
    case .nestingTooDeep: "nested too deeply: more than \(JSONDocument.maximumDepth) levels"
    }
  }

  /// Returns the scalar in quotes if it is visible by itself, otherwise its number.
  private func name(_ scalar: Unicode.Scalar?) -> String {
    guard let scalar else { return "end of file" }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .nonspacingMark,
      .enclosingMark,
      .spacingMark, .privateUse, .surrogate, .unassigned:
      return "U+\(hex(scalar.value, digits: 4))"
    default: return scalar == "'" ? "\"'\"" : "'\(scalar)'"
    }
  }

  /// Returns the escape to write instead of a control character.
  private func escape(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u" + hex(scalar.value, digits: 4)
    }
  }

  /// Returns a number in hexadecimal, with leading zeros up to a number of digits.
  private func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
