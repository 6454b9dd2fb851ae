internal import CanonicalJSON

/// Which deliberately wrong implementations a suite catches, by case, row and clause.
package struct AuditFindings: Sendable {
  /// A deviation and the cases that it fails.
  package struct Catch: Sendable {
    package let deviation: Deviation
    let caseIDs: Set<TextKey>

    package var caseCount: Int { caseIDs.count }
  }

  /// A blind answer, the cases that fail it, and those that should have.
  package struct BlindResult: Sendable {
    package let answer: BlindAnswer
    let caught: Set<TextKey>
    let missed: Set<TextKey>

    package var caughtCount: Int { caught.count }
    package var missedCases: [String] { missed.sorted().map(\.text) }
  }

  package let suite: Suite
  /// Cases that say nothing, since they have no golden or the right implementation fails them.
  package let unfit: [String]
  package let catches: [Catch]
  package let blind: [BlindResult]
  private let coverage: ClauseCoverage

  init(suite: Suite, unfit: [String], catches: [Catch], blind: [BlindResult]) {
    self.suite = suite
    self.unfit = unfit
    self.catches = catches
    self.blind = blind
    coverage = ClauseCoverage(of: suite.matrix)
  }

  /// The rows of which some case fails the deviation, in the matrix's order.
  package func rows(catching caught: Catch) -> [Matrix.Row] {
    suite.matrix.rows.filter { $0.catches(caught.caseIDs) }
  }

  package func catches(by row: Matrix.Row) -> [Catch] { catches.filter { row.catches($0.caseIDs) } }

  /// Those that some row about the clause, or about a clause that refines it, catches.
  package func catches(by clause: Matrix.Clause) -> [Catch] {
    let rows = coverage.rows(covering: clause.id.name)
    return catches.filter { caught in rows.contains { $0.catches(caught.caseIDs) } }
  }

  /// How many cases of a clause a blind answer fails, out of those in which it differs from the golden.
  package func count(of result: BlindResult, in clause: Matrix.Clause) -> (caught: Int, possible: Int) {
    let rows = coverage.rows(covering: clause.id.name)
    let cases = Set(rows.flatMap(\.cases).map { TextKey($0.name) })
    let caught = result.caught.intersection(cases).count
    return (caught, caught + result.missed.intersection(cases).count)
  }

  /// Deviations that no case catches.
  package var survivors: [Deviation] { catches.filter(\.caseIDs.isEmpty).map(\.deviation) }
  /// Rows that catch nothing, so that nothing shows that they can fail.
  package var idleRows: [Matrix.Row] { suite.matrix.rows.filter { catches(by: $0).isEmpty } }
  package var idleClauses: [Matrix.Clause] {
    suite.matrix.clauses.filter { clause in
      !coverage.isExcused(clause.id.name) && catches(by: clause).isEmpty
    }
  }
  /// Deviations whose rule no clause of the matrix is.
  package var strangers: [Deviation] {
    let known = Set(suite.matrix.clauses.map { TextKey($0.id.name) })
    return catches.map(\.deviation).filter { !known.contains(TextKey($0.rule)) }
  }

  package var isSound: Bool {
    unfit.isEmpty && survivors.isEmpty && idleRows.isEmpty && idleClauses.isEmpty && strangers.isEmpty
      && !catches.isEmpty
      && blind.allSatisfy(\.missed.isEmpty)
  }
}

extension Matrix.Row {
  fileprivate func catches(_ caseIDs: Set<TextKey>) -> Bool { cases.contains { caseIDs.contains(TextKey($0.name)) } }
}
