internal import Conformance

/// Renders tables in GitHub's Markdown.
enum MarkdownTable {
  /// Returns a table without a newline at the end. Each row has as many cells as the head.
  static func text(
    _ head: [String],
    _ rows: [[String]],
    _ escaped: (String) -> String = Self.escaped
  ) -> String {
    ([head, head.map { _ in "---" }] + rows.map { $0.map(escaped) })
      .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  /// Returns the text escaped for a table cell, so that no `|` ends the cell and `<` starts no
  /// markup, except in code.
  ///
  /// A backtick without a matching one doesn't start code. A backslash before `|` or `<` stays a
  /// literal backslash. The result contains no command for a CI engine.
  static func escaped(_ text: String) -> String {
    let scalars = Array(printable(text).withoutLogCommands(\.escaped).unicodeScalars)
    let lastBacktick = scalars.lastIndex(of: "`") ?? 0
    let isCommand = scalars.drop { $0 == " " }.starts(with: "::".unicodeScalars)

    var result = isCommand ? "\\" : ""
    var isInCode = false
    for (index, scalar) in scalars.enumerated() {
      if scalar == "`" { isInCode = !isInCode && index < lastBacktick }
      let isEscaped = index > 0 && scalars[index - 1] == "\\"
      if scalar == "|" || (scalar == "<" && !isInCode) { result += isEscaped ? "\\\\" : "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }
}
