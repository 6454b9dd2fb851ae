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
  let named = clauses.filter(rules.contains)
  let refined = clauses.filter { !rules.contains($0) }
  func list(_ ids: [String], _ noun: String) -> String {
    "\(noun)\(ids.count == 1 ? "" : "s") \(ids.joined(separator: ", "))"
  }
  return (description.isEmpty ? [] : [StyledLine("  \(description)")]) + [
    StyledLine("  \(location)", .dim)
  ]
    + rows.map { StyledLine("  row \($0.id): \($0.scenario)") }
    + (clauses.isEmpty
      ? []
      : [
        StyledLine(
          "  \(named.isEmpty ? "" : "\(list(named, "rule")) of ")\(list(refined, "clause"))"
        )
      ])
}
