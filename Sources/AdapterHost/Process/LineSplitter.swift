internal import Foundation

/// Cuts a stream of bytes into lines, in time linear in the bytes.
package struct LineSplitter {
  /// The most bytes of a line, its line feed not counted.
  package let limit: Int
  /// What has come since the last line feed.
  package private(set) var unfinished: [UInt8] = []

  package init(limit: Int) { self.limit = limit }

  /// Takes the next bytes and gives the lines that they end, without their line feeds.
  ///
  /// - Throws: `LineTooLong`, be the line finished or not; the splitter is of no more use then.
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

  private mutating func append(_ bytes: UnsafeRawBufferPointer) throws(LineTooLong) {
    guard unfinished.count + bytes.count <= limit else { throw LineTooLong() }
    unfinished.append(contentsOf: bytes)
  }

  package struct LineTooLong: Error {}
}
