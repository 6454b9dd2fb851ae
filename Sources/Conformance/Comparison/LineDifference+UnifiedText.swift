internal import CanonicalJSON

extension LineDifference {
  /// The difference as `diff -u` prints it, without the two lines that name the files. The text is
  /// empty if there is none.
  package var unifiedText: String {
    var text = ""
    for hunk in hunks {
      let expected = Self.range(after: hunk.expectedOffset, count: hunk.expectedCount)
      let actual = Self.range(after: hunk.actualOffset, count: hunk.actualCount)
      text += "@@ -\(expected) +\(actual) @@\n"
      for line in hunk.lines {
        text += "\(line.side.mark)\(line.text)\n"
        if !line.hasLineFeed { text += Self.endOfText + "\n" }
      }
    }
    return text
  }

  /// The line after a line without a line feed.
  package static let endOfText = "\\ No newline at end of file"

  /// Returns the range of a hunk's lines: the number of the first line, or of the one before if
  /// there are none, and their count unless it is 1.
  package static func range(after offset: Int, count: Int) -> String {
    switch count {
    case 0: "\(offset),0"
    case 1: "\(offset + 1)"
    default: "\(offset + 1),\(count)"
    }
  }

  /// Reads a difference in the form of `unifiedText`, or returns `nil` for another text.
  ///
  /// - Parameter hiddenCount: The number of changed lines that the text leaves out.
  package init?(unifiedText text: String, hiddenCount: Int = 0) {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { Substring($0) }[...]
    // The text ends with a line feed, after which nothing follows.
    guard lines.popLast() == "" else { return nil }

    var hunks: [Hunk] = []
    while let head = lines.popFirst() {
      guard let hunk = Hunk(head: head, &lines) else { return nil }
      hunks.append(hunk)
    }
    self.init(hunks: hunks, hiddenCount: hiddenCount)
  }
}

extension LineDifference.Side {
  /// The character before a line.
  fileprivate var mark: Character {
    switch self {
    case .both: " "
    case .expected: "-"
    case .actual: "+"
    }
  }

  /// Reads the first character of a line, or returns `nil` if it is none of the three.
  fileprivate init?(mark: Unicode.Scalar?) {
    switch mark {
    case " ": self = .both
    case "-": self = .expected
    case "+": self = .actual
    default: return nil
    }
  }
}

extension LineDifference.Hunk {
  /// Reads a hunk.
  ///
  /// - Parameters:
  ///   - head: The line with the ranges.
  ///   - rest: The lines after it. The lines of the hunk are removed.
  fileprivate init?(head: Substring, _ rest: inout ArraySlice<Substring>) {
    guard let parts = head.wholeMatch(of: #/@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/#)?.output,
      let expected = Self.range(parts.1, parts.2),
      let actual = Self.range(parts.3, parts.4)
    else { return nil }

    var lines: [LineDifference.Line] = []
    var left = (expected: expected.count, actual: actual.count)
    while left.expected > 0 || left.actual > 0 {
      guard let text = rest.popFirst(),
        let side = LineDifference.Side(mark: text.unicodeScalars.first)
      else { return nil }
      left.expected -= side == .actual ? 0 : 1
      left.actual -= side == .expected ? 0 : 1

      let isLast = rest.first?.hasPrefix("\\") == true
      if isLast { rest.removeFirst() }

      let line = String(text.unicodeScalars.dropFirst())
      lines.append(LineDifference.Line(side, line, hasLineFeed: !isLast))
    }

    guard left == (0, 0) else { return nil }
    self.init(expectedOffset: expected.offset, actualOffset: actual.offset, lines: lines)
  }

  /// Reads one range of a hunk's first line, the inverse of `range(after:count:)`.
  ///
  /// - Parameter count: The digits after the comma, or `nil` for one line.
  private static func range(
    _ start: Substring,
    _ count: Substring?
  ) -> (offset: Int, count: Int)? {
    guard let start = Int(start), let count = count.map({ Int($0) }) ?? 1 else { return nil }
    let offset = count == 0 ? start : start - 1
    return offset >= 0 ? (offset, count) : nil
  }
}
