internal import CanonicalJSON

/// Runs the cases of a plan, checks the outcomes and lints the suites. This is everything that
/// `parity check` finds.
package struct Check: Sendable {
  package let plan: Plan
  package let lock: GoldenLock
  package let runner: Runner
  /// The orderings to try in addition to the order of the case, or `nil` to try none.
  package let orderIndependence: OrderIndependence?
  package let knownFailures: KnownFailures
  /// The maximum number of cases that programs may skip at run time, all programs together.
  package let maximumSkipped: Int
  package let divergences: AcceptedDivergences
  private let goldens: GoldenReadings
  private let lintsSuites: Bool

  /// Creates a check of a plan. Nothing runs before ``run(earlier:incidents:progress:)``.
  ///
  /// - Parameters:
  ///   - goldens: The goldens, some of which may have been read already.
  ///   - lintsSuites: Whether to lint the suites that don't come with Parity.
  package init(
    _ plan: Plan,
    lock: GoldenLock,
    runner: Runner,
    orderIndependence: OrderIndependence? = nil,
    knownFailures: KnownFailures = KnownFailures(),
    maximumSkipped: Int = 0,
    divergences: AcceptedDivergences = AcceptedDivergences(),
    goldens: GoldenReadings = GoldenReadings(),
    lintsSuites: Bool = true
  ) {
    self.lintsSuites = lintsSuites
    self.plan = plan
    self.lock = lock
    self.runner = runner
    self.orderIndependence = orderIndependence
    self.knownFailures = knownFailures
    self.maximumSkipped = maximumSkipped
    self.divergences = divergences
    self.goldens = goldens
  }

  /// Runs the check and returns its findings.
  ///
  /// Call this only once, since it also ends the implementations.
  ///
  /// - Parameters:
  ///   - earlier: The diagnostics from reading the suites.
  ///   - incidents: The incidents of implementations that couldn't be started.
  ///   - progress: A closure that is called after each verdict.
  package func run(
    earlier: [Diagnostic] = [],
    incidents: [Incident] = [],
    progress: @escaping @Sendable (Verdict) -> Void = { _ in }
  ) async -> Findings {
    let checked = await runParts(progress)
    // Programs take a while to exit, so end them while the lint runs.
    async let ending = finish()
    let linted = lintsSuites ? lint(after: checked) : []
    let found = checked.compactMap(unusableGolden) + linted
    let ended = await ending

    // A misbehavior after an answered case becomes a failure of the case.
    let charges = Dictionary(ended.compactMap(\.charge)) { first, _ in first }
    let verdicts = checked.map { verdict in
      charges[verdict.key].map { verdict.addingProtocolViolation($0, known: knownFailures) }
        ?? verdict
    }
    let otherIncidents = ended.filter { $0.charge == nil } + skips(in: verdicts)

    let references = Set(plan.suites.flatMap(\.contract.references))
    let diagnostics =
      earlier + found + knownFailures.diagnostics(after: verdicts)
      + divergences.diagnostics(after: verdicts, references: references)

    return Findings(
      suites: plan.suites,
      diagnostics: Array(Set(diagnostics)).inOrder(),
      verdicts: verdicts,
      skipped: plan.leftOut + plan.count - verdicts.count,
      skippedCases: plan.cases.subtracting(verdicts.map(\.testCase.name)).count,
      incidents: incidents + otherIncidents,
      share: plan.share,
      planned: plan.parts.map { Provenance.Implementation($0.implementation) }
    )
  }

  /// Runs every part of the plan and returns the verdicts.
  private func runParts(_ progress: @escaping @Sendable (Verdict) -> Void) async -> [Verdict] {
    var verdicts: [Verdict] = []
    for group in groupsOfParts() {
      let failureCount = verdicts.count(where: \.result.isFailed)
      let results = await group.concurrently { part in
        await runner.run(
          part.cases,
          on: part.implementation,
          earlierFailures: failureCount,
          check: { await result(of: $1, to: $0, in: part) },
          progress: progress
        )
      }
      verdicts += results.joined()
    }
    return verdicts
  }

  /// Returns the parts of the plan in their order, in groups that run one after another.
  ///
  /// The parts of consecutive linked implementations form a group: near the end of each part, few
  /// cases are left, which wouldn't keep every core busy. With a maximum number of failures, the
  /// parts run one by one, so that the same run always ends at the same case.
  private func groupsOfParts() -> [[Plan.Part]] {
    plan.parts.reduce(into: []) { groups, part in
      let isLinked = runner.maximumFailures == nil && part.isLinked
      if isLinked, let last = groups.last, last.allSatisfy(\.isLinked) {
        groups[groups.count - 1].append(part)
      } else {
        groups.append([part])
      }
    }
  }

  /// Returns the result for an outcome: that of the comparison with the golden and the expectation
  /// if it fails, and otherwise that of the other orderings of the input.
  ///
  /// An accepted outcome passes at once if the operation has no orderings. Large outputs are
  /// compared one at a time.
  private func result(
    of outcome: Outcome,
    to testCase: Case,
    in part: Plan.Part
  ) async -> CheckedOutcome {
    let reading = goldens.reading(of: testCase, in: part.suite.goldens)
    let isAccepted = await LargeOutputs.alone(if: outcome.isLarge) { reading.accepts(outcome) }

    let hasVerdicts = testCase.operation.verdicts != nil
    let hasLargeVerdicts = hasVerdicts && outcome.isLarge
    let mayHaveOrders =
      orderIndependence != nil && part.suite.contract.mayHaveSchedules(testCase.operation)
    if isAccepted, !mayHaveOrders, !hasLargeVerdicts {
      return kept(.passed(), of: outcome, to: testCase, in: part, reading)
    }

    // The current thread may belong to the implementation's executor, and this can take longer.
    return await withTaskExecutorPreference(globalConcurrentExecutor) {
      var checked = CheckedOutcome(result: .passed())
      if !isAccepted || hasVerdicts {
        checked = await LargeOutputs.alone(if: outcome.isLarge) {
          let result = CaseComparison().result(of: outcome, to: testCase, golden: reading.value)
          return kept(result, of: outcome, to: testCase, in: part, reading)
        }
      }
      guard checked.result.isPassed, let orderIndependence else { return checked }

      let result = await orderIndependence.result(
        after: checked.result,
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

  /// Returns the result, as a known failure if it is one, with the parts of the output and the
  /// golden that reports show.
  private func kept(
    _ result: Verdict.Result,
    of outcome: Outcome,
    to testCase: Case,
    in part: Plan.Part,
    _ reading: GoldenReading
  ) -> CheckedOutcome {
    let counts = VerdictCounts(
      of: testCase,
      result: result,
      actual: outcome.output?.value,
      golden: try? reading.value().get()
    )
    guard !result.failures.isEmpty else { return CheckedOutcome(result: result, counts: counts) }

    let output = outcome.output.map { KeptOutput($0.value) }
    let golden = testCase.expectation.output ?? (try? reading.value().get())
    let key = Verdict.Key(caseName: testCase.name, implementation: part.implementation.name)
    return CheckedOutcome(
      // An accepted failure doesn't count toward the maximum number of failures.
      result: knownFailures.applyingKnownFailure(
        divergences.applied(to: result, of: testCase),
        key,
        output: output
      ),
      output: output,
      golden: golden.map { KeptOutput($0) },
      counts: counts
    )
  }

  /// Returns why the golden of a case can't be read, or `nil` if it can. The golden of a passed
  /// case isn't read again.
  private func unusableGolden(of verdict: Verdict) -> Diagnostic? {
    guard !verdict.isPassed,
      let suite = plan.suites.first(where: { $0.contract.id == verdict.testCase.contract }),
      case .failure(let error) = goldens.reading(of: verdict.testCase, in: suite.goldens).value()
    else { return nil }
    return error.diagnostic
  }

  /// Returns an incident for each implementation that skipped cases, if all of them together
  /// skipped more than the run allows.
  private func skips(in verdicts: [Verdict]) -> [Incident] {
    let skipped = verdicts.filter { $0.result.status == .skipped }
    guard skipped.count > maximumSkipped else { return [] }

    return skipped.grouped(by: \.implementation).map { verdicts in
      let limit = "--max-skipped allows \(maximumSkipped == 0 ? "none" : "\(maximumSkipped)")"
      let reason = verdicts[0].result.skipReason ?? ""
      let message =
        "skipped \(counted(verdicts.count, "case")), but \(limit); the first reason is "
        + "'\(reason)'"
      return Incident(
        .skipped(cases: verdicts.map(\.testCase.name)),
        of: verdicts[0].implementation,
        ImplementationFailure(message)
      )
    }
  }

  /// Ends the implementations one after another, and returns the incidents that they report then.
  private func finish() async -> [Incident] {
    var incidents: [Incident] = []
    for part in plan.parts { incidents += await part.implementation.finish() }
    return incidents
  }

  /// Returns the lint findings for the suites that don't come with Parity.
  ///
  /// - Parameter verdicts: The verdicts of the run. A missing golden that they report isn't
  ///   reported again.
  private func lint(after verdicts: [Verdict]) -> [Diagnostic] {
    /// Returns the ids of the cases of the suite that the verdicts are about.
    func ids(of verdicts: [Verdict], in suite: Suite) -> Set<String> {
      Set(verdicts.map(\.testCase).filter { $0.contract == suite.contract.id }.map(\.id))
    }

    let failed = verdicts.filter(\.result.isFailed)
    let lacksGolden = failed.filter(\.result.lacksGolden)

    return plan.suites.filter { !$0.isBundled }.flatMap { suite in
      MatrixLint.findings(in: suite, checked: ids(of: failed, in: suite))
        + GoldenLint.findings(
          in: suite,
          goldens,
          lock: lock,
          checked: ids(of: lacksGolden, in: suite),
          failed: ids(of: failed, in: suite),
          shard: plan.share?.shard
        )
    }
  }
}

extension Plan.Part {
  /// Whether the implementation is linked into Parity, so that it starts no process.
  fileprivate var isLinked: Bool { implementation is InProcessImplementation }
}

extension Array where Element: Sendable {
  /// Returns the results of a closure for all elements, in their order. The calls run concurrently.
  fileprivate func concurrently<Result: Sendable>(
    _ body: @escaping @Sendable (Element) async -> Result
  ) async -> [Result] {
    await withTaskGroup(of: (index: Int, result: Result).self) { group in
      for (index, element) in enumerated() {
        group.addTask { (index, await body(element)) }
      }

      var results: [Int: Result] = [:]
      for await finished in group { results[finished.index] = finished.result }
      return indices.compactMap { results[$0] }
    }
  }
}

extension Incident {
  /// The verdict that the incident changes and the failure to add to it, or `nil` if the incident
  /// isn't a misbehavior after an answered case.
  fileprivate var charge: (Verdict.Key, ImplementationFailure)? {
    if case .misbehaved(let name) = kind {
      (Verdict.Key(caseName: name, implementation: implementation), failure)
    } else {
      nil
    }
  }
}
