internal import CanonicalJSON

/// Which mutants a suite kills, by case, row and clause.
package struct AuditFindings: Sendable {
  /// What was asked of the audit.
  package struct Scope: Sendable {
    /// Whether each mutant was judged on every case, and not up to the first that kills it.
    package let isFull: Bool
    /// Whether the mutants are all that the contract has, so that a rule without one is a finding.
    package let isComplete: Bool

    /// Whether it is about mutants, and not about blind spots alone.
    package let judgesMutants: Bool

    package init(isFull: Bool, isComplete: Bool, judgesMutants: Bool = true) {
      self.isFull = isFull
      self.isComplete = isComplete
      self.judgesMutants = judgesMutants
    }
  }

  /// A mutant and what became of it.
  package struct Trial: Sendable {
    package enum Result: Sendable {
      /// By these cases; by the first of them alone where the audit is not full.
      case killed(by: [String])
      case survived
      /// It gave no handshake, so nothing was judged.
      case invalid(ImplementationFailure)
    }

    package let mutant: Mutant
    package let result: Result

    package var killers: [String] {
      if case .killed(let cases) = result {
        cases
      } else {
        []
      }
    }
  }

  /// Why cases say nothing of the mutants of an implementation.
  package struct Unfit: Sendable {
    package enum Reason: Sendable {
      /// It fails a case as it is, or the case has no golden.
      case failed(case: String)
      /// It does not even start.
      case failure(ImplementationFailure)
    }

    package let implementation: String
    package let reason: Reason
  }

  package let suite: Suite
  package let scope: Scope
  package let unfit: [Unfit]
  package let trials: [Trial]
  /// Those that are accepted included; empty where the mutants are not all.
  package let blindSpots: [BlindSpot]
  let coverage: ClauseCoverage

  package var killedCount: Int { trials.count { !$0.killers.isEmpty } }

  /// The rows of which some case kills the mutant, in the matrix's order.
  package func rows(killing trial: Trial) -> [Matrix.Row] {
    let killers = Set(trial.killers)
    return suite.matrix.rows.filter { row in row.cases.contains { killers.contains($0.name) } }
  }

  package func kills(of row: Matrix.Row) -> Int {
    let cases = Set(row.cases.map(\.name))
    return trials.count { $0.killers.contains { cases.contains($0) } }
  }

  /// The mutants that break a clause, or one that refines it, and are killed by a case of the
  /// clause's rows.
  package func kills(of clause: Matrix.Clause) -> Int {
    let cases = Set(coverage.rows(covering: clause.id.name).flatMap(\.cases).map(\.name))
    return trials.count { trial in
      guard let broken = trial.mutant.clause else { return false }
      return trial.killers.contains { cases.contains($0) }
        && suite.matrix.withRefined([broken.name]).contains(clause.id.name)
    }
  }

  /// Rows that kill nothing, so that nothing shows that they can fail; known of a full audit of all
  /// mutants alone.
  package var idleRows: [Matrix.Row] {
    scope.isFull && scope.isComplete && scope.judgesMutants
      ? suite.matrix.rows.filter { kills(of: $0) == 0 } : []
  }
  /// Clauses that can be tested, and of which no mutant is killed by their rows.
  package var idleClauses: [Matrix.Clause] {
    guard scope.isComplete, scope.judgesMutants else { return [] }
    return suite.matrix.clauses.filter { !coverage.isExcused($0.id.name) && kills(of: $0) == 0 }
  }

  package var openBlindSpots: [BlindSpot] { blindSpots.filter { acceptance(of: $0) == nil } }
  /// Nil of one that is open.
  package func acceptance(of spot: BlindSpot) -> Matrix.AcceptedBlindSpot? {
    suite.matrix.blindSpots.first { $0.accepts(spot) }
  }
  /// Those that are accepted, and none any more.
  package var idleAcceptances: [Matrix.AcceptedBlindSpot] {
    scope.isComplete
      ? suite.matrix.blindSpots.filter { !blindSpots.contains(where: $0.accepts) } : []
  }

  package var isSound: Bool {
    trials.isEmpty != scope.judgesMutants && killedCount == trials.count && unfit.isEmpty
      && idleRows.isEmpty
      && idleClauses.isEmpty && openBlindSpots.isEmpty && idleAcceptances.isEmpty
  }
}
