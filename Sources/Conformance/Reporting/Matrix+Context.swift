internal import CanonicalJSON

extension Matrix {
  /// The rows that a case belongs to, and the rules that these are about with the clauses which those refine.
  func contextLines(of testCase: Case) -> [StyledLine] {
    let rows = rows(with: testCase.id)
    let named = Set(withRefined(rows.flatMap { $0.clauses.map(\.name) }).map { TextKey($0) })
    let clauses = clauses.filter { named.contains(TextKey($0.id.name)) }
    let rules = clauses.filter { !$0.refines.isEmpty }.map(\.id.name)
    let refined = clauses.filter(\.refines.isEmpty).map(\.id.name)
    let list =
      (rules.isEmpty ? "" : "rules \(rules.joined(separator: ", ")) of ") + "clauses \(refined.joined(separator: ", "))"
    return rows.map { StyledLine("  row \($0.id.name): \($0.scenario)") }
      + (clauses.isEmpty ? [] : [StyledLine("  \(list)")])
  }
}
