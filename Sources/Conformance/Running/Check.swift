internal import CanonicalJSON

/// Lints suites, has their cases carried out and judges the answers: everything that `parity check` finds out.
package struct Check: Sendable {
  package let plan: Plan
  package let lock: GoldenLock
  package let runner: Runner
  /// The other orders of arrival to try; nil: none.
  package let convergence: Convergence?
  package let knownFailures: KnownFailures
  private let goldens: GoldenReadings

  /// - Parameter goldens: those that have been read already.
  package init(
    _ plan: Plan, lock: GoldenLock, runner: Runner, convergence: Convergence? = nil,
    knownFailures: KnownFailures = KnownFailures(), goldens: GoldenReadings = GoldenReadings()
  ) {
    self.plan = plan
    self.lock = lock
    self.runner = runner
    self.convergence = convergence
    self.knownFailures = knownFailures
    self.goldens = goldens
  }

  /// Ends the implementations as well, so it can be run once.
  ///
  /// - Parameters:
  ///   - earlier: what reading the suites gave.
  ///   - incidents: of implementations that could not be started.
  ///   - progress: called after each verdict.
  package func run(
    earlier: [Diagnostic] = [], incidents earlierIncidents: [Incident] = [],
    progress: @escaping @Sendable (Verdict) -> Void = { _ in }
  ) async -> Findings {
    var judged: [(part: Plan.Part, verdicts: [Verdict])] = []
    var failures = 0
    var obstacles: [Incident] = []
    for part in plan.parts {
      if part.cases.contains(where: part.implementation.supports), let obstacle = part.implementation.obstacle {
        obstacles.append(Incident(.notStarted, of: part.implementation.name, obstacle))
        continue
      }
      let verdicts = await runner.run(part.cases, on: part.implementation, earlierFailures: failures) {
        testCase, outcome in
        let golden = goldens.reading(of: testCase, in: part.suite.goldens)
        let isAccepted = golden.accepts(outcome)
        if isAccepted, convergence == nil { return .passed() }
        // The thread that brought the answer may be the program's, and this can take longer.
        return await withTaskExecutorPreference(globalConcurrentExecutor) {
          let result = isAccepted ? .passed() : Judge().result(of: outcome, to: testCase, golden: golden.value)
          return await convergence?.result(
            after: result, of: outcome, to: testCase, by: part.suite.contract, on: part.implementation) ?? result
        }
      } progress: {
        progress($0)
      }
      failures += verdicts.count { !$0.failures.isEmpty }
      judged.append((part, verdicts))
    }
    // A program takes a while to end, so it is told at once.
    async let ending = finish()
    var diagnostics = earlier
    var verdicts: [Verdict] = []
    for (part, found) in judged {
      let byCase = Dictionary(found.map { (TextKey($0.testCase.id), $0) }) { first, _ in first }
      for testCase in part.cases {
        let verdict = byCase[TextKey(testCase.id)]
        var golden: JSONValue?
        // A golden that was met can be used.
        if verdict?.isPassed != true {
          do throws(SourceError) {
            golden = try goldens.reading(of: testCase, in: part.suite.goldens).value().get()
          } catch {
            diagnostics.append(error.diagnostic)
          }
        }
        if let verdict { verdicts.append(verdict.failures.isEmpty ? verdict : verdict.with(golden: golden)) }
      }
    }
    diagnostics += lint(beside: knownFailures.settle(verdicts).verdicts)
    let incidents = earlierIncidents + obstacles + (await ending)
    let settled = knownFailures.settle(verdicts.charged(with: incidents))
    diagnostics += settled.diagnostics
    return Findings(
      suites: plan.suites, diagnostics: Array(Set(diagnostics)).inOrder(), verdicts: settled.verdicts,
      skipped: plan.leftOut + plan.count - verdicts.count, incidents: incidents.filter { !$0.isVerdict },
      share: plan.share,
      asked: plan.parts.map(\.implementation.name))
  }

  private func finish() async -> [Incident] {
    var incidents: [Incident] = []
    for part in plan.parts { incidents += await part.implementation.finish() }
    return incidents
  }

  /// - Parameter verdicts: what they tell is not told again.
  private func lint(beside verdicts: [Verdict]) -> [Diagnostic] {
    let tellsMissingGolden = verdicts.filter { $0.fails(.noGolden) }
    return plan.suites.filter { !$0.isCarried }.flatMap { suite in
      let told = tellsMissingGolden.filter { $0.testCase.contract.hasSameBytes(as: suite.contract.id) }
      // Each shard tells of the goldens that its own cases lack, so that together they tell of each once.
      let judged = Set(told.map { TextKey($0.testCase.id) }).union(plan.casesElsewhere(suite))
      return MatrixLint.findings(in: suite) + GoldenLint.findings(in: suite, goldens, lock: lock, judged: judged)
    }
  }
}

extension [Verdict] {
  /// What an implementation did wrong over a case that it had answered is part of the verdict on that case.
  fileprivate func charged(with incidents: [Incident]) -> [Verdict] {
    map { verdict in
      let found = incidents.first {
        guard case .misbehaved(let caseName) = $0.kind else { return false }
        return verdict.key == Verdict.Key(caseName, $0.implementation)
      }
      return found.map { verdict.with(.failed(verdict.failures + [.misbehaved($0.failure)])) } ?? verdict
    }
  }
}

extension Incident {
  fileprivate var isVerdict: Bool { if case .misbehaved = kind { true } else { false } }
}
