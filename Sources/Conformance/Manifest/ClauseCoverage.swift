internal import CanonicalJSON

/// Which clauses of a matrix some row covers, by naming them or a clause that refines them.
package struct ClauseCoverage: Sendable {
  private let rowsByClause: [TextKey: [Matrix.Row]]
  private let excused: Set<TextKey>
  /// By case: the clauses of its rows and all that these refine, in the matrix's order.
  private let clausesByCase: [TextKey: [String]]

  package init(of matrix: Matrix) {
    var rowsByClause: [TextKey: [Matrix.Row]] = [:]
    for row in matrix.rows where !row.cases.isEmpty {
      for clause in matrix.withRefined(row.clauses.map(\.name)) {
        rowsByClause[TextKey(clause), default: []].append(row)
      }
    }
    self.rowsByClause = rowsByClause
    var clausesByCase: [TextKey: [String]] = [:]
    for clause in matrix.clauses.map(\.id.name) {
      let cases = Set((rowsByClause[TextKey(clause)] ?? []).flatMap(\.cases).map { TextKey($0.name) })
      for name in cases { clausesByCase[name, default: []].append(clause) }
    }
    self.clausesByCase = clausesByCase
    excused = Set(matrix.untestable.map { TextKey($0.clause.name) })
  }

  /// In the matrix's order.
  package func rows(covering clause: String) -> [Matrix.Row] { rowsByClause[TextKey(clause)] ?? [] }
  package func clauses(ofCase id: String) -> [String] { clausesByCase[TextKey(id)] ?? [] }
  package func isCovered(_ clause: String) -> Bool { rowsByClause[TextKey(clause)] != nil }
  package func isExcused(_ clause: String) -> Bool { excused.contains(TextKey(clause)) }
}
