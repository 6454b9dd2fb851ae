/// What a piece of a report means, from which its colour follows.
package enum Style: String, Sendable {
  case plain
  case dim
  case removed
  case added
  case emphasis
  case heading
  /// The name of something that is told elsewhere, a rule's for one.
  case reference
  /// `parity` and what follows it, to be typed.
  case command

  /// The parameters of ECMA-48's SGR sequence; nil for the terminal's own look.
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

/// One line of a report, made for people, before it is known whether colours are wanted.
package struct StyledLine: Hashable, Sendable {
  /// A piece of a line in one style.
  package struct Span: Hashable, Sendable {
    package let text: String
    package let style: Style

    /// Makes a span of any text; what is not `printable` in it is escaped.
    package init(_ text: String, _ style: Style = .plain) {
      self.text = printable(text)
      self.style = style
    }
  }

  package var spans: [Span]

  package init(_ spans: [Span] = []) { self.spans = spans }

  package init(_ text: String, _ style: Style = .plain) { self.init([Span(text, style)]) }

  /// What to do: a text that may end in a command, after a colon.
  package init(advice text: String, _ style: Style = .plain) {
    let parts = text.split(separator: ": parity ", maxSplits: 1).map { String($0) }
    guard parts.count == 2 else {
      self.init(text, style)
      return
    }
    self.init([Span("\(parts[0]): ", style), Span("parity \(parts[1])", .command)])
  }

  /// The line for a terminal or the log of a CI engine, in ANSI colours if `color`, without a line
  /// end.
  ///
  /// Engines obey lines of a log that begin with `::` (GitHub), or that have `##[`, `##vso[` or
  /// `##teamcity[` in them.
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

extension String {
  /// The text with some scalars written otherwise; nil: as they are.
  package func replacing(_ replacement: (Unicode.Scalar) -> String?) -> String {
    var result = ""
    var kept = startIndex
    for index in unicodeScalars.indices {
      guard let other = replacement(unicodeScalars[index]) else { continue }
      result += self[kept..<index]
      result += other
      kept = unicodeScalars.index(after: index)
    }
    return result + self[kept...]
  }

  /// The text with the second `#` of what begins a command, `##[` or `##word[`, written otherwise.
  package func withoutLogCommands(_ replacement: (Unicode.Scalar) -> String) -> String {
    let hash = UInt8(ascii: "#")
    var result = ""
    var kept = startIndex
    var before = UInt8(0)
    for index in utf8.indices {
      let byte = utf8[index]
      defer { before = byte }
      guard byte == hash, before == hash else { continue }
      let rest = utf8[utf8.index(after: index)...]
      guard
        rest.first(where: { !($0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")) })
          == UInt8(ascii: "[")
      else { continue }
      result += self[kept..<index]
      result += replacement("#")
      kept = rest.startIndex
    }
    return result + self[kept...]
  }
}

/// `1 case`, `2 cases`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
