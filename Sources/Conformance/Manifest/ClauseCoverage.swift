package import CanonicalJSON

/// Which clauses of a matrix some row covers, by naming them or a clause that refines them.
package struct ClauseCoverage: Sendable {
  private let rowsByClause: [TextKey: [Matrix.Row]]
  private let excused: Set<TextKey>

  package init(of matrix: Matrix) {
    var rowsByClause: [TextKey: [Matrix.Row]] = [:]
    for row in matrix.rows where !row.cases.isEmpty {
      for clause in matrix.withRefined(row.clauses.map(\.name)) {
        rowsByClause[TextKey(clause), default: []].append(row)
      }
    }
    self.rowsByClause = rowsByClause
    excused = Set(matrix.untestable.map { TextKey($0.clause.name) })
  }

  /// In the matrix's order.
  package func rows(covering clause: String) -> [Matrix.Row] { rowsByClause[TextKey(clause)] ?? [] }
  package func isCovered(_ clause: String) -> Bool { rowsByClause[TextKey(clause)] != nil }
  package func isExcused(_ clause: String) -> Bool { excused.contains(TextKey(clause)) }

  /// By the id of the case: the clauses of its rows and all that these refine, in the matrix's order.
  package func clausesByCase(in matrix: Matrix) -> [TextKey: [String]] {
    var clauses: [TextKey: [String]] = [:]
    for clause in matrix.clauses.map(\.id.name) {
      for name in Set(rows(covering: clause).flatMap(\.cases).map { TextKey($0.name) }) {
        clauses[name, default: []].append(clause)
      }
    }
    return clauses
  }
}
