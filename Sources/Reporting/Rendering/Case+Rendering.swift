internal import Conformance

/// Returns lines with the description and location of a case, its rows, and their clauses.
///
/// - Parameters:
///   - description: The description of the case, which may be empty.
///   - location: The location of the case.
///   - rows: The rows that the case belongs to.
///   - clauses: The ids of the clauses of the rows, and of all clauses that they refine.
///   - rules: The ids of the rules of the contract. A rule is a clause that refines another.
func contextLines(
  _ description: String,
  at location: SourceLocation,
  rows: [(id: String, scenario: String)],
  clauses: [String],
  rules: [String]
) -> [StyledLine] {
  let rows = rows.flatMap { row in
    row.id.isLongName
      ? [StyledLine("  row \(row.id)"), StyledLine("    \(row.scenario)")]
      : [StyledLine("  row \(row.id): \(row.scenario)")]
  }

  return (description.isEmpty ? [] : [StyledLine("  \(description)")])
    + [StyledLine("  \(location)", .dim)] + rows + clauseLines(clauses, rules: rules)
}

/// Returns a line with the rules among some clauses and with the others, or lines with one of them
/// each if an id is long.
private func clauseLines(_ clauses: [String], rules: [String]) -> [StyledLine] {
  let named = clauses.filter(rules.contains)
  let refined = clauses.filter { !rules.contains($0) }
  func noun(_ word: String, for ids: [String]) -> String { ids.count == 1 ? word : "\(word)s" }

  let parts = [
    (label: noun("rule", for: named), ids: named),
    (label: noun("clause", for: refined), ids: refined),
  ].filter { !$0.ids.isEmpty }

  guard clauses.contains(where: \.isLongName) else {
    let texts = parts.map { "\($0.label) \($0.ids.joined(separator: ", "))" }
    return texts.isEmpty ? [] : [StyledLine("  \(texts.joined(separator: " of "))")]
  }

  return parts.enumerated().flatMap { index, part in
    [StyledLine("  \(index == 0 ? "" : "of ")\(part.label):")]
      + part.ids.map { StyledLine("    \($0)") }
  }
}
