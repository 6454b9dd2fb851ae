internal import CanonicalJSON
internal import Conformance

/// The input of a case as lines below the name of the case: whole if it is short, otherwise its
/// beginning and its size.
struct InputLines {
  /// The maximum number of lines of an input that is printed whole.
  static let mostWhole = 10
  /// The number of lines of the beginning of a longer input.
  private static let shown = 5
  private static let indent = 4

  let input: JSONValue
  /// The command that prints the whole input, or `nil` if there is none.
  let command: String?
  /// The maximum number of columns of a line.
  let width: Int

  /// Returns the lines. A short input is on the line with the label, and one that has few lines is
  /// laid out as in a case file. Of any other, the lines are as full as possible.
  var lines: [StyledLine] {
    let label = StyledLine("  input")
    let size = input.leastWrittenSize(upTo: KeptOutput.mostBytes)
    // Lay out only the beginning of a large input.
    let shown = size > KeptOutput.mostBytes ? input.reportedBeginning : input
    guard let root = try? JSONDocument(parsing: shown.writtenUTF8()).root else { return [label] }

    let sketch = JSONSketch(showing: root)
    let whole = printableJSON(sketch.text(width: .max))
    let line = StyledLine("  input \(whole)")
    if line.columns <= width { return [line] }

    let layout = printableJSON(sketch.text(width: room)).split(separator: "\n")
    let lines = layout.flatMap { cut(String($0)) }
    let isShort = lines.count <= Self.mostWhole
    return [label] + beginning(of: isShort ? lines : cut(whole))
  }

  private func beginning(of lines: [String]) -> [StyledLine] {
    let isWhole = lines.count <= Self.mostWhole
    let printed = lines.prefix(isWhole ? Self.mostWhole : Self.shown).map { line in
      StyledLine(line).indented(by: Self.indent)
    }
    guard !isWhole else { return printed }

    let rest = "… and \(figure(lines.count - Self.shown)) more lines"
    let note = "\(rest) (\(sizeText(bytes: input.writtenUTF8().count)) in all)"
    let advice = command.map { "\(note); to see all: \($0)" } ?? note
    return printed + [StyledLine(advice: advice, .dim).indented(by: Self.indent)]
  }

  /// Returns a line in lines that fit, which end before a space if there is one near their end. Only
  /// that space is left out. The lines after the first are indented by two more columns.
  private func cut(_ text: String) -> [String] {
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

  private var room: Int { max(width - Self.indent, 8) }
}
