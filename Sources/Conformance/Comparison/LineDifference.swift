package import CanonicalJSON

/// The lines in which two texts differ, with the lines around them.
///
/// A line ends with a line feed; a carriage return before it is part of the line. The changes are
/// the fewest that make the texts equal, except in large texts that have little in common. If equal
/// lines leave a choice, changes are where `diff` puts them: as far down as possible.
package struct LineDifference: Hashable, Sendable {
  /// A part of the texts: changed lines, and the equal lines around them.
  package struct Hunk: Hashable, Sendable {
    /// The number of lines before the hunk in the expected text.
    package let expectedOffset: Int
    /// The number of lines before the hunk in the actual text.
    package let actualOffset: Int
    package let lines: [Line]

    package init(expectedOffset: Int, actualOffset: Int, lines: [Line]) {
      self.expectedOffset = expectedOffset
      self.actualOffset = actualOffset
      self.lines = lines
    }

    /// The number of the hunk's lines that the expected text has.
    package var expectedCount: Int { lines.count { $0.side != .actual } }
    /// The number of the hunk's lines that the actual text has.
    package var actualCount: Int { lines.count { $0.side != .expected } }
  }

  /// The texts that have a line.
  package enum Side: Hashable, Sendable {
    case both
    /// The line is only in the expected text.
    case expected
    /// The line is only in the actual text.
    case actual
  }

  /// A line of a hunk.
  package struct Line: Hashable, Sendable {
    package let side: Side
    /// The line without its line feed.
    package let text: TextKey
    /// Whether the line ends with a line feed, as all lines but the last of a text do.
    package let hasLineFeed: Bool

    package init(_ side: Side, _ text: String, hasLineFeed: Bool = true) {
      self.side = side
      self.text = TextKey(text)
      self.hasLineFeed = hasLineFeed
    }
  }

  /// The hunks in the order of the texts. Between two of them are only equal lines.
  package let hunks: [Hunk]
  /// The number of changed lines that aren't in the hunks.
  package let hiddenCount: Int

  /// Creates a difference from finished hunks. It doesn't check that they are in order.
  package init(hunks: [Hunk], hiddenCount: Int = 0) {
    self.hunks = hunks
    self.hiddenCount = hiddenCount
  }

  /// The number of equal lines before and after a change that belong to its hunk.
  private static let context = 3

  /// Compares two texts.
  package init(expected: String, actual: String) {
    let lines = (expected: TextLine.lines(of: expected), actual: TextLine.lines(of: actual))
    self.init(LineAlignment(lines.expected, lines.actual), lines.expected, lines.actual)
  }

  /// Creates the hunks from changes. Changes with at most six equal lines between them share a
  /// hunk.
  private init(_ alignment: LineAlignment, _ expected: [TextLine], _ actual: [TextLine]) {
    var groups: [[LineAlignment.Change]] = []
    for change in alignment.changes {
      let previous = groups.last?.last
      if let previous,
        change.expected.lowerBound - previous.expected.upperBound <= 2 * Self.context
      {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }

    self.init(hunks: groups.map { Self.hunk(of: $0, expected, actual) })
  }

  /// Returns the hunk of one or more consecutive changes, with the equal lines around them.
  private static func hunk(
    of changes: [LineAlignment.Change],
    _ expected: [TextLine],
    _ actual: [TextLine]
  ) -> Hunk {
    let first = changes[0]
    let lead = min(first.expected.lowerBound, context)

    var lines: [Line] = []
    var position = first.expected.lowerBound - lead
    for change in changes {
      lines += expected[position..<change.expected.lowerBound].map { $0.line(.both) }
      lines += expected[change.expected].map { $0.line(.expected) }
      lines += actual[change.actual].map { $0.line(.actual) }
      position = change.expected.upperBound
    }
    let end = min(position + context, expected.count)
    lines += expected[position..<end].map { $0.line(.both) }

    return Hunk(
      expectedOffset: first.expected.lowerBound - lead,
      actualOffset: first.actual.lowerBound - lead,
      lines: lines
    )
  }
}

extension LineDifference {
  /// The number of changed lines, including those that aren't in the hunks.
  package var changedCount: Int {
    hunks.reduce(hiddenCount) { $0 + $1.lines.count { $0.side != .both } }
  }
}

// MARK: - Limit on kept differences

extension LineDifference {
  /// The maximum memory for the lines of a difference that a run keeps, in bytes.
  private static let byteLimit = 1 << 20

  /// The difference as a run keeps it until its end: the lines that fit in 1 MiB, or `nil` if not
  /// even the first change fits.
  package var kept: LineDifference? { beginning(bytes: Self.byteLimit) }

  /// Returns the difference with only the first lines, which take at most a number of bytes, or
  /// `nil` if none of them is changed.
  package func beginning(bytes: Int) -> LineDifference? {
    var left = bytes
    var kept: [Hunk] = []

    for hunk in hunks {
      let lines = hunk.lines.prefix { line in
        left -= line.text.text.utf8.count + 1
        return left >= 0
      }
      guard lines.contains(where: { $0.side != .both }) else { break }

      kept.append(
        Hunk(
          expectedOffset: hunk.expectedOffset,
          actualOffset: hunk.actualOffset,
          lines: Array(lines)
        )
      )
      guard left >= 0 else { break }
    }

    let beginning = LineDifference(hunks: kept)
    guard !kept.isEmpty || hunks.isEmpty else { return nil }
    return LineDifference(hunks: kept, hiddenCount: changedCount - beginning.changedCount)
  }
}

// MARK: - Lines

/// A line of a text, as a part of it.
private struct TextLine {
  /// The line without its line feed, sharing the memory of the whole text.
  let text: Substring
  let hasLineFeed: Bool

  /// Returns the lines of a text. An empty text has none.
  static func lines(of text: String) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = Substring(text)

    while !rest.isEmpty {
      let end = rest.utf8.firstIndex(of: UInt8(ascii: "\n"))
      lines.append(TextLine(text: rest[..<(end ?? rest.endIndex)], hasLineFeed: end != nil))
      rest = end.map { rest[rest.utf8.index(after: $0)...] } ?? ""
    }

    return lines
  }

  /// Returns the line for a hunk, which has a copy of its text.
  func line(_ side: LineDifference.Side) -> LineDifference.Line {
    LineDifference.Line(side, String(text), hasLineFeed: hasLineFeed)
  }
}

