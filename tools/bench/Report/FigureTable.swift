internal import Foundation

/// Figures as aligned columns or as a Markdown table.
struct FigureTable {
  let figures: [Figure]
  let isMarkdown: Bool
  var saved: SavedFigures?

  /// The heads of the columns. Those about saved figures are there only if there are any.
  private var heads: [String] {
    ["", "median", "best", "unit", "runs", "goal", "met"]
      + (saved == nil ? [] : ["saved", "change"])
  }

  /// The table, without a line break at its end.
  var text: String {
    let rows = [heads] + figures.map(cells)
    return isMarkdown ? markdown(rows) : columns(rows)
  }

  /// Returns rows as a Markdown table. Only the name and the unit are aligned to the left.
  private func markdown(_ rows: [[String]]) -> String {
    let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
    let rule = "|" + heads.map { $0 == "" || $0 == "unit" ? "---|" : "---:|" }.joined()
    return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
  }

  /// Returns rows with the cells of each column padded to the same width. Only the name and the
  /// unit are aligned to the left.
  private func columns(_ rows: [[String]]) -> String {
    let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row -> String in
      let cells = row.indices.map { column -> String in
        let padding = String(repeating: " ", count: widths[column] - row[column].count)
        return [0, 3].contains(column) ? row[column] + padding : padding + row[column]
      }
      return cells.joined(separator: "  ")
    }

    return lines.joined(separator: "\n")
  }

  /// Returns the texts of a figure, in the order of `heads`.
  private func cells(_ figure: Figure) -> [String] {
    let goal: String =
      switch figure.goal {
      case .atLeast(let bound): "≥ \(Self.digits(bound))"
      case .under(let bound): "< \(Self.digits(bound))"
      case nil: ""
      }
    let cells = [
      figure.name,
      Self.digits(figure.samples.median),
      Self.digits(figure.samples.best),
      figure.unit.rawValue,
      "\(figure.samples.count)",
      goal,
      figure.isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
    guard saved != nil else { return cells }

    let change = Change(of: figure, since: saved)
    return cells + [change.map { Self.digits($0.saved) } ?? "", change?.verdict.rawValue ?? "new"]
  }

  /// Returns the value with two, one or no places after the point, so that a value of 1 or more has
  /// at least three digits.
  private static func digits(_ value: Double) -> String {
    let places =
      switch abs(value) {
      case 100...: 0
      case 10...: 1
      default: 2
      }
    return String(format: "%.\(places)f", value)
  }
}
