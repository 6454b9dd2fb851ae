internal import CanonicalJSON
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

  /// The verdicts with known failures marked as such, and what is not true any more of the list.
  func settle(_ verdicts: [Verdict]) -> (verdicts: [Verdict], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let settled = verdicts.map { verdict in
      guard let known = failures[verdict.key] else { return verdict }
      if let (message, note) = untruth(of: known, after: verdict) {
        diagnostics.append(
          Diagnostic(.finding, "\(verdict.implementation) \(message)", at: known.location, notes: [note]))
        return verdict
      }
      return verdict.failures.isEmpty ? verdict : verdict.with(.known(verdict.failures, known))
    }
    return (settled, diagnostics)
  }

  /// What is not true any more, and what to do; nil: it is as it was known.
  private func untruth(of known: KnownFailure, after verdict: Verdict) -> (message: String, note: String)? {
    let (name, subject) = (known.caseName, verdict.implementation)
    if let expires = known.expires, let today, expires < today {
      return ("was to fail '\(name)' until \(expires)", "fix \(subject), or renew this")
    }
    if verdict.isPassed {
      let prune = "drop such lines: parity known prune --implementation \(subject)"
      return ("passes '\(name)', which is known as a failure", prune)
    }
    guard !verdict.failures.isEmpty, let kind = verdict.failureKind, kind != known.kind else { return nil }
    return ("is known to fail '\(name)' as '\(known.kind)', and fails as '\(kind)' now", "fix \(subject)")
  }
}
