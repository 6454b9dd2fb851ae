/// The last line of a check.
package struct VerdictCounts: Hashable, Sendable {
  package let judged: Int
  package let passed: Int
  package let failed: Int
  /// Failed as they are known to; not among `failed`.
  package let known: Int
  package let unsupported: Int
  package let skipped: Int
  /// Different orders of arrival in which cases that passed were run.
  package private(set) var schedules = 0

  package init(_ verdicts: [Verdict], skipped: Int) {
    var passed = 0
    var failed = 0
    var known = 0
    var unsupported = 0
    var notRun = 0
    for verdict in verdicts {
      switch verdict.result {
      case .passed(let schedules):
        passed += 1
        self.schedules += schedules
      case .failed: failed += 1
      case .known: known += 1
      case .notRun: notRun += 1
      case .unsupported: unsupported += 1
      }
    }
    judged = passed + failed + known
    self.known = known
    self.passed = passed
    self.failed = failed
    self.unsupported = unsupported
    self.skipped = skipped + notRun
  }
}
