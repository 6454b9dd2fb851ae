/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Hashable, Sendable {
  /// What is wrong.
  public let reason: Reason
  /// The offset in UTF-8 bytes of the first byte that is wrong.
  public let offset: Int
  /// The line and column of `offset`.
  public let location: TextLocation

  /// What can be wrong with a text.
  public enum Reason: Hashable, Sendable {
    /// There is no byte at all.
    case emptyText
    /// The text is longer than 4 GiB - 1 byte, the most that the reader takes.
    case textTooLong
    /// The text starts with U+FEFF in UTF-8, which RFC 8259 section 8.1 forbids.
    case byteOrderMark
    /// The bytes look like another encoding of Unicode.
    case foreignEncoding(Encoding)
    /// A byte that does not start a valid UTF-8 sequence here: overlong, a surrogate, beyond
    /// U+10FFFF or cut short.
    case invalidUTF8(UInt8)
    /// Something else than the grammar allows; nil stands for the end of the text.
    case unexpected(Unicode.Scalar?, expected: Expectation)
    /// A string without its closing quote. The offset is that of the opening one.
    case unterminatedString
    /// A character below U+0020 in a string, which has to be escaped.
    case controlCharacter(Unicode.Scalar)
    /// A backslash that is followed by none of `"\/bfnrtu`; nil stands for the end of the text.
    case unknownEscape(Unicode.Scalar?)
    /// A `\u` that is not followed by four hexadecimal digits. The offset is that of the backslash.
    case incompleteUnicodeEscape
    /// A number such as `01`.
    case leadingZero
    /// A number that is not finite as a double.
    case numberOutOfRange
    /// A container within more than 511 others.
    case nestingTooDeep
  }

  /// An encoding of Unicode that is not UTF-8.
  public enum Encoding: String, Hashable, Sendable {
    /// UTF-16 in either byte order.
    case utf16 = "UTF-16"
    /// UTF-32 in either byte order.
    case utf32 = "UTF-32"
  }

  /// What the grammar allows at a place; the raw value says it in words.
  public enum Expectation: String, Hashable, Sendable {
    case value = "a value"
    case elementOrEnd = "a value or ']' after '['"
    case element = "a value after ','"
    case commaOrArrayEnd = "',' or ']' after an array element"
    case keyOrEnd = "a key in double quotes or '}' after '{'"
    case key = "a key in double quotes after ','"
    case colon = "':' after a key"
    case commaOrObjectEnd = "',' or '}' after a member's value"
    case textEnd = "the end of the text after the value"
    case digitAfterMinus = "a digit after '-'"
    case digitAfterPoint = "a digit after '.'"
    case exponentDigit = "a digit of the exponent"
    case literalTrue = "the rest of 'true'"
    case literalFalse = "the rest of 'false'"
    case literalNull = "the rest of 'null'"
  }
}

extension JSONSyntaxError {
  init(_ reason: Reason, at offset: Int, in bytes: Span<UInt8>) {
    self.init(reason: reason, offset: offset, location: TextLocation(ofByte: offset, in: bytes))
  }
}

/// A reason and its offset: an error before its line and column are looked for, small enough for
/// registers.
struct JSONFault: Error {
  let reason: JSONSyntaxError.Reason
  let offset: Int
}

extension Span<UInt8> {
  /// The fault of a text that has something else than what the grammar allows at an offset.
  func unexpected(at offset: Int, expected: JSONSyntaxError.Expectation) -> JSONFault {
    JSONFault(reason: .unexpected(scalar(at: offset), expected: expected), offset: offset)
  }
}
