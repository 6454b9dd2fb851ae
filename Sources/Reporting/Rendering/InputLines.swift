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

  /// The input as JSON, or a note on why the report lacks a part of it.
  let input: String
  /// The command that prints the whole input, or `nil` if there is none.
  let command: String?
  /// The maximum number of columns of a line.
  let width: Int

  /// Returns the lines. A short input is on the line with the label.
  var lines: [StyledLine] {
    let label = "  input "
    guard let root = try? JSONDocument(parsing: Array(input.utf8)).root else {
      // The report has only the beginning of a large input.
      return [StyledLine(label)] + beginning(of: cut(input))
    }

    let lines = JSONSketch(showing: root).text(width: room).split(separator: "\n")
    if lines.count == 1, (label + lines[0]).columns <= width {
      return [StyledLine(label + printableJSON(String(lines[0])))]
    }
    return [StyledLine(label)] + beginning(of: lines.flatMap { cut(printableJSON(String($0))) })
  }

  private func beginning(of lines: [String]) -> [StyledLine] {
    let isWhole = lines.count <= Self.mostWhole
    let printed = lines.prefix(isWhole ? Self.mostWhole : Self.shown).map { line in
      StyledLine(line).indented(by: Self.indent)
    }
    guard !isWhole else { return printed }

    let rest = "… and \(figure(lines.count - Self.shown)) more lines"
    let note = "\(rest) (\(sizeText(bytes: input.utf8.count)) in all)"
    let advice = command.map { "\(note); to see all: \($0)" } ?? note
    return printed + [StyledLine(advice: advice, .dim).indented(by: Self.indent)]
  }

  /// Returns a line in lines that fit. Nothing is left out, and the lines after the first are
  /// indented by two more columns than the first.
  private func cut(_ text: String) -> [String] {
    let indent = String(repeating: " ", count: min(text.prefix { $0 == " " }.count + 2, room / 2))
    var lines: [String] = []
    var line = ""
    var used = 0
    for scalar in text.unicodeScalars {
      if used + scalar.columns > room {
        lines.append(line)
        line = indent
        used = indent.columns
      }
      line.unicodeScalars.append(scalar)
      used += scalar.columns
    }
    return lines + [line]
  }

  private var room: Int { max(width - Self.indent, 8) }
}
