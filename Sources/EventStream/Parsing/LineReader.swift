/// Puts lines together from bytes that come in pieces.
///
/// Cutting comes before decoding: no byte of a line's ending is part of a longer UTF-8 sequence,
/// and a sequence that an ending cuts off is broken for itself.
struct LineReader: Sendable {
  /// In bytes, without the ending.
  let limit: Int
  /// As much of the line as was read.
  private(set) var line: [UInt8] = []
  /// How much of a byte order mark the stream began with so far; nil: it has been looked for.
  private var markLength: Int? = 0
  /// Whether an LF that comes next belongs to the ending of the line before.
  private var followsCarriageReturn = false

  init(limit: Int) { self.limit = limit }

  /// Reads on from `index` to the end of the line, or of the bytes; returns whether `line` is
  /// whole.
  mutating func readLine(in bytes: [UInt8], from index: inout Int) throws(LineTooLong) -> Bool {
    readMark(in: bytes, from: &index)
    guard index < bytes.count else { return false }
    // V1: CR, LF and CRLF each end a line, and V2: CRLF is one ending however it was cut.
    if followsCarriageReturn, bytes[index] == UInt8(ascii: "\n") { index += 1 }
    followsCarriageReturn = false
    let start = index
    index = endOfText(in: bytes, from: start)
    // V3
    guard index - start <= limit - line.count else { throw LineTooLong(limit: limit) }
    line.append(contentsOf: bytes[start..<index])
    guard index < bytes.count else { return false }
    // A CR ends its line at once; the stream may have nothing more to say for a long time.
    followsCarriageReturn = bytes[index] == UInt8(ascii: "\r")
    index += 1
    return true
  }

  /// The index of the next CR or LF, or the end of the bytes.
  private func endOfText(in bytes: [UInt8], from start: Int) -> Int {
    // One read of each byte and no calls: most of the time of a long stream goes here.
    let lineFeed = UInt8(ascii: "\n")
    let carriageReturn = UInt8(ascii: "\r")
    let end = bytes.count
    var index = start
    while index < end {
      let byte = bytes[index]
      if byte == lineFeed || byte == carriageReturn { break }
      index += 1
    }
    return index
  }

  mutating func startNextLine() { line.removeAll(keepingCapacity: true) }

  // V1
  /// Passes over one byte order mark at the start of the stream, which is part of no line.
  private mutating func readMark(in bytes: [UInt8], from index: inout Int) {
    while let length = markLength, index < bytes.count {
      guard bytes[index] == Self.mark[length] else {
        line.append(contentsOf: Self.mark.prefix(length))
        markLength = nil
        return
      }
      index += 1
      markLength = length + 1 < Self.mark.count ? length + 1 : nil
    }
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// A stream has a line longer than its reader takes.
public struct LineTooLong: Error, Hashable, Sendable {
  /// In bytes as received, without the line's ending.
  public let limit: Int

  /// Makes an error of the limit that a line went over.
  public init(limit: Int) { self.limit = limit }
}
