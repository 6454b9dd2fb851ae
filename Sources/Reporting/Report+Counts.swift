package import Conformance

extension Report {
  /// The counts on the last line of a check.
  package struct Counts: Codable, Hashable, Sendable {
    /// The number of verdicts that passed or failed, including known failures.
    package private(set) var judged = 0
    package private(set) var passed = 0
    package private(set) var failed = 0
    /// The number of known failures, which are not included in `failed`.
    package private(set) var known = 0
    package private(set) var notApplicable = 0
    package private(set) var skipped = 0
    /// The number of other orderings in which cases passed.
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

  /// The counts for each contract and implementation that ran, in order.
  package var parts: [(suite: Suite, implementation: String, counts: Counts)] {
    let verdicts = Dictionary(grouping: verdicts, by: \.contract)
    return suites.flatMap { suite in
      (verdicts[suite.contract] ?? []).grouped(by: \.implementation).map {
        (suite, $0[0].implementation, Counts($0))
      }
    }
  }

  /// The exit status of the run, unless a signal interrupts it.
  package var exitStatus: ExitStatus {
    if incidents.contains(where: { $0.kind == .notStarted }) { return .unavailable }
    let errors = diagnostics.filter { $0.severity == .error }
    if errors.contains(where: { $0.isUnusable }) { return .unusableData }
    let isSound = suites.allSatisfy { $0.audit?.isSound ?? true }
    return errors.isEmpty && counts.failed == 0 && incidents.isEmpty && isSound && !checkedNothing
      ? .success : .notConformant
  }

  /// Whether the run, or any pair of contract and implementation, checked no case. Such a run
  /// fails.
  ///
  /// A shard may have no cases to check if another shard has them: the shards are one run, and
  /// `parity merge` checks the counts of the whole.
  package var checkedNothing: Bool {
    if counts.judged == 0, shard?.isIdle != true { return true }
    return parts.contains { part in
      let name = ShardShare.Part(contract: part.suite.contract, implementation: part.implementation)
      return part.counts.judged == 0 && shard?.idle.contains(name) != true
    }
  }
}
