internal import CanonicalJSON

/// Lints suites, has their cases carried out and judges the answers: everything that `parity check` finds out.
package struct Check: Sendable {
  package let plan: Plan
  package let lock: GoldenLock
  package let runner: Runner
  /// The other orders of arrival to try; nil: none.
  package let convergence: Convergence?

  package init(_ plan: Plan, lock: GoldenLock, runner: Runner, convergence: Convergence? = nil) {
    self.plan = plan
    self.lock = lock
    self.runner = runner
    self.convergence = convergence
  }

  /// - Parameters:
  ///   - earlier: what reading the suites gave.
  ///   - progress: called after each verdict.
  package func run(earlier: [Diagnostic] = [], progress: (Verdict) -> Void = { _ in }) async -> Findings {
    var verdicts: [Verdict] = []
    var diagnostics = earlier
    for part in plan.parts {
      let goldens = GoldenValues(of: part)
      diagnostics += goldens.unusable.values
      let judge = Judge(identity: part.suite.contract.identity)
      let earlierFailures = verdicts.count { !$0.failures.isEmpty }
      verdicts += await runner.run(part.cases, on: part.implementation, earlierFailures: earlierFailures) {
        testCase, outcome in
        let key = TextKey(testCase.id)
        let result = judge.result(
          of: outcome, to: testCase, golden: goldens.values[key], isGoldenUsable: goldens.unusable[key] == nil)
        return await convergence?.result(
          after: result, of: testCase, golden: goldens.values[key], by: part.suite.contract, on: part.implementation)
          ?? result
      } progress: { verdict in
        progress(verdict)
      }
    }
    for suite in plan.suites {
      let told = verdicts.filter { $0.tellsMissingGolden && $0.testCase.contract.hasSameBytes(as: suite.contract.id) }
      diagnostics += MatrixLint.findings(in: suite)
      diagnostics += GoldenLint.findings(in: suite, lock: lock, judged: Set(told.map { TextKey($0.testCase.id) }))
    }
    return Findings(
      suites: plan.suites, diagnostics: Array(Set(diagnostics)).inOrder(), verdicts: verdicts,
      skipped: plan.leftOut + plan.count - verdicts.count)
  }
}

/// The goldens of the cases that are to be judged, by case id.
private struct GoldenValues {
  private(set) var values: [TextKey: JSONValue] = [:]
  private(set) var unusable: [TextKey: Diagnostic] = [:]

  init(of part: Plan.Part) {
    for testCase in part.cases {
      do {
        values[TextKey(testCase.id)] = try part.suite.goldens.golden(of: testCase.id)?.value
      } catch {
        unusable[TextKey(testCase.id)] = error.diagnostic
      }
    }
  }
}

extension Verdict {
  fileprivate var tellsMissingGolden: Bool {
    failures.contains { if case .noGolden = $0 { true } else { false } }
  }
}
