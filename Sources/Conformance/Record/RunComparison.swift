internal import CanonicalJSON

/// The differences between two runs, per case and implementation.
package struct RunComparison: Hashable, Sendable {
  /// A group of changes, in the order in which reports show the groups. The raw value is the word
  /// for it in reports.
  package enum Change: String, CaseIterable, Codable, Sendable {
    /// A failure or other problem that the first run doesn't have.
    case new
    /// A case that passes now, or another problem that the second run doesn't have anymore.
    case fixed
    /// A failure that is the same in both runs.
    case still = "still failing"
    /// A result with another failure or status than before that is neither new nor fixed.
    case changed
    /// A result whose case was removed from the suite.
    case gone
  }

  /// Why an item is listed.
  package enum Reason: Hashable, Sendable {
    /// The case failed, and the first run doesn't have it.
    case notInFirstRun
    /// The case had this result before, and is gone or fails now.
    case before(Verdict.Status)
    /// The case had another result before. Neither is a failure, or the first one is.
    case transition(from: Verdict.Status, to: Verdict.Status)
    /// The case fails in the same way in both runs.
    case sameFailure
    /// The case fails in both runs, but not in the same way.
    case otherFailure(isMoreSevere: Bool)
    /// The case fails, but not in the way that the list of known failures excused before.
    case otherThanKnown
    /// The case is known to fail in both runs, but not in the same way.
    case knownOtherwise
    /// The message of a diagnostic or of an incident.
    case message(String)
  }

  /// A change of a result, a diagnostic or an incident.
  package struct Item: Hashable, Sendable {
    package let change: Change
    /// `CONTRACT/CASE (IMPLEMENTATION)`, or the file or implementation for any other problem.
    package let name: String
    package let reason: Reason
    /// Whether the change is for the worse, which makes `parity diff` fail.
    package let isWorse: Bool

    package init(change: Change, name: String, reason: Reason, isWorse: Bool) {
      self.change = change
      self.name = name
      self.reason = reason
      self.isWorse = isWorse
    }
  }

  /// A difference between the runs as wholes.
  package enum Note: Hashable, Sendable {
    /// The runs checked different suites, or the same ones with different contents.
    case suiteChanged
    /// The runs covered different shards, or only one of them covered a shard.
    case otherShards
    /// The second run lacks results of the first run.
    case lacking(Int)
    /// A signal interrupted the second run.
    case interrupted
  }

  /// The file of the first report.
  package let report: String
  /// The changes, in the order of `Change`.
  package let items: [Item]
  /// What limits how far the two runs can be compared.
  package let notes: [Note]
  /// The number of results that only the second run has and that aren't failures.
  package let added: Int
  /// The number of results that are the same in both runs and aren't failures.
  package let same: Int

  /// Creates a comparison that was made before, such as that of a report.
  package init(report: String, items: [Item], notes: [Note], added: Int, same: Int) {
    self.report = report
    self.items = items
    self.notes = notes
    self.added = added
    self.same = same
  }

  /// Whether the second run has a new problem or one that became worse.
  package var isWorse: Bool { items.contains(where: \.isWorse) }
}

// MARK: - Comparing

extension RunComparison {
  /// Compares two runs.
  ///
  /// - Parameters:
  ///   - before: The first run.
  ///   - name: The file with the report of the first run.
  ///   - after: The second run.
  package init(before: RunRecord, named name: String, after: RunRecord) {
    let old = Dictionary(before.results.map { (TextKey($0.title), $0) }) { first, _ in first }
    let changed = after.results.compactMap { Item(from: old[TextKey($0.title)], to: $0) }
    let missing = Self.results(of: before, missingIn: after)
    let gone = Self.results(missing, withoutCaseIn: after)

    let found =
      changed
      + gone.map { result in
        Item(.gone, result, .before(result.result.status), isWorse: false)
      }
      + Self.others(before: before, after: after)

    let added = after.results.count { old[TextKey($0.title)] == nil && !$0.isFailed }

    self.init(
      report: name,
      items: Change.allCases.flatMap { change in found.filter { $0.change == change } },
      notes: Self.notes(before: before, after: after, lacking: missing.count - gone.count),
      added: added,
      same: after.results.count - changed.count - added
    )
  }

  /// Returns the results whose pair of case and implementation has no result in the other run.
  private static func results(
    of before: RunRecord,
    missingIn after: RunRecord
  ) -> [CaseResult] {
    let checked = Set(after.results.map { TextKey($0.title) })
    return before.results.filter { !checked.contains(TextKey($0.title)) }
  }

  /// Returns the results whose case is no longer part of its suite. A shard doesn't know the cases
  /// of other shards.
  private static func results(
    _ missing: [CaseResult],
    withoutCaseIn after: RunRecord
  ) -> [CaseResult] {
    guard after.shard == nil else { return [] }

    let contracts = Set(after.suites.map(\.contract))
    let names = after.suites.flatMap { suite in suite.cases.map(suite.name) }
    let present = Set(names.map { TextKey($0) })

    return missing.filter { result in
      contracts.contains(result.contract) && !present.contains(TextKey(result.caseName))
    }
  }

