internal import CanonicalJSON

extension RunRecord {
  /// The counts of a run.
  package struct Counts: Codable, Hashable, Sendable {
    /// The number of results that passed or failed, including known failures.
    package private(set) var checked = 0
    package private(set) var passed = 0
    package private(set) var failed = 0
    /// The number of known failures, which are not included in `failed`.
    package private(set) var known = 0
    package private(set) var notApplicable = 0
    /// The number of pairs of case and implementation that didn't run, because of the selection or
    /// an early end.
    package private(set) var skipped = 0
    /// The number of pairs of case and implementation that the implementation skipped at run time.
    package private(set) var skippedByProgram = 0
    /// The number of cases that no implementation ran, although at least one has the contract.
    package private(set) var skippedCases = 0
    /// The number of other orderings in which cases passed.
    package private(set) var schedules = 0
    /// The counts of the verdicts in outputs that consist of several, or `nil` if there are none.
    package private(set) var verdictCounts: VerdictCounts?

    /// Counts results.
    ///
    /// - Parameters:
    ///   - leftOut: The number of pairs of case and implementation without a result.
    ///   - leftOutCases: The number of cases without any result.
    package init(
      _ results: some Sequence<CaseResult>,
      leftOut: Int = 0,
      leftOutCases: Int = 0
    ) {
      skipped = leftOut

      for result in results {
        if let counts = result.verdictCounts {
          verdictCounts = verdictCounts.map { $0 + counts } ?? counts
        }

        switch result.result {
        case .passed(let schedules):
          passed += 1
          self.schedules += schedules
        case .failed: failed += 1
        case .known: known += 1
        case .notApplicable: notApplicable += 1
        case .skipped: skippedByProgram += 1
        case .notRun: skipped += 1
        }
      }

      checked = passed + failed + known
      skippedCases = leftOutCases + Self.unrunCases(results)
    }

    /// Returns the number of cases that have results, but that no implementation ran.
    private static func unrunCases(_ results: some Sequence<CaseResult>) -> Int {
      let isUnrun = { (result: CaseResult) in result.result.status == .notRun }
      let unrun = Set(results.filter(isUnrun).map { TextKey($0.caseName) })
      guard !unrun.isEmpty else { return 0 }

      let run = results.filter { !isUnrun($0) }.map { TextKey($0.caseName) }
      return unrun.subtracting(run).count
    }
  }

  /// The counts for each contract and implementation that ran, in order.
  package var parts: [(suite: Suite, implementation: String, counts: Counts)] {
    let results = Dictionary(grouping: results, by: \.contract)
    return suites.flatMap { suite in
      (results[suite.contract] ?? []).grouped(by: \.implementation).map {
        (suite, $0[0].implementation, Counts($0))
      }
    }
  }

  /// The exit status of the run, unless a signal interrupts it.
  package var exitStatus: ExitStatus {
    if incidents.contains(where: { $0.kind == .notStarted }) { return .unavailable }
    let errors = diagnostics.filter { $0.severity == .error }
    if errors.contains(where: { $0.isUnusable }) { return .unusableData }

    let hasProblem = !errors.isEmpty || !incidents.isEmpty || counts.failed > 0
    let isSound = suites.allSatisfy { $0.audit?.isSound ?? true }
    guard !hasProblem, isSound, !checkedNothing else { return .notConformant }
    return .success
  }

  /// Whether the run, or any pair of contract and implementation, checked no case. Such a run
  /// fails.
  ///
  /// A shard may have no cases to check if another shard has them: the shards are one run, and
  /// `parity merge` checks the counts of the whole.
  package var checkedNothing: Bool {
    if counts.checked == 0, shard?.isIdle != true { return true }
    return parts.contains { part in
      let name = ShardShare.Part(contract: part.suite.contract, implementation: part.implementation)
      return part.counts.checked == 0 && shard?.idle.contains(name) != true
    }
  }
}
