internal import CanonicalJSON

/// Lints suites, has their cases carried out and judges the answers: everything that `parity check` finds out.
package struct Check: Sendable {
  package let plan: Plan
  package let lock: GoldenLock
  package let runner: Runner

  package init(_ plan: Plan, lock: GoldenLock, runner: Runner) {
    self.plan = plan
    self.lock = lock
    self.runner = runner
  }

  /// - Parameters:
  ///   - earlier: what reading the suites gave.
  ///   - progress: called after each verdict.
  package func run(earlier: [Diagnostic] = [], progress: (Verdict) -> Void = { _ in }) async -> Findings {
    var verdicts: [Verdict] = []
    var diagnostics = earlier
    for suite in plan.suites {
      let judged = Set(
        plan.parts.filter { $0.suite.contract.id == suite.contract.id }.flatMap(\.cases).map { TextKey($0.id) })
      diagnostics += MatrixLint.findings(in: suite)
      diagnostics += GoldenLint.findings(in: suite, lock: lock, judged: judged)
    }
    for part in plan.parts {
      let (goldens, unreadable) = Self.goldens(of: part)
      diagnostics += unreadable
      let judge = Judge(identity: part.suite.contract.identity)
      let earlierFailures = verdicts.count { !$0.failures.isEmpty }
      verdicts += await runner.run(part.cases, on: part.implementation, earlierFailures: earlierFailures) {
        testCase, outcome in
        judge.result(of: outcome, to: testCase, golden: goldens[TextKey(testCase.id)])
      } progress: { verdict in
        progress(verdict)
      }
    }
    return Findings(
      suites: plan.suites, diagnostics: Array(Set(diagnostics)).inOrder(), verdicts: verdicts,
      skipped: plan.leftOut + plan.count - verdicts.count)
  }

  private static func goldens(of part: Plan.Part) -> (values: [TextKey: JSONValue], unreadable: [Diagnostic]) {
    var values: [TextKey: JSONValue] = [:]
    var unreadable: [Diagnostic] = []
    for testCase in part.cases {
      do {
        values[TextKey(testCase.id)] = try part.suite.goldens.golden(of: testCase.id)?.value
      } catch {
        unreadable.append(error.diagnostic)
      }
    }
    return (values, unreadable)
  }
}
