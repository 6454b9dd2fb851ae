/// What a check found out.
package struct Findings: Sendable {
  package let suites: [Suite]
  /// In order of file and position.
  package let diagnostics: [Diagnostic]
  /// In order of suite, implementation and case.
  package let verdicts: [Verdict]
  /// Pairs of case and implementation that the selection or an early end left out.
  package let skipped: Int
  package let incidents: [Incident]
  /// Nil: not of a shard.
  package let share: ShardShare?
  /// The names of the implementations that were to be asked.
  private let asked: [String]

  package init(
    suites: [Suite],
    diagnostics: [Diagnostic],
    verdicts: [Verdict],
    skipped: Int,
    incidents: [Incident] = [],
    share: ShardShare? = nil,
    asked: [String] = []
  ) {
    self.suites = suites
    self.diagnostics = diagnostics
    self.verdicts = verdicts
    self.skipped = skipped
    self.incidents = incidents
    self.share = share
    self.asked = asked
  }

  /// The names of those that were asked, or would have been, in order.
  package var implementations: [String] {
    (asked + verdicts.map(\.implementation) + incidents.map(\.implementation)).distinct(by: \.self)
  }
}
