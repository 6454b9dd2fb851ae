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
      let (name, subject) = (known.caseName, verdict.implementation)
      func stale(_ message: String, _ note: String) -> Verdict {
        diagnostics.append(Diagnostic(.finding, "\(subject) \(message)", at: known.location, notes: [note]))
        return verdict
      }
      if let expires = known.expires, let today, expires < today {
        return stale("was to fail '\(name)' until \(expires)", "fix \(subject), or renew this")
      }
      switch (verdict.kind, verdict.failureKind) {
      case (.failed, known.kind): return verdict.with(.known(verdict.failures, known))
      case (.failed, let kind?):
        return stale("is known to fail '\(name)' as '\(known.kind)', and fails as '\(kind)' now", "fix \(subject)")
      case (.passed, _):
        return stale(
          "passes '\(name)', which is known as a failure",
          "drop such lines: parity known prune --implementation \(subject)")
      case (.failed, nil), (.known, _), (.unsupported, _), (.notRun, _): return verdict
      }
    }
    return (settled, diagnostics)
  }
}
