internal import CanonicalJSON
package import RFC3339

/// The failures that are known of programs, held against what the programs did.
package struct KnownFailures: Sendable {
  private let programs: [TextKey: ProgramEntry]
  private let today: CalendarDay?

  /// - Parameter today: by which failures expire; nil: none does.
  package init(of programs: [ProgramEntry] = [], today: CalendarDay? = nil) {
    self.programs = Dictionary(programs.map { (TextKey($0.name), $0) }) { first, _ in first }
    self.today = today
  }

  /// The verdicts with known failures marked as such, and what is not true any more of the list.
  func settle(_ verdicts: [Verdict]) -> (verdicts: [Verdict], diagnostics: [Diagnostic]) {
    var diagnostics: [Diagnostic] = []
    let settled = verdicts.map { verdict in
      let known = programs[TextKey(verdict.implementation)]?.knownFailures.first { $0.names(verdict.testCase) }
      guard let known else { return verdict }
      if let expires = known.expires, let today, expires < today {
        let message = "\(verdict.implementation) was to fail '\(known.caseName)' until \(expires)"
        diagnostics.append(
          Diagnostic(.finding, message, at: known.location, notes: ["fix \(verdict.implementation), or renew this"]))
        return verdict
      }
      switch verdict.kind {
      case .failed: return verdict.with(.known(verdict.failures, known))
      case .passed:
        let message = "\(verdict.implementation) passes '\(known.caseName)', which is known as a failure"
        diagnostics.append(Diagnostic(.finding, message, at: known.location, notes: ["delete this entry"]))
        return verdict
      case .known, .unsupported, .notRun: return verdict
      }
    }
    return (settled, diagnostics)
  }
}
