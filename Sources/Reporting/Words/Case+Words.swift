internal import Conformance

/// What a case is about and where it stands, the rows that it belongs to, and the clauses that
/// these are about.
///
/// - Parameters:
///   - clauses: those of the rows, and all that they refine.
///   - rules: of the contract, each of which refines a clause.
func contextLines(
  _ description: String,
  at location: SourceLocation,
  rows: [(id: String, scenario: String)],
  clauses: [String],
  rules: [String]
) -> [StyledLine] {
  let named = clauses.filter(rules.contains).joined(separator: ", ")
  let refined = clauses.filter { !rules.contains($0) }.joined(separator: ", ")
  return (description.isEmpty ? [] : [StyledLine("  \(description)")]) + [
    StyledLine("  \(location)", .dim)
  ]
    + rows.map { StyledLine("  row \($0.id): \($0.scenario)") }
    + (clauses.isEmpty
      ? [] : [StyledLine("  \(named.isEmpty ? "" : "rules \(named) of ")clauses \(refined)")])
}
