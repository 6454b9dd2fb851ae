/// The ends of the lines of a text.
package struct LineEnds: Hashable, Sendable {
  /// What a line ends with. The raw value is the common abbreviation.
  package enum Kind: String, CaseIterable, Sendable {
    case lineFeed = "LF"
    case carriageReturn = "CR"
    case both = "CRLF"
  }

  /// The kinds of the line ends, without duplicates.
  package let kinds: Set<Kind>
  /// The number of line ends after the last line that isn't empty.
  package let finalCount: Int

  /// Surveys the line ends of a text in one pass over its bytes.
  package init(of text: String) {
    var kinds: Set<Kind> = []
    var finalCount = 0
    var isAfterReturn = false

    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\n"):
        kinds.insert(isAfterReturn ? .both : .lineFeed)
        finalCount += isAfterReturn ? 0 : 1
      default:
        finalCount = byte == UInt8(ascii: "\r") ? finalCount + 1 : 0
      }

      // A carriage return counts once the next byte is known.
      if isAfterReturn, byte != UInt8(ascii: "\n") { kinds.insert(.carriageReturn) }
      isAfterReturn = byte == UInt8(ascii: "\r")
    }

    if isAfterReturn { kinds.insert(.carriageReturn) }

    self.kinds = kinds
    self.finalCount = finalCount
  }

  /// Returns whether another text has line ends of other kinds, or more or fewer of them at its
  /// end.
  func differ(from other: LineEnds) -> Bool {
    let areComparable = !kinds.isEmpty && !other.kinds.isEmpty
    return finalCount != other.finalCount || areComparable && kinds != other.kinds
  }
}

extension String {
  /// The text with a line feed at the end of each line, and without line ends after the last line
  /// that isn't empty.
  var withFoldedLineEnds: String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    var isAfterReturn = false
    for byte in utf8 {
      let isReturn = byte == UInt8(ascii: "\r")
      if !(isAfterReturn && byte == UInt8(ascii: "\n")) {
        bytes.append(isReturn ? UInt8(ascii: "\n") : byte)
      }
      isAfterReturn = isReturn
    }
    let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") } ?? -1
    return String(decoding: bytes[...end], as: UTF8.self)
  }
}
