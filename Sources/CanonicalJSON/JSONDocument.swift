/// A parsed JSON text: its bytes and where each value lies in them.
///
/// Reading checks everything that RFC 8259 asks for and allocates nothing for single values; a
/// string is decoded when it is asked for. Repeated keys and lone surrogate escapes are no errors,
/// see `anomalies()`.
public struct JSONDocument: Sendable {
  /// The levels of arrays and objects that a text may have; the outermost is level 1.
  public static let maximumDepth = 512

  let source: JSONSource

  /// Reads a text.
  ///
  /// - Throws: `JSONSyntaxError` for the first place where the text is not JSON.
  /// - Complexity: O(*n*), with a copy of the text.
  public init(parsing text: String) throws(JSONSyntaxError) {
    let bytes = ContiguousArray(text.utf8)
    // The UTF-8 of a String cannot be another encoding.
    if text.unicodeScalars.first == "\u{FEFF}" {
      throw JSONSyntaxError(.byteOrderMark, at: 0, in: bytes.span)
    }
    try self.init(validated: bytes)
  }

  /// Reads a text that ought to be UTF-8.
  ///
  /// - Throws: `JSONSyntaxError` for the first place where the bytes are not UTF-8, else where the
  ///   text is not JSON.
  /// - Complexity: O(*n*); the bytes are shared, not copied.
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

  private init(validated bytes: ContiguousArray<UInt8>) throws(JSONSyntaxError) {
    do throws(JSONFault) {
      let parser = try JSONParser(bytes.span)
      source = JSONSource(bytes: bytes, tape: parser.tape, lineStarts: parser.lineStarts)
    } catch {
      throw JSONSyntaxError(error.reason, at: error.offset, in: bytes.span)
    }
  }

  /// The whole text, as it was read.
  public var utf8: [UInt8] { Array(source.bytes) }

  /// The outermost value.
  public var root: JSONNode { JSONNode(source: source, index: 0) }

  /// The line and column of a byte; an offset beyond the text counts as its end.
  ///
  /// - Complexity: O(log *n*) in the number of lines.
  public func location(ofByte offset: Int) -> TextLocation { source.location(ofByte: offset) }
}
