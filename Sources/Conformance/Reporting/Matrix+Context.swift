internal import CanonicalJSON

extension Matrix {
  /// The rows that a case belongs to, and the rules that these are about with the clauses which those refine.
  func contextLines(of testCase: Case) -> [StyledLine] {
    let rows = rows(with: testCase.id)
    let named = Set(withRefined(rows.flatMap { $0.clauses.map(\.name) }).map { TextKey($0) })
    let clauses = clauses.filter { named.contains(TextKey($0.id.name)) }
    return Conformance.contextLines(
      rows: rows.map { ($0.id.name, $0.scenario) }, rules: clauses.filter { !$0.refines.isEmpty }.map(\.id.name),
      refined: clauses.filter(\.refines.isEmpty).map(\.id.name))
  }
}

package func contextLines(
  rows: [(id: String, scenario: String)], rules: [String], refined: [String]
) -> [StyledLine] {
  let list = (rules.isEmpty ? "" : "rules \(rules.joined(separator: ", ")) of ") + "clauses "
  return rows.map { StyledLine("  row \($0.id): \($0.scenario)") }
    + (rules.isEmpty && refined.isEmpty ? [] : [StyledLine("  \(list)\(refined.joined(separator: ", "))")])
}
