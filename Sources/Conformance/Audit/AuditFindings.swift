internal import CanonicalJSON

/// The results of an audit: the mutants that a suite kills, by case, row and clause.
package struct AuditFindings: Sendable {
  /// The parts of an audit that were run.
  package struct Scope: Sendable {
    /// Whether each mutant ran against every case instead of stopping at the first one that kills
    /// it.
    package let isFull: Bool
    /// Whether the audit covers all mutants of the contract, so that a clause without a mutant is a
    /// finding.
    package let isComplete: Bool
    /// Whether a row or clause without a mutant is an error instead of a warning.
    package let isStrict: Bool

    /// Creates a scope.
    ///
    /// - Parameters:
    ///   - isFull: Whether each mutant runs against every case.
    ///   - isComplete: Whether the audit covers all mutants of the contract.
    ///   - isStrict: Whether a row or clause without a mutant is an error.
    package init(isFull: Bool, isComplete: Bool, isStrict: Bool = false) {
      self.isFull = isFull
      self.isComplete = isComplete
      self.isStrict = isStrict
    }
  }

  /// A mutant and its result.
  package struct Trial: Sendable {
    /// What the cases show about the mutant.
    package enum Result: Sendable {
      /// The ids of the cases that fail with the mutant. Only the first one is listed if the audit
      /// isn't full.
      case killed(by: [String])
      case survived
      /// The mutant couldn't be edited or started, so no case ran.
      case invalid(ImplementationFailure)
    }

    package let mutant: Mutant
    package let result: Result

    /// The ids of the cases that kill the mutant, or an empty array if it survived or is invalid.
    package var killers: [String] {
      if case .killed(let cases) = result {
        cases
      } else {
        []
      }
    }
  }

  /// A reason why some or all cases can't be used to check the mutants of an implementation.
  package struct InvalidBaseline: Sendable {
    /// A failure of one case, or of the whole implementation.
    package enum Reason: Sendable {
      /// The unedited implementation fails the case, or the case has no golden.
      case failed(case: String)
      /// The unedited implementation doesn't start, or was abandoned before it ran every case.
      case failure(ImplementationFailure)
    }

    package let implementation: String
    package let reason: Reason
  }

  package let suite: Suite
  package let scope: Scope
  package let invalidBaselines: [InvalidBaseline]
  package let trials: [Trial]
  let coverage: ClauseCoverage

  /// The number of mutants that at least one case kills.
  package var killedCount: Int { trials.count { !$0.killers.isEmpty } }

  /// Returns the rows that have a case that kills the mutant, in the matrix's order.
  package func rows(killing trial: Trial) -> [Matrix.Row] {
    let killers = Set(trial.killers)
    return suite.matrix.rows.filter { row in row.cases.contains { killers.contains($0.name) } }
  }

  /// Returns the number of mutants that are killed by a case of the row.
  package func kills(of row: Matrix.Row) -> Int {
    let cases = Set(row.cases.map(\.name))
    return trials.count { $0.killers.contains { cases.contains($0) } }
  }

  /// Returns the number of mutants that break the clause, or a clause that refines it, and that are
  /// killed by a case of the clause's rows.
  package func kills(of clause: Matrix.Clause) -> Int {
    let cases = Set(coverage.rows(covering: clause.id.name).flatMap(\.cases).map(\.name))
    return trials.count { trial in
      guard let broken = trial.mutant.clause else { return false }
      return trial.killers.contains { cases.contains($0) }
        && suite.matrix.withRefined([broken.name]).contains(clause.id.name)
    }
  }

  /// The rows that kill no mutant, so that nothing shows that they can fail.
  ///
  /// This is empty unless the audit is full and covers all mutants.
  package var idleRows: [Matrix.Row] {
    guard scope.isFull, scope.isComplete else { return [] }
    return suite.matrix.rows.filter { kills(of: $0) == 0 }
  }

  /// The testable clauses whose rows kill no mutant of the clause.
  package var idleClauses: [Matrix.Clause] {
    guard scope.isComplete else { return [] }
    return suite.matrix.clauses.filter { !coverage.isExcused($0.id.name) && kills(of: $0) == 0 }
  }

  /// Whether the audit passed: there are mutants, every one of them is killed, and nothing else is
  /// an error.
  package var isSound: Bool {
    let killsAll = !trials.isEmpty && killedCount == trials.count
    let isCovered = idleRows.isEmpty && idleClauses.isEmpty
    return killsAll && invalidBaselines.isEmpty && (isCovered || !scope.isStrict)
  }
}
