internal import Foundation

/// Splits a stream of bytes into lines, in time linear in the number of bytes.
package struct LineSplitter {
  /// The maximum length of a line in bytes, without its line feed.
  package let limit: Int
  /// The bytes since the last line feed.
  package private(set) var unfinished: [UInt8] = []

  package init(limit: Int) { self.limit = limit }

  /// Takes the next bytes and returns the lines that they complete, without their line feeds.
  ///
  /// - Throws: `LineTooLong` if a line exceeds the limit, even an unfinished one. Don't use the
  ///   splitter after that.
  package mutating func lines(
    after bytes: UnsafeRawBufferPointer
  ) throws(LineTooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes
    while let start = rest.baseAddress,
      let end = memchr(start, CInt(UInt8(ascii: "\n")), rest.count)
    {
      let length = UnsafeRawPointer(end) - start
      try append(UnsafeRawBufferPointer(start: start, count: length))
      lines.append(exchange(&unfinished, with: []))
      rest = UnsafeRawBufferPointer(rebasing: rest[(length + 1)...])
    }

    try append(rest)
    return lines
  }

  /// Adds bytes to the unfinished line, unless it would exceed the limit.
  private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(LineTooLong) {
    guard unfinished.count + bytes.count <= limit else { throw LineTooLong() }
    unfinished.append(contentsOf: bytes)
  }

  /// The error for a line that exceeds the limit.
  package struct LineTooLong: Error {}
}
