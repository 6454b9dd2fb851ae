/// A line of a file and its number, counted from 1.
struct NumberedLine: Sendable {
  let number: Int
  let text: ArraySlice<UInt8>
}

extension [UInt8] {
  /// The lines that aren't empty, without their newlines. An empty line takes no memory, so a file
  /// of newlines is harmless.
  var numberedLines: [NumberedLine] {
    var lines: [NumberedLine] = []
    var number = 1
    var start = 0

    for (index, byte) in enumerated() where byte == UInt8(ascii: "\n") {
      if index > start { lines.append(NumberedLine(number: number, text: self[start..<index])) }
      number += 1
      start = index + 1
    }

    if start < count { lines.append(NumberedLine(number: number, text: self[start...])) }

    return lines
  }
}
