internal import CanonicalJSON

/// Lints suites, has their cases carried out and judges the answers: everything that `parity check`
/// finds out.
package struct Check: Sendable {
  package let plan: Plan
  package let lock: GoldenLock
  package let runner: Runner
  /// The other orders of arrival to try; nil: none.
  package let orderIndependence: OrderIndependence?
  package let knownFailures: KnownFailures
  private let goldens: GoldenReadings

  /// - Parameter goldens: those that have been read already.
  package init(
    _ plan: Plan,
    lock: GoldenLock,
    runner: Runner,
    orderIndependence: OrderIndependence? = nil,
    knownFailures: KnownFailures = KnownFailures(),
    goldens: GoldenReadings = GoldenReadings()
  ) {
    self.plan = plan
    self.lock = lock
    self.runner = runner
    self.orderIndependence = orderIndependence
    self.knownFailures = knownFailures
    self.goldens = goldens
  }

  /// Ends the implementations as well, so it can be run once.
  ///
  /// - Parameters:
  ///   - earlier: what reading the suites gave.
  ///   - incidents: of implementations that could not be started.
  ///   - progress: called after each answer.
  package func run(
    earlier: [Diagnostic] = [],
    incidents: [Incident] = [],
    progress: @escaping @Sendable (Verdict) -> Void = { _ in }
  ) async -> Findings {
    let (judged, obstacles) = await judged(progress)
    // A program takes a while to end, so it is told at once.
    async let ending = finish()
    let found = judged.compactMap(unusableGolden) + lint(beside: judged)
    let ended = await ending
    let charges = Dictionary(ended.compactMap(\.charge)) { first, _ in first }
    let verdicts = judged.map { verdict in
      charges[verdict.key].map { verdict.charged(with: $0, known: knownFailures) } ?? verdict
    }
    let diagnostics = earlier + found + knownFailures.diagnostics(after: verdicts)
    return Findings(
      suites: plan.suites,
      diagnostics: Array(Set(diagnostics)).inOrder(),
      verdicts: verdicts,
      skipped: plan.leftOut + plan.count - verdicts.count,
      incidents: incidents + obstacles + ended.filter { $0.charge == nil },
      share: plan.share,
      asked: plan.parts.map(\.implementation.name)
    )
  }

  /// The answers judged as they come, and why implementations could not be asked.
  private func judged(
    _ progress: @escaping @Sendable (Verdict) -> Void
  ) async -> (verdicts: [Verdict], obstacles: [Incident]) {
    var verdicts: [Verdict] = []
    var obstacles: [Incident] = []
    for part in plan.parts {
      if part.cases.contains(where: part.implementation.supports),
        let obstacle = part.implementation.obstacle
      {
        obstacles.append(Incident(.notStarted, of: part.implementation.name, obstacle))
        continue
      }
      verdicts += await runner.run(
        part.cases,
        on: part.implementation,
        earlierFailures: verdicts.count(where: \.result.isFailed),
        judge: { await result(of: $1, to: $0, in: part) },
        progress: progress
      )
    }
    return (verdicts, obstacles)
  }

  private func result(
    of outcome: Outcome,
    to testCase: Case,
    in part: Plan.Part
  ) async -> JudgedOutcome {
    let reading = goldens.reading(of: testCase, in: part.suite.goldens)
    let isAccepted = await LargeOutputs.alone(if: outcome.isLarge) { reading.accepts(outcome) }
    if isAccepted, orderIndependence == nil { return JudgedOutcome(result: .passed()) }

    // The thread that brought the answer may be the program's, and this can take longer.
    return await withTaskExecutorPreference(globalConcurrentExecutor) {
      var judged = JudgedOutcome(result: .passed())
      if !isAccepted {
        judged = await LargeOutputs.alone(if: outcome.isLarge) {
          let result = Judge().result(of: outcome, to: testCase, golden: reading.value)
          return kept(result, of: outcome, to: testCase, in: part, reading)
        }
      }
      guard judged.result.isPassed, let orderIndependence else { return judged }

      let result = await orderIndependence.result(
        after: judged.result,
        of: outcome,
        to: testCase,
        by: part.suite.contract,
        on: part.implementation
      )
      return await LargeOutputs.alone(if: outcome.isLarge) {
        kept(result, of: outcome, to: testCase, in: part, reading)
      }
    }
  }

  /// Returns the result, as a known failure if it is one, with what is kept of the values.
  private func kept(
    _ result: Verdict.Result,
    of outcome: Outcome,
    to testCase: Case,
    in part: Plan.Part,
    _ reading: GoldenReading
  ) -> JudgedOutcome {
    guard !result.failures.isEmpty else { return JudgedOutcome(result: result) }

    let output = outcome.output.map { KeptOutput($0.value) }
    let golden = try? reading.value().get()
    let key = Verdict.Key(caseName: testCase.name, implementation: part.implementation.name)
    return JudgedOutcome(
      // A case that is known to fail does not count towards the maximum.
      result: knownFailures.settled(result, key, output: output),
      output: output,
      golden: golden.map { KeptOutput($0) }
    )
  }

  /// Why the golden of a case can't be read; one that was met can be.
  private func unusableGolden(of verdict: Verdict) -> Diagnostic? {
    guard !verdict.isPassed,
      let suite = plan.suites.first(where: { $0.contract.id == verdict.testCase.contract }),
      case .failure(let error) = goldens.reading(of: verdict.testCase, in: suite.goldens).value()
    else { return nil }
    return error.diagnostic
  }

  private func finish() async -> [Incident] {
    var incidents: [Incident] = []
    for part in plan.parts { incidents += await part.implementation.finish() }
    return incidents
  }

  /// - Parameter verdicts: what they tell is not told again.
  private func lint(beside verdicts: [Verdict]) -> [Diagnostic] {
    let tellsMissingGolden = verdicts.filter(\.result.lacksGolden)
    return plan.suites.filter { !$0.isCarried }.flatMap { suite in
      let judged = tellsMissingGolden.map(\.testCase).filter { $0.contract == suite.contract.id }
        .map(\.id)
      return MatrixLint.findings(in: suite)
        + GoldenLint.findings(
          in: suite,
          goldens,
          lock: lock,
          judged: Set(judged),
          shard: plan.share?.shard
        )
    }
  }
}

extension Incident {
  /// What the verdict on a case tells.
  fileprivate var charge: (Verdict.Key, ImplementationFailure)? {
    if case .misbehaved(let name) = kind {
      (Verdict.Key(caseName: name, implementation: implementation), failure)
    } else {
      nil
    }
  }
}