extension TextLine: Hashable {
  static func == (left: TextLine, right: TextLine) -> Bool {
    left.hasLineFeed == right.hasLineFeed && left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hasLineFeed)
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

// MARK: - Alignment

/// The changes that turn the lines of one text into those of another.
private struct LineAlignment {
  /// Lines of the expected text, and those that the actual text has in their place. One of the
  /// ranges may be empty.
  struct Change {
    let expected: Range<Int>
    let actual: Range<Int>
  }

  let changes: [Change]

  /// Aligns two texts, so that equal lines that leave a choice are matched as GNU diff does.
  init(_ expected: [TextLine], _ actual: [TextLine]) {
    // Comparing numbers is much faster than comparing lines.
    var numbers: [TextLine: Int] = [:]

    /// Returns the number of each line. Equal lines have the same number in both texts.
    func numbered(_ lines: [TextLine]) -> [Int] {
      lines.map { line in
        if let number = numbers[line] { return number }
        numbers[line] = numbers.count
        return numbers.count - 1
      }
    }

    var first = ChangeMarks(numbered(expected))
    var second = ChangeMarks(numbered(actual))

    for match in Self.matches(first.lines[...], second.lines[...]) {
      first.keep(match.expected)
      second.keep(match.actual)
    }

    first.slide(beside: second)
    second.slide(beside: first)
    changes = Self.changes(first, second)
  }

  /// Returns the runs of changed lines. A run in one text and a run at the same place in the other
  /// text are one change.
  private static func changes(_ first: ChangeMarks, _ second: ChangeMarks) -> [Change] {
    var changes: [Change] = []
    var row = 0
    var column = 0

    while row < first.lines.count || column < second.lines.count {
      let firstRow = row
      let firstColumn = column
      while first.isChanged(row) { row += 1 }
      while second.isChanged(column) { column += 1 }

      if row > firstRow || column > firstColumn {
        changes.append(Change(expected: firstRow..<row, actual: firstColumn..<column))
      } else {
        row += 1
        column += 1
      }
    }

    return changes
  }

  /// Returns the equal lines that the texts have in the same order: the most possible, unless that
  /// would take too long to find.
  private static func matches(
    _ expected: ArraySlice<Int>,
    _ actual: ArraySlice<Int>
  ) -> [MatchedPositions] {
    let prefix = zip(expected, actual).prefix { $0 == $1 }.count
    let expectedRest = expected.dropFirst(prefix)
    let actualRest = actual.dropFirst(prefix)
    let suffix = zip(expectedRest.reversed(), actualRest.reversed()).prefix { $0 == $1 }.count

    let before = zip(expected.indices, actual.indices).prefix(prefix)
    let after = zip(expected.indices.suffix(suffix), actual.indices.suffix(suffix))
    let between = innerMatches(expectedRest.dropLast(suffix), actualRest.dropLast(suffix))
    return before.map(MatchedPositions.init) + between + after.map(MatchedPositions.init)
  }

