internal import CanonicalJSON

/// Assembles lines from bytes that arrive in pieces.
///
/// Lines are split before they are decoded: no byte of a line ending is part of a longer UTF-8
/// sequence, and a sequence that a line ending interrupts is malformed on its own.
struct LineReader: Sendable {
  /// The maximum length of a line in bytes, without its line ending.
  let limit: Int
  /// The part of the current line that came with earlier pieces.
  private var beginning: [UInt8] = []
  /// The number of bytes of a byte order mark matched at the start of the stream, or `nil` once
  /// that check is done.
  private var markLength: Int? = 0
  /// Whether an LF that comes next belongs to the previous line's ending.
  private var followsCarriageReturn = false

  /// Creates a reader for a whole stream, which can start with a byte order mark.
  init(limit: Int) { self.limit = limit }

  /// Reads from `index` to the end of the line or of the bytes, and returns the line if it is
  /// complete.
  ///
  /// - Throws: `LineTooLong` as soon as the line exceeds the limit, even if it isn't complete.
  mutating func nextLine(
    in bytes: [UInt8],
    from index: inout Int
  ) throws(EventStreamParser.LineTooLong) -> ArraySlice<UInt8>? {
    readMark(in: bytes, from: &index)
    guard index < bytes.count else { return nil }

    // V1: CR, LF and CRLF each end a line. V2: CRLF is one line ending, however it was split.
    if followsCarriageReturn, bytes[index] == UInt8(ascii: "\n") { index += 1 }
    followsCarriageReturn = false

    let start = index
    index = bytes.withUnsafeBufferPointer { $0.span.indexOfLineEnd(from: start) }
    // V3
    guard index - start <= limit - beginning.count else {
      throw EventStreamParser.LineTooLong(limit: limit)
    }

    let text = bytes[start..<index]
    guard index < bytes.count else {
      beginning += text
      return nil
    }

    // A CR ends its line immediately, because the next byte can take a long time to arrive.
    followsCarriageReturn = bytes[index] == UInt8(ascii: "\r")
    index += 1
    // Most lines arrive in one piece, and need no copy.
    return beginning.isEmpty ? text : wholeLine(endingWith: text)
  }

  /// Returns the line that ends with these bytes, and starts the next one.
  private mutating func wholeLine(endingWith text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let line = beginning + text
    beginning = []
    return line[...]
  }

  // V1
  /// Skips one byte order mark at the start of the stream. It isn't part of a line.
  private mutating func readMark(in bytes: [UInt8], from index: inout Int) {
    while let length = markLength, index < bytes.count {
      guard bytes[index] == Self.mark[length] else {
        beginning += Self.mark.prefix(length)
        markLength = nil
        return
      }
      index += 1
      markLength = length + 1 < Self.mark.count ? length + 1 : nil
    }
  }

  /// The byte order mark U+FEFF in UTF-8.
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

extension EventStreamParser {
  /// An error that indicates that a line exceeds the parser's limit.
  public struct LineTooLong: Error, Hashable, Sendable {
    /// The limit in bytes as received, without the line ending.
    public let limit: Int

    /// Creates an error with the limit that a line exceeded.
    public init(limit: Int) { self.limit = limit }
  }
}
