package import Conformance

extension RunComparison {
  /// The lines of the comparison: one for each change, then the counts.
  package var lines: [StyledLine] {
    let listed = items.map(\.line)
    let additions = added > 0 ? ", \(added) added without a failure" : ""
    return listed + (listed.isEmpty ? [] : [StyledLine()])
      + notes.map { StyledLine("note: \($0.text)", .emphasis) }
      + [StyledLine("\(counts); \(same) unchanged" + additions)]
  }

  /// Returns the comparison as a part of a run's report: the counts and at most `limit` changes.
  func lines(limit: Int) -> [StyledLine] {
    let rest = items.count - limit
    return [StyledLine(heading, .emphasis)] + notes.map { StyledLine("  note: \($0.text)") }
      + items.prefix(limit).map { StyledLine([.init("  ")] + $0.line.spans) }
      + (rest > 0 && limit > 0
        ? [StyledLine("  … and \(rest) more; --verbose shows all", .dim)] : [])
      + [StyledLine()]
  }

  /// The file of the first report, and the numbers of changes.
  var heading: String { "since \(printable(report)): \(counts)" }

  /// The numbers of changes, without those that are zero.
  private var counts: String {
    let counts = Change.allCases.compactMap { change in
      let count = items.count { $0.change == change }
      return count > 0 ? "\(count) \(change.rawValue)" : nil
    }
    return counts.isEmpty ? "no changes" : counts.joined(separator: ", ")
  }
}

extension RunComparison.Item {
  /// The change with its reason. Its color shows whether something became worse or was fixed.
  fileprivate var line: StyledLine {
    let style: Style
    if isWorse {
      style = .removed
    } else {
      style = change == .fixed ? .added : .dim
    }
    return StyledLine([
      .init("\(change.rawValue) ", style), .init(name), .init("  \(reason.text)", .dim),
    ])
  }
}

extension RunComparison.Note {
  /// The note as text, without a period.
  var text: String {
    switch self {
    case .suiteChanged: "the suite changed between the runs"
    case .otherShards: "the reports are of different shards"
    case .lacking(let count):
      "the second run lacks \(counted(count, "verdict")) of the first run"
    case .interrupted: "the second run was interrupted"
    }
  }
}

extension RunComparison.Reason {
  /// The reason as text, without a period.
  var text: String {
    switch self {
    case .notInFirstRun: "failed, and was not in the first run"
    case .before(let status): "\(status.text) before"
    case .transition(.failed, let new): "failed before, now \(new.text)"
    case .transition(let old, let new): "\(old.text) before, now \(new.text)"
    case .sameFailure: "same failure"
    case .otherFailure(isMoreSevere: true): "fails more severely than before"
    case .otherFailure(isMoreSevere: false): "fails differently than before"
    case .otherThanKnown: "fails differently from its known failure"
    case .knownOtherwise: "known to fail, but with a different failure than before"
    case .message(let message): message
    }
  }
}

extension Verdict.Status {
  /// The status in words.
  var text: String {
    switch self {
    case .passed: "passed"
    case .failed: "failed"
    case .known: "known to fail"
    case .notApplicable: "not applicable"
    case .skipped: "skipped"
    case .notRun: "not run"
    }
  }
}
