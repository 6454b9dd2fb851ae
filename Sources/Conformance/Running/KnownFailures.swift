package import RFC3339

/// The failures that are known, held against what implementations did.
package struct KnownFailures: Sendable {
  private let failures: [Verdict.Key: KnownFailure]
  private let today: CalendarDay?

  /// - Parameter today: by which failures expire; nil: none does.
  package init(_ failures: [KnownFailure] = [], today: CalendarDay? = nil) {
    self.failures = Dictionary(failures.map { ($0.key, $0) }) { first, _ in first }
    self.today = today
  }

  /// The result, known where it is what was known.
  func settled(_ result: Verdict.Result, _ key: Verdict.Key) -> Verdict.Result {
    guard case .failed(let failures) = result, let known = self.failures[key],
      !isExpired(known), known.kind == result.failureKind
    else { return result }
    return .known(failures, known)
  }

  /// What is not true any more of the list.
  func diagnostics(after verdicts: [Verdict]) -> [Diagnostic] {
    verdicts.compactMap { verdict in
      guard let known = failures[verdict.key], let (message, note) = untruth(of: known, after: verdict) else {
        return nil
      }
      return finding(
        .knownFailure, known.caseName, "\(verdict.implementation) \(message)", at: known.location, notes: [note])
    }
  }

  private func isExpired(_ known: KnownFailure) -> Bool {
    guard let expires = known.expires, let today else { return false }
    return expires < today
  }

  /// What is not true any more, and what to do; nil: it is as it was known.
  private func untruth(of known: KnownFailure, after verdict: Verdict) -> (message: String, note: String)? {
    let (name, subject) = (known.caseName, verdict.implementation)
    if isExpired(known), let expires = known.expires {
      return ("was to fail '\(name)' until \(expires)", "fix \(subject), or renew this")
    }
    if verdict.isPassed {
      let prune = "drop such lines: parity known prune --implementation \(subject)"
      return ("passes '\(name)', which is known as a failure", prune)
    }
    guard let kind = verdict.failureKind, kind != known.kind else { return nil }
    return ("is known to fail '\(name)' as '\(known.kind)', and fails as '\(kind)' now", "fix \(subject)")
  }
}
