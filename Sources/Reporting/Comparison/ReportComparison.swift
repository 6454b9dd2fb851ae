internal import CanonicalJSON
package import Conformance

/// The differences between two runs, per case and implementation.
package struct ReportComparison: Codable, Hashable, Sendable {
  enum Change: String, CaseIterable, Codable, Sendable {
    case new
    case fixed
    case still = "still failing"
    case changed
    case gone
  }

  /// A change of a verdict, a diagnostic or an incident.
  struct Item: Codable, Hashable, Sendable {
    let change: Change
    /// `CONTRACT/CASE (IMPLEMENTATION)`, or the file or implementation for any other problem.
    let name: String
    let note: String
    let isWorse: Bool
  }

  /// The file of the first report.
  let report: String
  /// The changes, in the order of `Change`.
  let items: [Item]
  let notes: [String]
  /// The number of verdicts that only the second run has and that aren't failures.
  let added: Int
  /// The number of verdicts that are the same in both runs and aren't failures.
  let same: Int

  /// Compares two reports.
  ///
  /// - Parameters:
  ///   - before: The first report.
  ///   - name: The file of the first report.
  ///   - after: The second report.
  package init(before: Report, named name: String, after: Report) {
    let old = Dictionary(before.verdicts.map { (TextKey($0.title), $0) }) { first, _ in first }
    let judged = Set(after.verdicts.map { TextKey($0.title) })
    let missing = before.verdicts.filter { !judged.contains(TextKey($0.title)) }
    let contracts = Set(after.suites.map(\.contract))
    let present = Set(
      after.suites.flatMap { suite in suite.cases.map { TextKey(suite.name(of: $0)) } }
    )
    let changed = after.verdicts.compactMap { Item(from: old[TextKey($0.title)], to: $0) }
    // A shard doesn't know the cases of other shards.
    let gone = missing.filter {
      after.shard == nil && contracts.contains($0.contract)
        && !present.contains(TextKey($0.testCase))
    }
    let skipped = missing.count - gone.count
    let found =
      changed + gone.map { Item(.gone, $0, "\($0.word) before", isWorse: false) }
      + Self.others(before: before, after: after)
    report = printable(name)
    items = Change.allCases.flatMap { change in found.filter { $0.change == change } }
    added = after.verdicts.count { old[TextKey($0.title)] == nil && !$0.isFailed }
    same = after.verdicts.count - changed.count - added
    let digests = [before, after].map { $0.suites.map { [$0.contract, $0.digest] } }
    let shards = [before, after].map { $0.shard.map { [$0.index, $0.count] } }
    notes =
      (digests[0] == digests[1] ? [] : ["the suite changed between the runs"])
      + (shards[0] == shards[1] ? [] : ["the reports are of different shards"])
      + (skipped == 0
        ? [] : ["the second run lacks \(counted(skipped, "verdict")) of the first run"])
      + (after.isInterrupted ? ["the second run was interrupted"] : [])
  }

  /// Whether the second run has a new problem or one that became worse.
  package var isWorse: Bool { items.contains(where: \.isWorse) }

  /// The lines of the comparison: one for each change, then the counts.
  package var lines: [StyledLine] {
    let listed = items.map(\.line)
    return listed + (listed.isEmpty ? [] : [StyledLine()])
      + notes.map { StyledLine("note: \($0)", .emphasis) }
      + [StyledLine("\(counts); \(same) unchanged" + additions)]
  }

  private var additions: String { added > 0 ? ", \(added) added without a failure" : "" }

  /// Returns the comparison as a part of a run's report: the counts and at most `limit` changes.
  func lines(limit: Int) -> [StyledLine] {
    let rest = items.count - limit
    return [StyledLine(heading, .emphasis)] + notes.map { StyledLine("  note: \($0)") }
      + items.prefix(limit).map { StyledLine([.init("  ")] + $0.line.spans) }
      + (rest > 0 && limit > 0
        ? [StyledLine("  … and \(rest) more; --verbose shows all", .dim)] : [])
      + [StyledLine()]
  }

  var heading: String { "since \(report): \(counts)" }

  /// The numbers of changes, without those that are zero.
  private var counts: String {
    let counts = Change.allCases.compactMap { change in
      let count = items.count { $0.change == change }
      return count > 0 ? "\(count) \(change.rawValue)" : nil
    }
    return counts.isEmpty ? "no changes" : counts.joined(separator: ", ")
  }

  /// Returns the errors and incidents that only one of the runs has. Errors in a list of known
  /// failures are left out because the verdicts already show them.
  private static func others(before: Report, after: Report) -> [Item] {
    func names(_ report: Report) -> [(name: String, note: String, identity: [TextKey])] {
      let lists = report.verdicts.compactMap {
        if case .known(_, let known) = $0.result {
          known.location.file
        } else {
          nil
        }
      }
      let known = Set((lists + [KnownFailuresFile.path]).map { TextKey($0) })
      return report.diagnostics.filter {
        $0.severity == .error && !known.contains(TextKey($0.location.file))
      }.map {
        ($0.location.file, $0.message, $0.identity)
      }
        + report.incidents.map {
          ($0.implementation, $0.text, [TextKey($0.implementation), TextKey($0.text)])
        }
    }
    func items(_ change: Change, in report: Report, ifNotIn other: Report) -> [Item] {
      let known = Set(names(other).map(\.identity))
      return names(report).filter { !known.contains($0.identity) }.map {
        Item(change: change, name: $0.name, note: $0.note, isWorse: change == .new)
      }
    }
    return items(.new, in: after, ifNotIn: before) + items(.fixed, in: before, ifNotIn: after)
  }
}

