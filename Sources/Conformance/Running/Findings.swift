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
  package let incidents: [Incident]
  /// Nil: not of a shard.
  package let share: ShardShare?
  /// The names of the implementations that were to be asked.
  private let asked: [String]

  package init(
    suites: [Suite], diagnostics: [Diagnostic], verdicts: [Verdict], skipped: Int, incidents: [Incident] = [],
    share: ShardShare? = nil, asked: [String] = []
  ) {
    self.suites = suites
    self.diagnostics = diagnostics
    self.verdicts = verdicts
    self.skipped = skipped
    self.incidents = incidents
    self.share = share
    self.asked = asked
  }

  /// The names of those that were asked, or would have been, in order.
  package var implementations: [String] {
    (asked + verdicts.map(\.implementation) + incidents.map(\.implementation)).distinct { TextKey($0) }
  }

  package var counts: VerdictCounts { VerdictCounts(verdicts, skipped: skipped) }

  /// The counts of each contract and implementation that was asked, in order.
  package var parts: [(suite: Suite, implementation: String, counts: VerdictCounts)] {
    suites.flatMap { suite in
      verdicts(of: suite).grouped { TextKey($0.implementation) }.map {
        (suite, $0[0].implementation, VerdictCounts($0))
      }
    }
  }

  func verdicts(of suite: Suite) -> [Verdict] {
    verdicts.filter { $0.testCase.contract.hasSameBytes(as: suite.contract.id) }
  }

  /// Whether the case comes with the program, so that its file is not in the repository.
  func isCarried(_ testCase: Case) -> Bool {
    suites.contains { $0.isCarried && $0.contract.id.hasSameBytes(as: testCase.contract) }
  }

  package func matrix(of verdict: Verdict) -> Matrix? {
    suites.first { $0.contract.id.hasSameBytes(as: verdict.testCase.contract) }?.matrix
  }

  package var exitStatus: ExitStatus {
    if incidents.contains(where: { $0.kind == .notStarted }) { return .unavailable }
    if diagnostics.hasUnusableFiles { return .unusableData }
    let isConformant = !diagnostics.hasErrors && counts.failed == 0 && incidents.isEmpty && !judgedNothing
    return isConformant ? .success : .notConformant
  }

  /// What judged nothing is never green, a contract and implementation together included.
  ///
  /// A shard may have nothing to judge where another has: the shards are one run, and `parity merge` counts it.
  package var judgedNothing: Bool {
    if counts.judged == 0, share?.isIdle != true { return true }
    return parts.contains { part in
      let name = ShardShare.Part(contract: part.suite.contract.id, implementation: part.implementation)
      return part.counts.judged == 0 && share?.idle.contains(name) != true
    }
  }
}
