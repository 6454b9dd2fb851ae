package import Conformance

extension Report {
  /// The last line of a check.
  package struct Counts: Codable, Hashable, Sendable {
    /// All that passed or failed, known to or not.
    package private(set) var judged = 0
    package private(set) var passed = 0
    package private(set) var failed = 0
    /// Failed as they are known to; not among `failed`.
    package private(set) var known = 0
    package private(set) var notApplicable = 0
    package private(set) var skipped = 0
    /// Different orders of arrival in which cases that passed were run.
    package private(set) var schedules = 0

    init(_ verdicts: some Sequence<Verdict>, skipped: Int = 0) {
      self.skipped = skipped
      for verdict in verdicts {
        switch verdict.result {
        case .passed(let schedules):
          passed += 1
          self.schedules += schedules
        case .failed: failed += 1
        case .known: known += 1
        case .notApplicable: notApplicable += 1
        case .notRun: self.skipped += 1
        }
      }
      judged = passed + failed + known
    }
  }

  /// The counts of each contract and implementation that was asked, in order.
  package var parts: [(suite: Suite, implementation: String, counts: Counts)] {
    let verdicts = Dictionary(grouping: verdicts, by: \.contract)
    return suites.flatMap { suite in
      (verdicts[suite.contract] ?? []).grouped(by: \.implementation).map {
        (suite, $0[0].implementation, Counts($0))
      }
    }
  }

  /// What the run ends with, unless a signal ends it.
  package var exitStatus: ExitStatus {
    if incidents.contains(where: { $0.kind == .notStarted }) { return .unavailable }
    let errors = diagnostics.filter { $0.severity == .error }
    if errors.contains(where: { $0.isUnusable }) { return .unusableData }
    let isSound = suites.allSatisfy { $0.audit?.isSound ?? true }
    return errors.isEmpty && counts.failed == 0 && incidents.isEmpty && isSound && !judgedNothing
      ? .success : .notConformant
  }

  /// What judged nothing is never green, a contract and implementation together included.
  ///
  /// A shard may have nothing to judge where another has: the shards are one run, and `parity
  /// merge` counts it.
  package var judgedNothing: Bool {
    if counts.judged == 0, shard?.isIdle != true { return true }
    return parts.contains { part in
      let name = ShardShare.Part(contract: part.suite.contract, implementation: part.implementation)
      return part.counts.judged == 0 && shard?.idle.contains(name) != true
    }
  }
}
