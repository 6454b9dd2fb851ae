internal import Conformance

/// Tables as GitHub's Markdown has them.
enum MarkdownTable {
  /// The table of a head and rows of as many cells, without a newline at the end.
  static func text(
    _ head: [String],
    _ rows: [[String]],
    _ escaped: (String) -> String = Self.escaped
  ) -> String {
    ([head, head.map { _ in "---" }] + rows.map { $0.map(escaped) })
      .map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }

  /// Text as GitHub's table cells take it: no bar ends the cell, and no markup but code comes from
  /// `<`.
  ///
  /// A backtick that none closes begins no code, and a backslash before either is one that is
  /// meant. No engine finds a command in it, wherever it stands.
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
