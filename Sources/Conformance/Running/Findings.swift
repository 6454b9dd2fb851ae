internal import CanonicalJSON

/// What a check found out.
package struct Findings: Sendable {
  package let suites: [Suite]
  /// In order of file and position.
  package let diagnostics: [Diagnostic]
  /// In order of suite, implementation and case.
  package let verdicts: [Verdict]
  /// Pairs of case and implementation that the selection or an early end left out.
  package let skipped: Int

  package init(suites: [Suite], diagnostics: [Diagnostic], verdicts: [Verdict], skipped: Int) {
    self.suites = suites
    self.diagnostics = diagnostics
    self.verdicts = verdicts
    self.skipped = skipped
  }

  package var counts: VerdictCounts { VerdictCounts(verdicts, skipped: skipped) }

  /// The counts of each contract and implementation that was asked, in order.
  package var parts: [(suite: Suite, implementation: String, counts: VerdictCounts)] {
    suites.flatMap { suite in
      suite.contract.implementations.compactMap { implementation in
        let verdicts = verdicts.filter {
          $0.testCase.contract.hasSameBytes(as: suite.contract.id)
            && $0.implementation.hasSameBytes(as: implementation.name)
        }
        return verdicts.isEmpty ? nil : (suite, implementation.name, VerdictCounts(verdicts, skipped: 0))
      }
    }
  }

  package func matrix(of verdict: Verdict) -> Matrix? {
    suites.first { $0.contract.id.hasSameBytes(as: verdict.testCase.contract) }?.matrix
  }

  package var exitStatus: ExitStatus {
    if diagnostics.hasUnusableFiles { return .unusableData }
    // What judged nothing is never green, a contract and implementation together included.
    let judgedSomething = counts.judged > 0 && parts.allSatisfy { $0.counts.judged > 0 }
    let isConformant = !diagnostics.hasErrors && counts.failed == 0 && judgedSomething
    return isConformant ? .success : .notConformant
  }
}
