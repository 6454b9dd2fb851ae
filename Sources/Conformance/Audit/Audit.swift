internal import CanonicalJSON

/// Has a suite judge mutants: what none of its cases kills, it does not pin.
package struct Audit: Sendable {
  /// Mutants of one implementation.
  package struct Ground: Sendable {
    /// Starts the implementation with a mutant's edit, or as it is, has it answer, and ends it.
    package typealias Trial =
      @Sendable (Mutant?, @Sendable (any Implementation) async -> [Verdict]) async -> Result<
        [Verdict], ImplementationFailure
      >

    let implementation: String
    let mutants: [Mutant]
    let trial: Trial

    package init(implementation: String, mutants: [Mutant], trial: @escaping Trial) {
      self.implementation = implementation
      self.mutants = mutants
      self.trial = trial
    }
  }

  private let suite: Suite
  private let grounds: [Ground]
  private let scope: AuditFindings.Scope
  private let reference: (any Implementation)?
  private let jobs: Int
  private let knownFailures: KnownFailures
  private let goldens: [String: JSONValue]

  /// - Parameters:
  ///   - reference: the one of a contract that links none.
  ///   - jobs: mutants at once.
  ///   - knownFailures: cases that an implementation fails as it is, and that tell nothing of its
  ///     mutants.
  package init(
    _ suite: Suite,
    grounds: [Ground],
    scope: AuditFindings.Scope,
    reference: (any Implementation)?,
    jobs: Int,
    knownFailures: KnownFailures
  ) throws(SourceError) {
    self.suite = suite
    self.grounds = grounds
    self.scope = scope
    self.reference = reference
    self.jobs = jobs
    self.knownFailures = knownFailures
    var goldens: [String: JSONValue] = [:]
    for testCase in suite.cases {
      goldens[testCase.id] = try suite.goldens.golden(of: testCase.id)?.value
    }
    self.goldens = goldens
  }

  /// - Parameter progress: called after each mutant.
  /// - Returns: nil where the task was cancelled.
  package func run(progress: @escaping @Sendable () -> Void = {}) async -> AuditFindings? {
    let coverage = ClauseCoverage(of: suite.matrix)
    var unfit: [AuditFindings.Unfit] = []
    var trials: [AuditFindings.Trial] = []
    for ground in grounds {
      switch await ground.trial(nil, { await verdicts(of: $0, on: suite.cases) }).answeringEveryCase
      {
      case .failure(let failure):
        unfit.append(.init(implementation: ground.implementation, reason: .failure(failure)))
      case .success(let verdicts):
        unfit += verdicts.filter(\.result.isFailed).map {
          .init(implementation: ground.implementation, reason: .failed(case: $0.testCase.id))
        }
        let cases = verdicts.filter(\.result.isPassed).map(\.testCase)
        trials += await self.trials(on: ground, cases: cases, coverage, progress)
      }
    }
    let search = BlindSpotSearch(suite.cases) { [reference, contract = suite.contract] testCase in
      contract.implementation(for: testCase) ?? reference
    }
    let blindSpots = scope.isComplete ? await search.blindSpots() : []
    return Task.isCancelled
      ? nil
      : AuditFindings(
        suite: suite,
        scope: scope,
        unfit: unfit,
        trials: trials,
        blindSpots: blindSpots,
        coverage: coverage
      )
  }

  /// In the order of the mutants; several are judged at once.
  private func trials(
    on ground: Ground,
    cases: [Case],
    _ coverage: ClauseCoverage,
    _ progress: @escaping @Sendable () -> Void
  ) async -> [AuditFindings.Trial] {
    let trials: [(Int, AuditFindings.Trial)] = await withTaskGroup(
      of: (Int, AuditFindings.Trial).self
    ) { group in
      var found: [(Int, AuditFindings.Trial)] = []
      for (index, mutant) in ground.mutants.enumerated() where !Task.isCancelled {
        if index >= jobs, let trial = await group.next() { found.append(trial) }
        let cases = cases.beginning(
          with: mutant.clause.map { coverage.rows(covering: $0.name) } ?? []
        )
        group.addTask {
          let verdicts = await ground.trial(mutant) {
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
      let result = knownFailures.settled(
        result(of: outcome, to: testCase),
        key,
        output: outcome.output.map { KeptOutput($0.value) }
      )
      return JudgedOutcome(result: result)
    }
  }

  private func result(of outcome: Outcome, to testCase: Case) -> Verdict.Result {
    if case .notRun = outcome { return .notRun }
    // A failure is kept as it is, since it may be a known one.
    if case .failure(let failure) = outcome { return .failed([.noOutput(failure)]) }
    guard let golden = goldens[testCase.id] else { return .failed([.noGolden]) }
    // What differs is nothing that anybody looks at.
    return Judge().rejects(outcome, to: testCase, golden: golden)
      ? .failed([.differs([])]) : .passed()
  }
}

extension [Case] {
  /// Those of some rows first.
  fileprivate func beginning(with rows: [Matrix.Row]) -> [Case] {
    let first = Set(rows.flatMap(\.cases).map(\.name))
    return filter { first.contains($0.id) } + filter { !first.contains($0.id) }
  }
}

extension Result<[Verdict], ImplementationFailure> {
  /// A failure where the implementation was given up: its mutants would live by what was not asked.
  fileprivate var answeringEveryCase: Self {
    flatMap { verdicts in
      let unasked = verdicts.count {
        if case .notRun = $0.result {
          true
        } else {
          false
        }
      }
      return unasked == 0
        ? .success(verdicts) : .failure("was given up with \(counted(unasked, "case")) left")
    }
  }
}

extension AuditFindings.Trial.Result {
  fileprivate init(_ verdicts: Result<[Verdict], ImplementationFailure>) {
    switch verdicts {
    case .failure(let failure): self = .invalid(failure)
    case .success(let verdicts):
      let failed = verdicts.filter(\.result.isFailed).map(\.testCase.id)
      self = failed.isEmpty ? .survived : .killed(by: failed)
    }
  }
}