  /// Returns the equal lines of what is left of two texts without the equal lines at both ends.
  private static func innerMatches(
    _ expected: ArraySlice<Int>,
    _ actual: ArraySlice<Int>
  ) -> [MatchedPositions] {
    // A line that only one of the texts has is changed in any case.
    let common = Set(expected).intersection(actual)
    let rows = expected.indices.filter { common.contains(expected[$0]) }
    let columns = actual.indices.filter { common.contains(actual[$0]) }
    guard !rows.isEmpty else { return [] }

    let found = commonSubsequence(rows.count, columns.count) {
      expected[rows[$0]] == actual[columns[$1]]
    }
    if let found {
      return found.map { MatchedPositions(expected: rows[$0.expected], actual: columns[$0.actual]) }
    }

    // Keep the lines that both texts have once, and search between them.
    let anchors = uniqueMatches(expected, actual)
    guard !anchors.isEmpty else { return [] }

    var matches: [MatchedPositions] = []
    var row = expected.startIndex
    var column = actual.startIndex
    for anchor in anchors {
      matches += self.matches(expected[row..<anchor.expected], actual[column..<anchor.actual])
      matches.append(anchor)
      row = anchor.expected + 1
      column = anchor.actual + 1
    }

    return matches + self.matches(expected[row...], actual[column...])
  }

  /// Returns the lines that each text has exactly once, as many as are in the same order.
  private static func uniqueMatches(
    _ expected: ArraySlice<Int>,
    _ actual: ArraySlice<Int>
  ) -> [MatchedPositions] {
    /// Returns the indices of the lines that occur once, by line.
    func unique(_ lines: ArraySlice<Int>) -> [Int: Int] {
      Dictionary(zip(lines, lines.indices).map { ($0, [$1]) }, uniquingKeysWith: +)
        .compactMapValues { $0.count == 1 ? $0[0] : nil }
    }

    let columns = unique(actual)
    let pairs = unique(expected).compactMap { line, row in
      columns[line].map { MatchedPositions(expected: row, actual: $0) }
    }.sorted { $0.expected < $1.expected }

    return pairs.map(\.actual).longestIncreasingSubsequence().map { pairs[$0] }
  }
}

/// The lines of a text, each with a mark that says whether it is changed.
private struct ChangeMarks {
  /// The numbers of the lines. Equal lines have the same number.
  let lines: [Int]
  /// The marks of the lines. The first and the last mark belong to no line and are never set, so
  /// that a run of changed lines always ends.
  private var marks: [Bool]

  /// Marks every line as changed.
  init(_ lines: [Int]) {
    self.lines = lines
    marks = [false] + Array(repeating: true, count: lines.count) + [false]
  }

  /// Returns whether a line is changed. The positions before the first line and after the last one
  /// aren't.
  func isChanged(_ line: Int) -> Bool { marks[line + 1] }

  /// Marks a line as one that both texts have.
  mutating func keep(_ line: Int) { marks[line + 1] = false }

  /// Marks a line as changed.
  private mutating func change(_ line: Int) { marks[line + 1] = true }

  /// Moves each run of changed lines down as far as the lines allow, or to the last place at which
  /// the other text has changed lines too. Runs that meet become one.
  ///
  /// This is what GNU diff does, so that both put changes at the same places.
  mutating func slide(beside other: ChangeMarks) {
    let count = lines.count
    var line = 0
    var otherLine = 0

    while true {
      // Find the next run, and the line of the other text that corresponds to it.
      while line < count, !isChanged(line) {
        while other.isChanged(otherLine) { otherLine += 1 }
        otherLine += 1
        line += 1
      }
      guard line < count else { return }

      var start = line
      while isChanged(line) { line += 1 }
      while other.isChanged(otherLine) { otherLine += 1 }

      var length: Int
      var corresponding: Int
      repeat {
        length = line - start
        // Move the run up while the line above equals its last line. It may reach the run above.
        while start > 0, lines[start - 1] == lines[line - 1] {
          start -= 1
          line -= 1
          change(start)
          keep(line)
          while isChanged(start - 1) { start -= 1 }
          otherLine -= 1
          while other.isChanged(otherLine) { otherLine -= 1 }
        }

        // Note where the run last ends next to a run of the other text; `count` means nowhere.
        corresponding = other.isChanged(otherLine - 1) ? line : count

        // Move it down while the line below equals its first line. It may reach the run below.
        while line < count, lines[start] == lines[line] {
          keep(start)
          change(line)
          start += 1
          line += 1
          while isChanged(line) { line += 1 }
          otherLine += 1
          while other.isChanged(otherLine) {
            corresponding = line
            otherLine += 1
          }
        }
      } while length != line - start

      // Move it back up to the noted place, so that both runs become one change.
      while corresponding < line {
        start -= 1
        line -= 1
        change(start)
        keep(line)
        otherLine -= 1
        while other.isChanged(otherLine) { otherLine -= 1 }
      }
    }
  }
}