  /// Returns the notes on two runs.
  ///
  /// - Parameter lacking: The number of results that are missing although their cases still exist.
  private static func notes(
    before: RunRecord,
    after: RunRecord,
    lacking: Int
  ) -> [Note] {
    let digests = [before, after].map { $0.suites.map { [$0.contract, $0.digest] } }
    let shards = [before, after].map { $0.shard.map { [$0.index, $0.count] } }

    var notes: [Note] = []
    if digests[0] != digests[1] { notes.append(.suiteChanged) }
    if shards[0] != shards[1] { notes.append(.otherShards) }
    if lacking > 0 { notes.append(.lacking(lacking)) }
    if after.isInterrupted { notes.append(.interrupted) }
    return notes
  }

  /// A problem that isn't a result.
  private struct Problem {
    let name: String
    let message: String
    /// What a problem of the other run must have in common with it to be the same.
    let identity: [TextKey]
  }

  /// Returns the errors and incidents that only one of the runs has.
  private static func others(before: RunRecord, after: RunRecord) -> [Item] {
    /// Returns the problems of one run that the other doesn't have.
    func items(_ change: Change, in run: RunRecord, ifNotIn other: RunRecord) -> [Item] {
      let known = Set(problems(of: other).map(\.identity))
      return problems(of: run).filter { !known.contains($0.identity) }.map { problem in
        Item(
          change: change,
          name: problem.name,
          reason: .message(problem.message),
          isWorse: change == .new
        )
      }
    }

    return items(.new, in: after, ifNotIn: before) + items(.fixed, in: before, ifNotIn: after)
  }

  /// Returns the errors and incidents of a run. Errors in a list of known failures are left out
  /// because the results already show them.
  private static func problems(of run: RunRecord) -> [Problem] {
    let lists = run.results.compactMap { result -> String? in
      guard case .known(_, let excuse) = result.result else { return nil }
      return excuse.location.file
    }
    let known = Set((lists + [KnownFailuresFile.path]).map { TextKey($0) })

    let errors = run.diagnostics.filter { diagnostic in
      diagnostic.severity == .error && !known.contains(TextKey(diagnostic.location.file))
    }

    return errors.map { error in
      Problem(name: error.location.file, message: error.message, identity: error.identity)
    }
      + run.incidents.map { incident in
        Problem(
          name: incident.implementation,
          message: incident.failure.message,
          identity: [TextKey(incident.implementation), TextKey(incident.failure.message)]
        )
      }
  }
}

extension RunComparison.Item {
  /// Compares two results, or returns `nil` if there is nothing to report.
  fileprivate init?(from old: CaseResult?, to new: CaseResult) {
    guard let old else {
      guard new.isFailed else { return nil }
      self.init(.new, new, .notInFirstRun, isWorse: true)
      return
    }

    let from = old.result.status
    let to = new.result.status
    let isSame = old.failsLike(new)

    switch (from, to) {
    case (.failed, .failed) where isSame:
      self.init(.still, new, .sameFailure, isWorse: false)
    case (.failed, .failed):
      let isWorse = new.severity > old.severity
      self.init(.changed, new, .otherFailure(isMoreSevere: isWorse), isWorse: isWorse)
    case (.known, .failed) where !isSame:
      self.init(.changed, new, .otherThanKnown, isWorse: true)
    case (_, .failed):
      self.init(.new, new, .before(from), isWorse: true)
    case (.failed, .passed):
      self.init(.fixed, new, .transition(from: from, to: to), isWorse: false)
    case (.failed, _):
      self.init(.changed, new, .transition(from: from, to: to), isWorse: true)
    case (.known, .passed):
      self.init(.fixed, new, .before(from), isWorse: false)
    case (.known, .known) where !isSame:
      self.init(.changed, new, .knownOtherwise, isWorse: false)
    case _ where from != to:
      let isWorse = new.rank < old.rank
      self.init(.changed, new, .transition(from: from, to: to), isWorse: isWorse)
    default:
      return nil
    }
  }

  /// Creates an item about a result, named by its title.
  fileprivate init(
    _ change: RunComparison.Change,
    _ result: CaseResult,
    _ reason: RunComparison.Reason,
    isWorse: Bool
  ) {
    self.init(change: change, name: result.title, reason: reason, isWorse: isWorse)
  }
}

extension CaseResult {
  /// Returns whether both results have the same failures, known or not.
  fileprivate func failsLike(_ other: Self) -> Bool {
    allFailures.map(\.identity) == other.allFailures.map(\.identity)
  }

  /// The rank of a result that isn't a failure; higher is better.
  fileprivate var rank: Int {
    switch result.status {
    case .passed: 2
    case .known: 1
    case .failed, .notApplicable, .skipped, .notRun: 0
    }
  }

  /// The severity of the worst failure; higher is worse.
  fileprivate var severity: Int {
    failures.map { failure in
      switch failure.kind {
      case .noGolden, .unusableGolden: 1
      case .differs, .dependsOnOrder: 2
      case .violates: 3
      case .noOutput, .misbehaved: 4
      }
    }.max() ?? 0
  }
}
