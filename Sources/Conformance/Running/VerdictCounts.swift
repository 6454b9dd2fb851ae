/// The last line of a check.
package struct VerdictCounts: Hashable, Sendable {
  package private(set) var passed = 0
  package private(set) var failed = 0
  /// Failed as they are known to; not among `failed`.
  package private(set) var known = 0
  package private(set) var unsupported = 0
  package private(set) var skipped = 0
  /// Different orders of arrival in which cases that passed were run.
  package private(set) var schedules = 0

  package var judged: Int { passed + failed + known }

  /// As reports name them.
  var named: [(name: String, count: Int)] {
    [
      ("judged", judged), ("passed", passed), ("failed", failed), ("known", known), ("unsupported", unsupported),
      ("skipped", skipped), ("schedules", schedules),
    ]
  }

  package init(_ verdicts: [Verdict] = [], skipped: Int = 0) {
    self.skipped = skipped
    for verdict in verdicts { add(verdict) }
  }

  mutating func add(_ verdict: Verdict) {
    switch verdict.result {
    case .passed(let schedules):
      passed += 1
      self.schedules += schedules
    case .failed: failed += 1
    case .known: known += 1
    case .notRun: skipped += 1
    case .unsupported: unsupported += 1
    }
  }
}
