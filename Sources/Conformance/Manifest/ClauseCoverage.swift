/// The clauses of a matrix that rows cover. A row covers the clauses that it names and the clauses
/// that these refine.
package struct ClauseCoverage: Sendable {
  private let rowsByClause: [String: [Matrix.Row]]
  private let excused: Set<String>

  /// Indexes the rows by the clauses that they cover. Rows without cases are skipped.
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

  /// Returns the rows that cover a clause, in the order of the matrix. A row without cases covers
  /// nothing.
  package func rows(covering clause: String) -> [Matrix.Row] { rowsByClause[clause] ?? [] }

  /// Whether at least one row with cases covers the clause.
  package func isCovered(_ clause: String) -> Bool { rowsByClause[clause] != nil }

  /// Whether the matrix lists the clause as untestable.
  package func isExcused(_ clause: String) -> Bool { excused.contains(clause) }

  /// Returns the clauses that each of the cases covers through its rows, by the id of the case, in
  /// the order of the matrix.
  package func clauses(of cases: [Case], in matrix: Matrix) -> [String: [String]] {
    let ids = Set(cases.map(\.idInMatrix))
    var clauses: [String: [String]] = [:]

    for clause in matrix.clauses.map(\.id.name) {
      for reference in rows(covering: clause).flatMap(\.cases) where ids.contains(reference.name) {
        // A case in several rows may cover a clause more than once.
        if clauses[reference.name]?.last != clause {
          clauses[reference.name, default: []].append(clause)
        }
      }
    }

    return Dictionary(cases.map { ($0.id, clauses[$0.idInMatrix] ?? []) }) { first, _ in first }
  }
}
