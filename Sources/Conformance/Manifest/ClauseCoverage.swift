/// Which clauses of a matrix some row covers, by naming them or a clause that refines them.
package struct ClauseCoverage: Sendable {
  private let rowsByClause: [String: [Matrix.Row]]
  private let excused: Set<String>

  package init(of matrix: Matrix) {
    var rowsByClause: [String: [Matrix.Row]] = [:]
    for row in matrix.rows where !row.cases.isEmpty {
      for clause in matrix.withRefined(row.clauses.map(\.name)) {
        rowsByClause[clause, default: []].append(row)
      }
    }
    self.rowsByClause = rowsByClause
    excused = Set(matrix.untestable.map(\.clause.name))
  }

  /// In the matrix's order.
  package func rows(covering clause: String) -> [Matrix.Row] { rowsByClause[clause] ?? [] }
  package func isCovered(_ clause: String) -> Bool { rowsByClause[clause] != nil }
  package func isExcused(_ clause: String) -> Bool { excused.contains(clause) }

  /// By the id of each of the cases: the clauses of its rows and all that these refine, in the
  /// matrix's order.
  package func clauses(of cases: [Case], in matrix: Matrix) -> [String: [String]] {
    let ids = Set(cases.map(\.id))
    var clauses: [String: [String]] = [:]
    for clause in matrix.clauses.map(\.id.name) {
      for reference in rows(covering: clause).flatMap(\.cases) where ids.contains(reference.name) {
        if clauses[reference.name]?.last != clause {
          clauses[reference.name, default: []].append(clause)
        }
      }
    }
    return clauses
  }
}
