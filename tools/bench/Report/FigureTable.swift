internal import Foundation

/// Figures as lines of columns, or as a table of Markdown.
struct FigureTable {
  let figures: [Figure]
  let isMarkdown: Bool

  private static let heads = ["", "median", "best", "unit", "runs", "goal", "met"]

  var text: String {
    let rows = [Self.heads] + figures.map(Self.cells)
    if isMarkdown {
      let lines = rows.map { "| " + $0.joined(separator: " | ") + " |" }
      let rule = "|---|---:|---:|---|---:|---:|---|"
      return ([lines[0], rule] + lines.dropFirst()).joined(separator: "\n")
    }
    let widths = Self.heads.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let padding = String(repeating: " ", count: cell.1 - cell.0.count)
        return [0, 3].contains(column) ? cell.0 + padding : padding + cell.0
      }.joined(separator: "  ")
    }.joined(separator: "\n")
  }

  private static func cells(_ figure: Figure) -> [String] {
    let goal: String =
      switch figure.goal {
      case .atLeast(let bound): "≥ \(digits(bound))"
      case .under(let bound): "< \(digits(bound))"
      case nil: ""
      }
    return [
      figure.name, digits(figure.samples.median), digits(figure.samples.best), figure.unit.rawValue,
      "\(figure.samples.count)", goal, figure.isMet.map { $0 ? "yes" : "no" } ?? "",
    ]
  }

  /// Three digits that count.
  static func digits(_ value: Double) -> String {
    let places = abs(value) >= 100 ? 0 : abs(value) >= 10 ? 1 : 2
    return String(format: "%.\(places)f", value)
  }
}
