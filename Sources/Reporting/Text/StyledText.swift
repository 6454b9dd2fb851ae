internal import Conformance

/// The meaning of a piece of a report, which determines its color.
package enum Style: String, Sendable {
  case plain
  case dim
  case removed
  case added
  case emphasis
  case heading
  /// A name that refers to something, such as the id of a rule.
  case reference
  /// A command to type, starting with `parity`.
  case command

  /// The parameters of ECMA-48's SGR sequence, or `nil` for the terminal's default style.
  fileprivate var selectGraphicRendition: String? {
    switch self {
    case .plain: nil
    case .dim: "2"
    case .removed: "31"
    case .added: "32"
    case .emphasis, .command: "1"
    case .heading: "1;36"
    case .reference: "36"
    }
  }
}

/// One line of a report for people, independent of whether it is printed in color.
package struct StyledLine: Hashable, Sendable {
  /// A piece of a line in one style.
  package struct Span: Hashable, Sendable {
    package let text: String
    package let style: Style

    /// Creates a span from any text, and escapes what isn't `printable` in it.
    package init(_ text: String, _ style: Style = .plain) {
      self.text = printable(text)
      self.style = style
    }
  }

  package var spans: [Span]
  /// Whether the line isn't wrapped on a terminal, so that it can be copied as one line.
  package var isVerbatim = false

  /// - Parameter spans: The pieces of the line, or none for an empty line.
  package init(_ spans: [Span] = []) { self.spans = spans }

  /// Creates a line in one style. The text is escaped, so it need not be printable.
  package init(_ text: String, _ style: Style = .plain) { self.init([Span(text, style)]) }

  /// Creates a line of advice. If the text ends with a colon and a `parity` command, the command is
  /// highlighted.
  package init(advice text: String, _ style: Style = .plain) {
    let parts = text.split(separator: ": parity ", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else {
      self.init(text, style)
      return
    }
    self.init([Span("\(parts[0]): ", style), Span("parity \(parts[1])", .command)])
  }

  /// Returns the line for a terminal or a CI log, without a line ending.
  ///
  /// CI systems act on log lines that begin with `::` (GitHub), or that contain `##[`, `##vso[` or
  /// `##teamcity[`, so those are escaped.
  ///
  /// - Parameter color: Whether to use ANSI colors.
  package func text(color: Bool) -> String {
    let text = spans.map { span in
      guard color, let code = span.style.selectGraphicRendition, !span.text.isEmpty else {
        return span.text
      }
      return "\u{1B}[\(code)m\(span.text)\u{1B}[0m"
    }.joined()

    var scalars = text.unicodeScalars
    let first = scalars.firstIndex { $0 != " " } ?? scalars.endIndex
    if scalars[first...].starts(with: "::".unicodeScalars) {
      scalars.replaceSubrange(first...first, with: scalars[first].escaped.unicodeScalars)
    }

    return String(scalars).withoutLogCommands(\.escaped)
  }
}
