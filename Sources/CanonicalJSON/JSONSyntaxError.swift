/// The reason why a text isn't valid JSON, with the position of the error.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The kind of error.
  public let reason: Reason
  /// The offset of the first invalid byte.
  public let offset: Int
  /// The line and column of `offset`.
  public let location: TextLocation

  /// The errors that a text can have.
  public enum Reason: Hashable, Sendable {
    /// The text has no bytes.
    case emptyText
    /// The text is longer than 4 GiB - 1 byte, the limit of the parser.
    case textTooLong
    /// The text starts with U+FEFF in UTF-8, which RFC 8259 section 8.1 forbids.
    case byteOrderMark
    /// The bytes appear to be another encoding of Unicode.
    case foreignEncoding(Encoding)
    /// A byte that doesn't start a valid UTF-8 sequence: overlong, a surrogate, beyond U+10FFFF or
    /// cut short.
    case invalidUTF8(UInt8)
    /// A character that the grammar doesn't allow here, or `nil` for the end of the text.
    case unexpected(Unicode.Scalar?, expected: Expectation)
    /// A string without a closing quote. The offset is that of the opening quote.
    case unterminatedString
    /// An unescaped character below U+0020 in a string.
    case controlCharacter(Unicode.Scalar)
    /// A backslash that isn't followed by one of `"\/bfnrtu`. The value is `nil` at the end of the
    /// text.
    case unknownEscape(Unicode.Scalar?)
    /// A `\u` that isn't followed by four hexadecimal digits. The offset is that of the backslash.
    case incompleteUnicodeEscape
    /// A number with a leading zero, such as `01`.
    case leadingZero
    /// A number that isn't finite as a double.
    case numberOutOfRange
    /// A container inside more than 511 others.
    case nestingTooDeep
  }

  /// An encoding of Unicode other than UTF-8.
  public enum Encoding: String, Hashable, Sendable {
    /// UTF-16 in either byte order.
    case utf16 = "UTF-16"
    /// UTF-32 in either byte order.
    case utf32 = "UTF-32"
  }

  /// What the grammar allows at a position. The raw value is the text for a message.
  public enum Expectation: String, Hashable, Sendable {
    /// A value.
    case value = "a value"
    /// The first element of an array, or its end.
    case elementOrEnd = "']' or a value after '['"
    /// An element of an array, after a comma.
    case element = "a value after ','"
    /// A comma or the end of an array, after an element.
    case commaOrArrayEnd = "',' or ']' after an array element"
    /// The first key of an object, or its end.
    case keyOrEnd = "'}' or a double-quoted key after '{'"
    /// A key of an object, after a comma.
    case key = "a double-quoted key after ','"
    /// A colon, after a key.
    case colon = "':' after a key"
    /// A comma or the end of an object, after a member's value.
    case commaOrObjectEnd = "',' or '}' after a member's value"
    /// The end of the text, after the outermost value.
    case textEnd = "end of file after the value"
    /// A digit, after the minus sign of a number.
    case digitAfterMinus = "a digit after '-'"
    /// A digit, after the decimal point of a number.
    case digitAfterPoint = "a digit after '.'"
    /// A digit in the exponent of a number.
    case exponentDigit = "a digit in the exponent"
    /// The rest of the literal `true`.
    case literalTrue = "the rest of 'true'"
    /// The rest of the literal `false`.
    case literalFalse = "the rest of 'false'"
    /// The rest of the literal `null`.
    case literalNull = "the rest of 'null'"
  }
}

extension JSONSyntaxError {
  /// Creates an error and computes its line and column.
  ///
  /// - Complexity: O(*n*) in the offset.
  init(_ reason: Reason, at offset: Int, in bytes: Span<UInt8>) {
    self.init(reason: reason, offset: offset, location: TextLocation(ofByte: offset, in: bytes))
  }
}

/// An error without its line and column, which are computed later. It is small enough for
/// registers.
struct JSONFault: Error {
  let reason: JSONSyntaxError.Reason
  let offset: Int
}

extension Span<UInt8> {
  /// Returns the fault for a character at an offset that the grammar doesn't allow.
  func unexpected(at offset: Int, expected: JSONSyntaxError.Expectation) -> JSONFault {
    JSONFault(reason: .unexpected(scalar(at: offset), expected: expected), offset: offset)
  }
}
