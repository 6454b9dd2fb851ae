internal import CanonicalJSON
internal import Conformance

/// Writes the lines in which two texts differ for people, as `diff -u` orders them. `−` marks a
/// line of the expected text and `+` one of the actual text.
struct LineDifferenceRendering {
  /// The number of lines to show, or `Int.max` to show everything in full. Otherwise long lines are
  /// cut, too.
  let limit: Int
  /// The preferred maximum width of a line, in columns.
  let width: Int

  /// Whether nothing is cut or left out.
  private var isInFull: Bool { limit == .max }
  private var indent: Int { DifferenceRendering.indent }

  /// Returns the lines, and then the number of changed lines that aren't shown.
  func lines(_ difference: LineDifference) -> [StyledLine] {
    var lines: [StyledLine] = []
    var left = limit
    var shownChanges = 0
    var notes: Set<String> = []

    for hunk in difference.hunks where left > 0 {
      lines.append(heading(hunk))
      for part in hunk.parts where left > 0 {
        let shown = part.beginning(lines: left)
        lines += self.lines(shown, of: part, noted: &notes)
        left -= shown.count
        shownChanges += shown.changedCount
      }
    }

    let hidden = difference.changedCount - shownChanges
    guard hidden > 0 else { return lines.map(\.verbatim) }

    let count = counted(hidden, "more changed line")
    let note = "… and \(count)" + (left > 0 ? "" : "; --verbose shows all")
    return lines.map(\.verbatim) + [StyledLine(note, .dim).indented(by: indent)]
  }

  /// Returns the lines of a text that there was none of before.
  func lines(ofNew text: String) -> [StyledLine] {
    let hunk = LineDifference(expected: "", actual: text).hunks.first
    let added = hunk?.lines ?? []
    let shown = added.prefix(limit).flatMap { lines($0) }.map(\.verbatim)
    let hidden = added.count - min(limit, added.count)

    guard hidden > 0 else {
      let empty = StyledLine("(an empty text)", .dim).indented(by: indent)
      return shown.isEmpty ? [empty] : shown
    }

    let note = "… and \(counted(hidden, "more line")); --verbose shows them"
    return shown + [StyledLine(note, .dim).indented(by: indent)]
  }

  /// Returns the line with the ranges of a hunk.
  private func heading(_ hunk: LineDifference.Hunk) -> StyledLine {
    StyledLine(hunk.heading, .dim).indented(by: indent)
  }

  // MARK: - Changes

  /// Returns the lines of a part of a hunk.
  ///
  /// - Parameters:
  ///   - part: The lines to show.
  ///   - whole: The part with all of its lines.
  ///   - notes: The notes that earlier lines have, which aren't repeated.
  private func lines(
    _ part: LineDifference.Part,
    of whole: LineDifference.Part,
    noted notes: inout Set<String>
  ) -> [StyledLine] {
    guard part.isChange else { return part.kept.flatMap { lines($0) } }

    let pairs = Array(zip(part.removed, part.added)).map { LinePair(expected: $0, actual: $1) }
    let windows = pairs.map(windows)

    let removed = part.removed.enumerated().flatMap { index, line in
      lines(line, windows.indices.contains(index) ? windows[index]?.expected : nil)
    }

    let added = part.added.enumerated().flatMap { index, line in
      let window = windows.indices.contains(index) ? windows[index]?.actual : nil
      let note = pairs.indices.contains(index) ? pairs[index].note : nil
      let isNew = note.map { notes.insert($0).inserted } ?? false
      return lines(line, window) + (isNew ? [note].compactMap(\.self).map(self.note) : [])
    }

    return removed + ellipsis(part.removed, of: whole.removed)
      + added + ellipsis(part.added, of: whole.added)
  }

  /// Returns a line for the lines that aren't shown, if there are any.
  private func ellipsis(
    _ shown: [LineDifference.Line],
    of lines: [LineDifference.Line]
  ) -> [StyledLine] {
    shown.count < lines.count ? [StyledLine("…", .dim).indented(by: indent)] : []
  }

  /// Returns the lines of a pair around the place where they differ if one of them is too long.
  private func windows(_ pair: LinePair) -> (expected: StyledLine, actual: StyledLine)? {
    let lines = [pair.expected, pair.actual]
    guard !isInFull, lines.contains(where: { $0.shownColumns > room }) else { return nil }
    return DifferenceRendering(limit: limit, width: width).windowLines(pair.difference)
  }

  /// The number of columns for the text of a line.
  private var room: Int { width - indent - DifferenceRendering.Side.removed.mark.columns }

  /// Returns a line, and the remark that it has no line feed if that is so.
  ///
  /// - Parameter window: The part of the line to show, with its mark.
  private func lines(_ line: LineDifference.Line, _ window: StyledLine? = nil) -> [StyledLine] {
    let shown = (window ?? self.line(line)).indented(by: indent)
    guard !line.hasLineFeed else { return [shown] }
    return [shown, StyledLine(LineDifference.endOfText, .dim).indented(by: indent)]
  }

  /// Returns a line after its mark. If it is too long, its beginning is followed by the number of
  /// scalars that are cut off.
  private func line(_ line: LineDifference.Line) -> StyledLine {
    let side = DifferenceRendering.Side(line.side)
    guard !isInFull, line.shownColumns > room else {
      return StyledLine([.init(side.mark, side.style), .init(line.text.text, side.style)])
    }

    let start = TextExcerpt(
      startOf: line.text.text[...],
      columns: room - " … 123456 more scalars".columns,
      isQuoted: false
    )
    return StyledLine([
      .init(side.mark, side.style),
      .init(start.text, side.style),
      .init(" … \(counted(start.rest.scalarCount, "more scalar"))", .dim),
    ])
  }

