internal import Conformance

extension StyledLine {
  /// The number of terminal columns of the line.
  package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

  /// Returns the line after the given number of spaces.
  package func indented(by count: Int) -> StyledLine {
    guard count > 0 else { return self }
    var line = self
    line.spans.insert(Span(String(repeating: " ", count: count)), at: 0)
    return line
  }

  /// The line, which is never wrapped on a terminal.
  package var verbatim: StyledLine {
    var line = self
    line.isVerbatim = true
    return line
  }

  /// Returns the lines of a text, which are never wrapped.
  package static func lines(of text: String) -> [StyledLine] {
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    // A line feed ends a line, so the part after the last one is a line only if it isn't empty.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { StyledLine(String(Substring($0))).verbatim }
  }

  /// Returns the line as it is printed on a terminal: wrapped if it is too long.
  ///
  /// The rest of the line is indented by two more columns than its start. A command isn't wrapped,
  /// so that it can be copied as one line; it moves to a line of its own instead.
  package func fitted(columns limit: Int) -> [StyledLine] {
    guard columns > limit, !isVerbatim else { return [self] }

    let indent = cells.prefix { $0.isSpace }.count + 2
    guard let start = spans.firstIndex(where: { $0.style == .command }) else {
      return wrapped(columns: limit, indent: indent)
    }

    let command = StyledLine(Array(spans[start...]))
    let before = StyledLine(Array(spans[..<start]))
    guard !before.cells.allSatisfy(\.isSpace) else { return [self] }
    return before.wrapped(columns: limit, indent: indent) + [command.indented(by: indent)]
  }

  /// Returns the line wrapped at spaces, if there are any, into lines that fit in the given number
  /// of columns.
  ///
  /// A word that fits on a line isn't broken: if it is so long that it fits only without the
  /// indentation, its line has less of that. No line ends in a space, and only the first may begin
  /// with one, unless the others are indented.
  ///
  /// - Parameters:
  ///   - limit: The number of columns.
  ///   - indent: The number of spaces at the start of all lines but the first. At most half of the
  ///     columns are used for them.
  package func wrapped(columns limit: Int, indent: Int = 0) -> [StyledLine] {
    let limit = max(limit, 1)
    let indent = min(indent, limit / 2)
    let cells = cells
    let ownIndent = cells.prefix { $0.isSpace }.count
    let firstWord = cells.dropFirst(ownIndent).firstWordColumns
    let excess = firstWord > limit ? 0 : min(ownIndent + firstWord - limit, ownIndent)

    var rest = cells.dropFirst(max(ownIndent - limit / 2, excess, 0))
    var lines: [StyledLine] = []

    repeat {
      let word = rest.firstWordColumns
      let isLongWord = word > limit - indent && word <= limit
      let lineIndent: Int
      if lines.isEmpty {
        lineIndent = 0
      } else if isLongWord {
        lineIndent = limit - word
      } else {
        lineIndent = indent
      }

      let line = rest.firstLine(columns: limit - lineIndent)
      lines.append(StyledLine(line).indented(by: lineIndent))
      rest = rest[line.endIndex...].drop { $0.isSpace }
    } while !rest.isEmpty

    return lines
  }

  /// A scalar with the style of its span.
  fileprivate struct Cell {
    let scalar: Unicode.Scalar
    let style: Style
    var isSpace: Bool { scalar == " " }
  }

  /// The scalars of the line, one by one.
  private var cells: [Cell] {
    var cells: [Cell] = []
    for span in spans {
      for scalar in span.text.unicodeScalars {
        if cells.last?.isSpace != false, scalar.isCombining {
          // A mark at the beginning of a word may end up at the start of a line.
          cells += scalar.escaped.unicodeScalars.map { Cell(scalar: $0, style: span.style) }
        } else {
          cells.append(Cell(scalar: scalar, style: span.style))
        }
      }
    }
    return cells
  }

  /// Creates a line from cells. Spaces take the style of the word before them; leading spaces take
  /// that of the first word.
  private init(_ cells: ArraySlice<Cell>) {
    var pieces: [(text: String, style: Style)] = []
    var style = cells.first { !$0.isSpace }?.style
    for cell in cells {
      if !cell.isSpace { style = cell.style }
      if pieces.last?.style != style { pieces.append(("", style ?? .plain)) }
      pieces[pieces.count - 1].text.unicodeScalars.append(cell.scalar)
    }
    self.init(pieces.map { Span($0.text, $0.style) })
  }
}

extension ArraySlice<StyledLine.Cell> {
  /// Returns the cells that go on the first line: up to a space if not all of them fit, and without
  /// spaces at the end.
  fileprivate func firstLine(columns: Int) -> ArraySlice<StyledLine.Cell> {
    var used = 0
    let fitting = prefix { cell in
      used += cell.scalar.columns
      return used <= columns
    }

    // A scalar that is wider than a line gets a line of its own.
    var line = fitting.isEmpty ? prefix(1) : fitting
    let isBeforeWord = line.endIndex < endIndex && !self[line.endIndex].isSpace
    if isBeforeWord, let gap = line.lastIndex(where: \.isSpace),
      !line[..<gap].allSatisfy(\.isSpace)
    {
      line = line[..<gap]
    }

    while line.last?.isSpace == true { line = line.dropLast() }
    return line
  }

  /// The number of columns up to the first space.
  fileprivate var firstWordColumns: Int {
    prefix { !$0.isSpace }.reduce(0) { $0 + $1.scalar.columns }
  }
}

extension String {
  /// The widest name that has a place within a line. A longer one, such as an id that is a
  /// sentence, is on a line of its own, so that it isn't broken or cut.
  static let widestName = 32

  /// Whether the text is too long for a place within a line.
  var isLongName: Bool { columns > Self.widestName }
}

extension String {
  /// Returns the lines of the text, each wrapped with its indentation. A tab becomes four spaces.
  package func wrappedLines(_ style: Style, columns: Int) -> [StyledLine] {
    utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).flatMap { line in
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let text = String(Substring(line)).replacing("\t", with: "    ")
      return StyledLine(text, style).wrapped(columns: columns)
    }
  }

  /// Returns the start of the text on one line, escaped, with an ellipsis if it is cut.
  package func clipped(columns: Int) -> String {
    var text = ""
    var used = 0
    // The longest start that leaves room for the ellipsis.
    var start = ""

    for scalar in unicodeScalars {
      let piece = scalar.printable(atStart: text.isEmpty)
      used += piece.columns
      if used > columns { return start + "…" }
      text += piece
      if used < columns { start = text }
    }

    return text
  }

  /// Returns the text after as many spaces as it needs to take the given number of columns.
  package func leftPadded(to columns: Int) -> String {
    String(repeating: " ", count: max(columns - self.columns, 0)) + self
  }

  /// Returns the text with as many spaces after it as it needs to take the given number of columns.
  package func rightPadded(to columns: Int) -> String {
    self + String(repeating: " ", count: max(columns - self.columns, 0))
  }
}
