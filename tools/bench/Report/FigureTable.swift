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

  var text: String {
    let rows = [heads] + figures.map(cells)
    if isMarkdown {
      let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
      let rule = "|" + heads.map { $0 == "" || $0 == "unit" ? "---|" : "---:|" }.joined()
      return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
    }
    let widths = heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return [0, 3].contains(column) ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  /// Returns the texts of a figure, in the order of `heads`.
  private func cells(_ figure: Figure) -> [String] {
    let goal: String =
      switch figure.goal {
      case .atLeast(let bound): "≥ \(Self.digits(bound))"
      case .under(let bound): "< \(Self.digits(bound))"
      case nil: ""
      }
    let change = Change(of: figure, since: saved)
    return [
      figure.name, Self.digits(figure.samples.median), Self.digits(figure.samples.best),
      figure.unit.rawValue,
      "\(figure.samples.count)", goal, figure.isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
      + (saved == nil
        ? [] : [change.map { Self.digits($0.saved) } ?? "", change?.verdict.rawValue ?? "new"])
  }

  /// Returns the value with three significant digits.
  private static func digits(_ value: Double) -> String {
    let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    return String(format: "%.\(places)f", value)
  }
}