extension ReportComparison.Item {
  fileprivate var line: StyledLine {
    let style: Style = isWorse ? .removed : change == .fixed ? .added : .dim
    return StyledLine([.init("\(change.rawValue) ", style), .init(name), .init("  \(note)", .dim)])
  }

  /// Compares two verdicts, or returns `nil` if there is nothing to report.
  fileprivate init?(from old: Report.Verdict?, to new: Report.Verdict) {
    switch (old, old?.isFailed, new.isFailed) {
    case (_, nil, true): self.init(.new, new, "failed, and was not in the first run", isWorse: true)
    case (let old?, false, true) where old.isKnown && !old.failsLike(new):
      self.init(.changed, new, "fails differently from its known failure", isWorse: true)
    case (let old?, false, true): self.init(.new, new, "\(old.word) before", isWorse: true)
    case (_, true, false):
      self.init(
        new.isPassed ? .fixed : .changed,
        new,
        "failed before, now \(new.word)",
        isWorse: !new.isPassed
      )
    case (let old?, _, _) where old.isKnown && new.isPassed:
      self.init(.fixed, new, "known to fail before", isWorse: false)
    case (let old?, true, true) where old.failsLike(new):
      self.init(.still, new, "same failure", isWorse: false)
    case (let old?, true, true):
      let isWorse = new.gravity > old.gravity
      self.init(
        .changed,
        new,
        isWorse ? "fails more severely than before" : "fails differently than before",
        isWorse: isWorse
      )
    case (let old?, false, false) where old.word != new.word:
      self.init(.changed, new, "\(old.word) before, now \(new.word)", isWorse: new.rank < old.rank)
    case (let old?, false, false) where old.isKnown && new.isKnown && !old.failsLike(new):
      self.init(
        .changed,
        new,
        "known to fail, but with a different failure than before",
        isWorse: false
      )
    default: return nil
    }
  }

  fileprivate init(
    _ change: ReportComparison.Change,
    _ verdict: Report.Verdict,
    _ note: String,
    isWorse: Bool
  ) {
    self.init(change: change, name: verdict.title, note: note, isWorse: isWorse)
  }
}

extension Report.Verdict {
  fileprivate var isKnown: Bool {
    if case .known = result {
      true
    } else {
      false
    }
  }

  /// Returns whether both verdicts have the same failures, known or not.
  fileprivate func failsLike(_ other: Self) -> Bool {
    allFailures.map(\.identity) == other.allFailures.map(\.identity)
  }

  fileprivate var word: String {
    switch result {
    case .passed: "passed"
    case .failed: "failed"
    case .known: "known to fail"
    case .notApplicable: "not applicable"
    case .notRun: "not run"
    }
  }

  /// The rank of a verdict that isn't a failure; higher is better.
  fileprivate var rank: Int { isPassed ? 2 : isKnown ? 1 : 0 }

  /// The severity of the worst failure; higher is worse.
  fileprivate var gravity: Int {
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
