/// A parsed JSON text: its bytes and the position of each value.
///
/// Parsing checks everything that RFC 8259 requires and doesn't allocate memory for individual
/// values. A string is decoded when you access it. Repeated keys and lone surrogate escapes aren't
/// errors; see `anomalies()`.
public struct JSONDocument: Sendable {
  /// The maximum number of nested arrays and objects. The outermost is level 1.
  public static let maximumDepth = 512

  let source: JSONSource

  /// Parses a text.
  ///
  /// - Parameter text: The JSON text.
  /// - Throws: `JSONSyntaxError` for the first place at which the text isn't valid JSON.
  /// - Complexity: O(*n*), including a copy of the text.
  public init(parsing text: String) throws(JSONSyntaxError) {
    let bytes = ContiguousArray(text.utf8)
    // The UTF-8 view of a `String` can't be in another encoding, so only check for a byte order
    // mark.
    if text.unicodeScalars.first == "\u{FEFF}" {
      throw JSONSyntaxError(.byteOrderMark, at: 0, in: bytes.span)
    }
    try self.init(validated: bytes)
  }

  /// Parses the bytes of a text that should be UTF-8.
  ///
  /// - Parameter utf8: The bytes of the JSON text.
  /// - Throws: `JSONSyntaxError` for the first place at which the bytes aren't valid UTF-8, or
  ///   otherwise the first place at which the text isn't valid JSON.
  /// - Complexity: O(*n*). The bytes are shared, not copied.
  public init(parsing utf8: [UInt8]) throws(JSONSyntaxError) {
    let bytes = ContiguousArray(utf8)
    if let reason = bytes.span.foreignEncoding {
      throw JSONSyntaxError(reason, at: 0, in: bytes.span)
    }
    if let offset = bytes.span.firstInvalidUTF8 {
      throw JSONSyntaxError(.invalidUTF8(bytes[offset]), at: offset, in: bytes.span)
    }
    try self.init(validated: bytes)
  }

  /// Parses the bytes of a text that should be UTF-8, such as a `Data`.
  ///
  /// ```swift
  /// let document = try JSONDocument(parsing: Data(contentsOf: file))
  /// let name = document.root["name"]?.string
  /// ```
  ///
  /// - Parameter utf8: The bytes of the JSON text.
  /// - Throws: `JSONSyntaxError` for the first place at which the bytes aren't valid UTF-8, or
  ///   otherwise the first place at which the text isn't valid JSON.
  /// - Complexity: O(*n*), including a copy of the bytes.
  public init(parsing utf8: some Sequence<UInt8>) throws(JSONSyntaxError) {
    try self.init(parsing: Array(utf8))
  }

  /// Parses the text of a string, such as a document inside of another one. Its bytes aren't copied
  /// to a `String`.
  ///
  /// - Parameter string: The string. Any other value is treated as an empty text.
  /// - Throws: `JSONSyntaxError` for the first place at which the text isn't valid JSON.
  /// - Complexity: O(*n*).
  package init(parsingTextOf string: JSONNode) throws(JSONSyntaxError) {
    let bytes = string.textBytes
    // The bytes are part of a valid text, so only check for a byte order mark.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      throw JSONSyntaxError(.byteOrderMark, at: 0, in: bytes.span)
    }
    try self.init(validated: bytes)
  }

  /// Parses bytes that are known to be UTF-8 without a byte order mark.
  private init(validated bytes: ContiguousArray<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONFault) {
      let parser = try JSONParser(bytes.span)
      source = JSONSource(bytes: bytes, tape: parser.tape, lineStarts: parser.lineStarts)
    } catch {
      throw JSONSyntaxError(error.reason, at: error.offset, in: bytes.span)
    }
  }

  /// The bytes of the whole text.
  public var utf8: [UInt8] { Array(source.bytes) }

  /// The outermost value.
  public var root: JSONNode { JSONNode(source: source, index: 0) }

  /// Returns the line and column of a byte.
  ///
  /// - Parameter offset: The offset of the byte. An offset after the end of the text is treated as
  ///   its end, and a negative one as its start.
  /// - Returns: The location, whose column is counted in UTF-8 bytes.
  /// - Complexity: O(log *n*) in the number of lines.
  public func location(ofByte offset: Int) -> TextLocation { source.location(ofByte: offset) }
}
