internal import CanonicalJSON

/// Runs a suite against mutants and records which cases kill each of them.
///
/// A mutant that survives shows behavior that no case pins.
package struct Audit: Sendable {
  /// The mutants of one implementation, and the way to run them.
  package struct MutationTarget: Sendable {
    /// Starts the implementation with a mutant's edit, or unedited if the mutant is `nil`, runs the
    /// given function on it, and ends it.
    package typealias Trial =
      @Sendable (Mutant?, @Sendable (any Implementation) async -> [Verdict]) async -> Result<
        [Verdict], ImplementationFailure
      >

    let implementation: String
    let mutants: [Mutant]
    let trial: Trial

    /// Creates a target.
    ///
    /// - Parameters:
    ///   - implementation: The name of the implementation.
    ///   - mutants: The mutants of its source.
    ///   - trial: Runs the implementation with or without a mutant's edit.
    package init(implementation: String, mutants: [Mutant], trial: @escaping Trial) {
      self.implementation = implementation
      self.mutants = mutants
      self.trial = trial
    }
  }

  private let suite: Suite
  private let targets: [MutationTarget]
  private let scope: AuditFindings.Scope
  private let jobs: Int
  private let knownFailures: KnownFailures
  /// The values of the goldens by case id. A case without a golden has no entry.
  private let goldens: [String: JSONValue]

  /// Creates an audit and reads the goldens of all cases.
  ///
  /// - Parameters:
  ///   - suite: The suite whose cases run against the mutants.
  ///   - targets: The mutants, by implementation.
  ///   - scope: The parts of the audit to run.
  ///   - jobs: The number of mutants to run at a time.
  ///   - knownFailures: The failures to ignore. A case that the unedited implementation is known to
  ///     fail says nothing about its mutants, so it isn't run against them.
  /// - Throws: A `SourceError` if a golden can't be read.
  package init(
    _ suite: Suite,
    targets: [MutationTarget],
    scope: AuditFindings.Scope,
    jobs: Int,
    knownFailures: KnownFailures
  ) throws(SourceError) {
    self.suite = suite
    self.targets = targets
    self.scope = scope
    self.jobs = jobs
    self.knownFailures = knownFailures

    var goldens: [String: JSONValue] = [:]
    for testCase in suite.contractCases {
      goldens[testCase.id] = try suite.goldens.golden(of: testCase)?.value
    }
    self.goldens = goldens
  }

  /// Runs the cases against the unedited implementations, then against their mutants.
  ///
  /// - Parameter progress: Called after each mutant.
  /// - Returns: The findings, or `nil` if the task was canceled.
  package func run(progress: @escaping @Sendable () -> Void = {}) async -> AuditFindings? {
    let coverage = ClauseCoverage(of: suite.matrix)
    var invalidBaselines: [AuditFindings.InvalidBaseline] = []
    var trials: [AuditFindings.Trial] = []

    for target in targets {
      let trial = await target.trial(nil) { await verdicts(of: $0, on: suite.contractCases) }

      switch trial.answeringEveryCase {
      case .failure(let failure):
        invalidBaselines.append(
          .init(implementation: target.implementation, reason: .failure(failure))
        )
      case .success(let verdicts):
        invalidBaselines += verdicts.filter(\.result.isFailed).map {
          .init(implementation: target.implementation, reason: .failed(case: $0.testCase.id))
        }
        let cases = verdicts.filter(\.result.isPassed).map(\.testCase)
        trials += await self.trials(on: target, cases: cases, coverage, progress)
      }
    }

    guard !Task.isCancelled else { return nil }

    return AuditFindings(
      suite: suite,
      scope: scope,
      invalidBaselines: invalidBaselines,
      trials: trials,
      coverage: coverage
    )
  }

  /// Returns the trials in the order of the mutants. Up to `jobs` mutants run at a time.
  ///
  /// Cases of the rows that cover a mutant's clause run first, since they are the most likely to
  /// kill it.
  private func trials(
    on target: MutationTarget,
    cases: [Case],
    _ coverage: ClauseCoverage,
    _ progress: @escaping @Sendable () -> Void
  ) async -> [AuditFindings.Trial] {
    let trials: [(Int, AuditFindings.Trial)] = await withTaskGroup(
      of: (Int, AuditFindings.Trial).self
    ) { group in
      var found: [(Int, AuditFindings.Trial)] = []
      for (index, mutant) in target.mutants.enumerated() where !Task.isCancelled {
        if index >= jobs, let trial = await group.next() { found.append(trial) }

        let covering = mutant.clause.map { coverage.rows(covering: $0.name) } ?? []
        let cases = cases.beginning(with: covering)
        group.addTask {
          let verdicts = await target.trial(mutant) {
            await self.verdicts(of: $0, on: cases, stop: !scope.isFull)
          }
          progress()
          return (index, .init(mutant: mutant, result: .init(verdicts)))
        }
      }

      return await group.reduce(into: found) { $0.append($1) }
    }
    return trials.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the verdicts of an implementation, with known failures marked as such.
  ///
  /// - Parameter stop: Whether to stop at the first failure.
  private func verdicts(
    of implementation: any Implementation,
    on cases: [Case],
    stop: Bool = false
  ) async -> [Verdict] {
    await Runner(jobs: 1, maximumFailures: stop ? 1 : nil).run(
      cases,
      on: implementation
    ) { testCase, outcome in
      let key = Verdict.Key(caseName: testCase.name, implementation: implementation.name)
      let result = knownFailures.applyingKnownFailure(
        result(of: outcome, to: testCase),
        key,
        output: outcome.output.map { KeptOutput($0.value) }
      )
      return CheckedOutcome(result: result)
    }
  }

  /// Returns the result of a case without looking up known failures. A case that needs a golden
  /// fails if there is none.
  private func result(of outcome: Outcome, to testCase: Case) -> Verdict.Result {
    if case .notRun = outcome { return .notRun }
    if case .skipped(let reason) = outcome { return .skipped(reason: reason) }
    // Keep the failure itself, since it may match a known failure.
    if case .failure(let failure) = outcome { return .failed([.noOutput(failure)]) }

    let golden = goldens[testCase.id]
    if testCase.usesGolden, golden == nil { return .failed([.noGolden]) }
    // Nothing shows the differences, so don't compute them.
    return CaseComparison().rejects(outcome, to: testCase, golden: golden)
      ? .failed([.differs([])]) : .passed()
  }
}

extension [Case] {
  /// Returns all cases, starting with those of the given rows.
  fileprivate func beginning(with rows: [Matrix.Row]) -> [Case] {
    let first = Set(rows.flatMap(\.cases).map(\.name))
    return filter { first.contains($0.id) } + filter { !first.contains($0.id) }
  }
}

extension Result<[Verdict], ImplementationFailure> {
  /// The verdicts, or a failure if some cases were not run because the implementation was
  /// abandoned.
  ///
  /// Its mutants would otherwise survive because of cases that never ran.
  fileprivate var answeringEveryCase: Self {
    flatMap { verdicts in
      let unrun = verdicts.count {
        if case .notRun = $0.result {
          true
        } else {
          false
        }
      }

      return unrun == 0
        ? .success(verdicts)
        : .failure("was abandoned with \(counted(unrun, "case")) not run")
    }
  }
}

extension AuditFindings.Trial.Result {
  /// Creates the result of a mutant from the verdicts that were reached before the run stopped.
  fileprivate init(_ verdicts: Result<[Verdict], ImplementationFailure>) {
    switch verdicts {
    case .failure(let failure): self = .invalid(failure)
    case .success(let verdicts):
      let failed = verdicts.filter(\.result.isFailed).map(\.testCase.id)
      self = failed.isEmpty ? .survived : .killed(by: failed)
    }
  }
}
