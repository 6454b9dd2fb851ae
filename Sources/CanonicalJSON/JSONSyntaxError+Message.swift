extension JSONSyntaxError: CustomStringConvertible {
  /// The location and the message, as `line:column: message`.
  public var description: String { "\(location): \(message)" }

  /// The error and what was expected, in lowercase, without the location.
  public var message: String {
    switch reason {
    case .emptyText: "the text is empty, expected a value"
    case .textTooLong: "the text is longer than 4 GiB - 1 byte"
    case .byteOrderMark: "the text starts with a byte order mark, U+FEFF; save it without one"
    case .foreignEncoding(let encoding): "this is \(encoding.rawValue); save it as UTF-8"
    case .invalidUTF8(let byte): "0x\(hex(byte, digits: 2)) is not part of a character in UTF-8"
    case .unexpected(let scalar, let expected):
      "expected \(expected.rawValue), found \(name(scalar))"
    case .unterminatedString: "the string that starts here has no closing '\"'"
    case .controlCharacter(let scalar):
      "\(name(scalar)) has to be escaped in a string, as \(escape(of: scalar))"
    case .unknownEscape(let scalar):
      "expected one of '\"\\/bfnrtu' after '\\', found \(name(scalar))"
    case .incompleteUnicodeEscape: "expected four hexadecimal digits after '\\u'"
    case .leadingZero: "a number has no leading zero"
    case .numberOutOfRange: "number is out of the range of a double"
    case .nestingTooDeep: "more than \(JSONDocument.maximumDepth) levels of nesting"
    }
  }

  /// Returns the scalar in quotes if it is visible by itself, otherwise its number.
  private func name(_ scalar: Unicode.Scalar?) -> String {
    guard let scalar else { return "the end of the text" }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .nonspacingMark,
      .enclosingMark,
      .spacingMark, .privateUse, .surrogate, .unassigned:
      return "U+\(hex(scalar.value, digits: 4))"
    default: return scalar == "'" ? "\"'\"" : "'\(scalar)'"
    }
  }

  private func escape(of scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: "\\u" + hex(scalar.value, digits: 4)
    }
  }

  private func hex(_ number: some BinaryInteger, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