  /// Returns a remark on a changed line.
  private func note(_ text: String) -> StyledLine {
    StyledLine("(\(text))", .dim).indented(by: indent + 2)
  }
}

extension DifferenceRendering.Side {
  /// Creates the side that a line is on. A line of both texts has no mark.
  fileprivate init(_ side: LineDifference.Side) {
    switch side {
    case .both: self = DifferenceRendering.Side(mark: "  ", style: .plain)
    case .expected: self = .removed
    case .actual: self = .added
    }
  }
}

extension LineDifference.Line {
  /// The number of columns of the line when it is printed.
  fileprivate var shownColumns: Int { printable(text.text).columns }
}

extension LineDifference.Hunk {
  /// The line with the ranges of the hunk.
  var heading: String {
    let expected = LineDifference.range(after: expectedOffset, count: expectedCount)
    let actual = LineDifference.range(after: actualOffset, count: actualCount)
    return "@@ -\(expected) +\(actual) @@"
  }

  /// The parts of the hunk, which are alternately equal lines and a change.
  fileprivate var parts: [LineDifference.Part] {
    var parts: [LineDifference.Part] = []
    for line in lines {
      let isChange = line.side != .both
      if parts.last?.isChange != isChange { parts.append(LineDifference.Part(isChange: isChange)) }
      parts[parts.count - 1].append(line)
    }
    return parts
  }
}

extension LineDifference {
  /// Successive lines of a hunk that are equal, or that are changed.
  fileprivate struct Part {
    let isChange: Bool
    /// The equal lines; empty if the part is a change.
    private(set) var kept: [Line] = []
    /// The lines of the expected text.
    private(set) var removed: [Line] = []
    /// The lines of the actual text.
    private(set) var added: [Line] = []

    /// Creates a part without lines.
    init(isChange: Bool) { self.isChange = isChange }

    /// Adds a line, which must be equal or changed as the part is.
    mutating func append(_ line: Line) {
      switch line.side {
      case .both: kept.append(line)
      case .expected: removed.append(line)
      case .actual: added.append(line)
      }
    }

    var count: Int { kept.count + changedCount }
    var changedCount: Int { removed.count + added.count }

    /// Returns the part with at most a number of lines. A change keeps lines of both texts.
    func beginning(lines limit: Int) -> Part {
      guard count > limit else { return self }

      var part = self
      part.kept = Array(kept.prefix(limit))
      let mostRemoved = min(removed.count, max(limit / 2, limit - added.count))
      part.removed = Array(removed.prefix(mostRemoved))
      part.added = Array(added.prefix(limit - mostRemoved))

      return part
    }
  }
}

/// A line of the expected text, and the line of the actual text in its place.
struct LinePair {
  let expected: LineDifference.Line
  let actual: LineDifference.Line

  /// The part in which the lines differ.
  var difference: TextDifference {
    TextDifference(expected: expected.text.text, actual: actual.text.text)
  }

  /// How the lines differ if they look the same, otherwise `nil`.
  var note: String? {
    let before = expected.text.text
    let after = actual.text.text
    if before.hasSameBytes(as: after) { return nil }
    if let normalization = difference.normalization { return normalization }

    // A carriage return is visible, and in a text with other line ends, every line has one.
    let isReturn = before.withoutReturn.hasSameBytes(as: after.withoutReturn)
    if isReturn { return nil }

    let expectedEnd = before.endOfLine
    let actualEnd = after.endOfLine
    if expectedEnd.text.hasSameBytes(as: actualEnd.text) {
      return "white space at the end: found \(actualEnd.space), expected \(expectedEnd.space)"
    }

    if before.withPlainSpaces.hasSameBytes(as: after.withPlainSpaces) {
      let found = difference.actual.part.spaceNames
      let lost = difference.expected.part.spaceNames
      return "other white space: found \(found), expected \(lost)"
    }
    return nil
  }
}

extension String {
  /// The text without the white space at its end, and that white space in words.
  fileprivate var endOfLine: (text: String, space: String) {
    let scalars = unicodeScalars
    let end = scalars.lastIndex { !$0.properties.isWhitespace }.map { scalars.index(after: $0) }
    let start = end ?? scalars.startIndex
    return (String(scalars[..<start]), self[start...].spaceNames)
  }

  /// The text without a carriage return at its end.
  fileprivate var withoutReturn: String {
    utf8.last == UInt8(ascii: "\r") ? String(unicodeScalars.dropLast()) : self
  }

  /// The text with a space in place of each white space.
  fileprivate var withPlainSpaces: String {
    replacing { $0 != " " && $0.properties.isWhitespace ? " " : nil }
  }
}

extension Substring {
  /// The white space in the text in words, such as `2 spaces and a tab`.
  fileprivate var spaceNames: String {
    let spaces = unicodeScalars.filter(\.properties.isWhitespace)
    var names: [String] = []
    var rest = Array(spaces)[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }.count
      rest = rest.dropFirst(run)
      names.append(first.spaceName(count: run))
    }

    guard let last = names.last else { return "none" }
    let others = names.dropLast().prefix(3)
    return others.isEmpty ? last : "\(others.joined(separator: ", ")) and \(last)"
  }
}

extension Unicode.Scalar {
  /// Returns the name of a white space, with the number of its repetitions.
  fileprivate func spaceName(count: Int) -> String {
    switch self {
    case " ": counted(count, "space")
    case "\t": counted(count, "tab")
    case "\r": count == 1 ? "CR" : "\(count) CR"
    default: (count == 1 ? "" : "\(count) ") + (chartName ?? escaped)
    }
  }
}
