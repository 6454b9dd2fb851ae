/// Cuts a stream of bytes into lines, in time linear in the bytes.
package struct LineSplitter {
  /// The most bytes of a line, its line feed not counted.
  package let limit: Int
  /// What has come since the last line feed.
  package private(set) var unfinished: [UInt8] = []

  package init(limit: Int) {
    self.limit = limit
  }

  /// Takes the next bytes and gives the lines that they end, without their line feeds.
  ///
  /// - Throws: `LineTooLong`, be the line finished or not; the splitter is of no more use then.
  package mutating func lines(after bytes: some Collection<UInt8>) throws(LineTooLong) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      try append(rest[..<end])
      lines.append(unfinished)
      unfinished = []
      rest = rest[rest.index(after: end)...]
    }
    try append(rest)
    return lines
  }

  private mutating func append(_ bytes: some Collection<UInt8>) throws(LineTooLong) {
    guard unfinished.count + bytes.count <= limit else { throw LineTooLong() }
    unfinished.append(contentsOf: bytes)
  }

  package struct LineTooLong: Error {}
}
