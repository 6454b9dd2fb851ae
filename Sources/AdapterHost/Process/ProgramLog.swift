/// What a program writes to standard error, of which only the beginning and the end are kept.
///
/// The log may be endless, and the line that says what is wrong may be the first one, as in a
/// compiler's output, or the last one, as in a Python traceback.
struct ProgramLog {
  /// The maximum number of lines.
  static let mostLines = 40
  /// The number of lines from the beginning if there are too many.
  private static let firstLines = 15
  /// The maximum size of a line.
  private static let mostBytesOfLine = 1000
  /// The maximum size of each of the two parts that are kept.
  private static let byteLimit = mostLines * mostBytesOfLine

  /// The first bytes of the log, at most `byteLimit`.
  private var beginning: [UInt8] = []
  /// The last of the bytes after the beginning, at most twice `byteLimit`.
  private var end: [UInt8] = []
  /// The size of the whole log.
  private var byteCount = 0

  /// Adds the next bytes of the log. Once there are too many, drops bytes from the middle.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    byteCount += bytes.count
    let room = Self.byteLimit - beginning.count
    beginning += UnsafeRawBufferPointer(rebasing: bytes.prefix(room))

    end += UnsafeRawBufferPointer(rebasing: bytes.dropFirst(room).suffix(Self.byteLimit))
    if end.count > 2 * Self.byteLimit { end.removeFirst(end.count - Self.byteLimit) }
  }

  /// The lines that aren't empty, each cut to a readable length. If there are too many, a line with
  /// an ellipsis is in place of those in the middle.
  var lines: [String] {
    let isWhole = beginning.count + end.count == byteCount
    let first = Self.split(isWhole ? beginning + end : beginning)
    if isWhole, first.count <= Self.mostLines { return first.map { Self.text($0) } }

    let last = isWhole ? first : Self.split(end)
    let kept = first.prefix(Self.firstLines)
    return kept.map { Self.text($0) } + ["… (\(byteCount) bytes in all)"]
      + last.suffix(Self.mostLines - 1 - kept.count).map { Self.text($0) }
  }

  /// Returns the lines that aren't empty.
  private static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    bytes.split(separator: UInt8(ascii: "\n"))
  }

  /// Returns a line with unprintable characters escaped, cut to the maximum size.
  private static func text(_ line: ArraySlice<UInt8>) -> String {
    excerpt(of: line, limit: mostBytesOfLine)
  }
}
