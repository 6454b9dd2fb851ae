internal import CanonicalJSON
package import Conformance

/// The output of `parity explain`: what happened to each part of an input, the rendered output, and
/// the text of the rules that were applied.
package struct AccountReport: Sendable {
  private let clauses: [Matrix.Clause]
  private let width: Int

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - clauses: The clauses of the contract. Those that the account doesn't name are left out.
  ///   - width: The width of a line in columns.
  package init(clauses: [Matrix.Clause] = [], width: Int = 80) {
    self.clauses = clauses
    self.width = width
  }

  /// Returns the lines of the report.
  ///
  /// - Parameters:
  ///   - account: The account to print.
  ///   - testCase: The case that the input belongs to, or `nil` if it belongs to none.
  package func lines(_ account: Account, of testCase: Case? = nil) -> [StyledLine] {
    let sections = account.sections.flatMap { section in
      [StyledLine(section.title, .heading)]
        + section.parts.enumerated().flatMap { lines($1, number: $0 + 1) }
        + [StyledLine()]
    }
    return (testCase.map(heading) ?? []) + sections + [StyledLine(account.pictureTitle, .heading)]
      + picture(account)
      + rules(of: account)
  }

  /// Returns the lines of the rendered output only.
  package func picture(_ account: Account) -> [StyledLine] { account.picture.flatMap(lines) }

  /// Returns the name, description and location of a case, and an empty line after them.
  private func heading(_ testCase: Case) -> [StyledLine] {
    let description = StyledLine(testCase.description).wrapped(columns: width - 2)
    return [StyledLine(testCase.name, .heading)]
      + (testCase.description.isEmpty ? [] : description.map { $0.indented(by: 2) })
      + [StyledLine("  \(testCase.location)", .dim), StyledLine()]
  }

  // MARK: - Parts of the input

  /// Returns the name of a part with its details, and what happened to it below.
  ///
  /// Details that don't fit on the line are cut or left out.
  ///
  /// - Parameter number: The part's position in its section, counted from 1.
  private func lines(_ part: Account.Part, number: Int) -> [StyledLine] {
    let place = "\(number)".leftPadded(to: 3) + ". "
    var line = StyledLine([
      .init(place, .dim), .init(part.name.clipped(columns: width / 2), .emphasis),
    ])

    let details =
      part.details.map { $0.clipped(columns: 24) } + (part.excerpt.isEmpty ? [] : [part.excerpt])
    for detail in details {
      let room = width - line.columns - " · ".columns
      if room >= 8 { line.spans.append(.init(" · \(detail.clipped(columns: room))", .dim)) }
    }

    let spans = part.dispositions.enumerated().flatMap { index, disposition in
      (index == 0 ? [] : [StyledLine.Span("; ")]) + self.spans(disposition)
    }

    let indent = 5
    return [line]
      + StyledLine(spans).wrapped(columns: width - indent).map { $0.indented(by: indent) }
  }

  /// Returns the text of a disposition, with the rules that require it in parentheses.
  private func spans(_ disposition: Account.Disposition) -> [StyledLine.Span] {
    guard !disposition.rules.isEmpty else { return [.init(disposition.text)] }
    return [
      .init("\(disposition.text) ("), .init(disposition.rules.joined(separator: ", "), .reference),
      .init(")"),
    ]
  }

  // MARK: - Picture

  /// Returns a paragraph of the picture, wrapped and indented, with its sign before the first line
  /// and its note after the last one.
  private func lines(_ paragraph: Account.Paragraph) -> [StyledLine] {
    let indent = String(repeating: " ", count: min(paragraph.indent, width / 2))
    let lead = StyledLine.Span(paragraph.lead.text, paragraph.lead.tone.style)
    let first = [StyledLine.Span(indent), lead]
    let rest = StyledLine.Span(
      String(repeating: " ", count: indent.columns + lead.text.columns)
    )

    let columns = max(width - rest.text.columns, 8)
    let note = StyledLine.Span(paragraph.note, .dim)
    var lines = textLines(of: paragraph, columns: columns, note: note)
    if !note.text.isEmpty {
      // The note goes after the last line, or on its own line if it doesn't fit.
      if lines.isEmpty || lines[lines.count - 1].columns + note.text.columns > columns {
        lines.append(StyledLine())
      }
      lines[lines.count - 1].spans.append(note)
    }

    return lines.enumerated().map { index, line in
      guard index == 0 || !line.spans.isEmpty else { return StyledLine() }
      return StyledLine(((index == 0 ? first : [rest]) + line.spans).filter { !$0.text.isEmpty })
    }
  }

  /// Returns as much of a paragraph's text as its extent allows, without indent, sign and note.
  ///
  /// - Parameters:
  ///   - columns: The width of a line in columns.
  ///   - note: The note, for which a text on one line leaves space.
  private func textLines(
    of paragraph: Account.Paragraph,
    columns: Int,
    note: StyledLine.Span
  ) -> [StyledLine] {
    let style = paragraph.tone.style
    switch paragraph.extent {
    case .line:
      let text = paragraph.text.clipped(columns: max(columns - note.text.columns, 8))
      return [StyledLine([.init(text, style)])]
    case .whole:
      return paragraph.text.wrappedLines(style, columns: columns)
    case .lines(let limit):
      let lines = paragraph.text.wrappedLines(style, columns: columns).filter { !$0.spans.isEmpty }
      let hidden = lines.count - limit
      // Don't replace a single hidden line by a line that says so.
      guard hidden > 1 else { return lines }
      return lines.prefix(limit) + [StyledLine("… \(hidden) more lines", style)]
    }
  }

  // MARK: - Rules

  /// Returns the text of each rule that the account names, with the ids in a column of their own.
  ///
  /// Without such rules, there are no lines, not even the heading.
  private func rules(of account: Account) -> [StyledLine] {
    let dispositions = account.sections.flatMap(\.parts).flatMap(\.dispositions)
    let named = Set(dispositions.flatMap(\.rules))
    let listed = clauses.filter { named.contains($0.id.name) }

    let names = listed.map(\.id.name).filter { !$0.isLongName }
    let column = (names.map(\.columns).max() ?? 0) + 4

    let lines = listed.flatMap { clause in
      // The text is below a long id.
      let isLong = clause.id.name.isLongName
      let head = isLong ? [StyledLine("  \(clause.id.name)", .reference)] : []
      let texts = StyledLine(clause.text).wrapped(columns: width - column)
      return head
        + texts.enumerated().map { index, text in
          let name = index == 0 && !isLong ? "  \(clause.id.name)" : ""
          let padding = String(repeating: " ", count: max(column - name.columns, 0))
          return StyledLine([.init(name, .reference), .init(padding)] + text.spans)
        }
    }

    return lines.isEmpty ? [] : [StyledLine(), StyledLine("rules", .heading)] + lines
  }
}

extension Account.Paragraph.Tone {
  fileprivate var style: Style {
    switch self {
    case .plain: .plain
    case .secondary: .dim
    case .name: .emphasis
    case .success: .added
    case .failure: .removed
    }
  }
}
