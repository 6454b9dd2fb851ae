internal import CanonicalJSON
internal import Conformance

/// The input of a case as lines below the name of the case: whole if it is short, otherwise its
/// beginning and its size.
struct InputLines {
  /// The maximum number of lines of an input that is printed whole.
  static let mostWhole = 10
  /// The number of lines of the beginning of a longer input.
  static let mostShown = 5
  /// The number of columns before a line that is below the label.
  private static let indent = 4

  let input: JSONValue
  /// Whether the lines of a text are shown as lines if the input has nothing else, because the
  /// operation returns texts.
  var showsTextLines = false
  /// The command that prints the whole input, or `nil` if there is none.
  let command: String?
  /// The maximum number of lines of an input that is printed whole.
  var most = mostWhole
  /// The maximum number of columns of a line.
  let width: Int

  /// Returns the lines. A short input is on the line with the label, and one that has few lines is
  /// laid out as in a case file. Of any other, the lines are as full as possible.
  var lines: [StyledLine] {
    if let text = onlyText, let lines = lines(of: text) { return lines }

    let label = StyledLine("  input")
    let size = input.leastWrittenSize(upTo: KeptOutput.byteLimit)
    // Lay out only the beginning of a large input.
    let shown = size > KeptOutput.byteLimit ? input.reportedBeginning : input
    guard let root = try? JSONDocument(parsing: shown.writtenUTF8()).root else { return [label] }

    let sketch = JSONSketch(showing: root)
    let whole = printableJSON(sketch.text(width: .max))
    let line = StyledLine("  input \(whole)")
    if line.columns <= width { return [line] }

    let layout = printableJSON(sketch.text(width: room)).split(separator: "\n")
    let lines = layout.flatMap { cut(String($0)) }
    let isShort = lines.count <= most
    return [label] + beginning(of: isShort ? lines : cut(whole))
  }

  /// Returns all lines, or the first ones and how to see the rest if there are too many.
  private func beginning(of lines: [String]) -> [StyledLine] {
    let isWhole = lines.count <= most
    let printed = lines.prefix(isWhole ? most : Self.mostShown).map { line in
      StyledLine(line).indented(by: Self.indent)
    }
    guard !isWhole else { return printed }

    return printed + [rest(of: lines.count)]
  }

  /// Returns a line with the number of lines that aren't shown, the size of the input, and the
  /// command that prints all of it.
  private func rest(of count: Int) -> StyledLine {
    let rest = "… and \(figure(count - Self.mostShown)) more lines"
    let note = "\(rest) (\(sizeText(bytes: input.writtenUTF8().count)) in all)"
    let advice = command.map { "\(note); to see all: \($0)" } ?? note
    return StyledLine(advice: advice, .dim).indented(by: Self.indent)
  }

  /// The only member of the input, if it is a text with a line feed.
  private var onlyText: (name: String, text: String)? {
    guard showsTextLines, let members = input.object, members.count == 1,
      let member = members.first, let text = member.value.string,
      text.utf8.contains(UInt8(ascii: "\n"))
    else { return nil }
    return (member.key, text)
  }

  /// Returns the lines of a text, each after a bar, or `nil` if they are too long. A line that
  /// doesn't fit continues without a bar.
  private func lines(of member: (name: String, text: String)) -> [StyledLine]? {
    var parts = member.text.reportedBeginning.utf8
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    let endsWithLineFeed = parts.last == ""
    if endsWithLineFeed { parts.removeLast() }

    let isWhole = parts.count <= most
    let shown = parts.prefix(isWhole ? most : Self.mostShown).flatMap { part in
      cut(printable(part), columns: room - Self.bar.count).enumerated().map { index, piece in
        StyledLine((index == 0 ? Self.bar : "  ") + piece).indented(by: Self.indent)
      }
    }
    guard shown.count <= 2 * most else { return nil }

    let label = StyledLine("  input, the lines of '\(printable(member.name))':")
    guard isWhole else { return [label] + shown + [rest(of: parts.count)] }

    let end = StyledLine(LineDifference.endOfText, .dim).indented(by: Self.indent)
    return [label] + shown + (endsWithLineFeed ? [] : [end])
  }

  /// The start of each line of a text.
  private static let bar = "| "

  /// Splits a line into lines that fit. Each ends before a space if there is one in its second
  /// half, and only that space is left out. The lines after the first are indented by two more
  /// columns.
  ///
  /// - Parameter columns: The maximum number of columns, or `nil` for all that there is room for.
  private func cut(_ text: String, columns: Int? = nil) -> [String] {
    let room = columns ?? self.room
    let indent = String(repeating: " ", count: min(text.prefix { $0 == " " }.count + 2, room / 2))

    var lines: [String] = []
    var rest = Substring(text)
    var restColumns = text.columns
    var start = ""

    while start.columns + restColumns > room {
      var used = start.columns
      let fitting = rest.unicodeScalars.prefix { scalar in
        used += scalar.columns
        return used <= room
      }

      let line = fitting[..<lineEnd(of: Substring(fitting))]
      lines.append(start + String(line))
      rest = rest[line.endIndex...]
      restColumns -= String(line).columns
      if rest.first == " " {
        rest = rest.dropFirst()
        restColumns -= 1
      }

      start = indent
    }
    return lines + [start + rest]
  }

  /// Returns the place of the last space in the second half of a text, or its end.
  private func lineEnd(of text: Substring) -> Substring.Index {
    let half = text.unicodeScalars.index(text.startIndex, offsetBy: text.unicodeScalars.count / 2)
    return text.unicodeScalars[half...].lastIndex(of: " ") ?? text.endIndex
  }

  /// The number of columns for a line below the label.
  private var room: Int { max(width - Self.indent, 8) }
}
