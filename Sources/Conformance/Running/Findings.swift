/// The result of a check.
package struct Findings: Sendable {
  package let suites: [Suite]
  /// The diagnostics in the order of file and position.
  package let diagnostics: [Diagnostic]
  /// The verdicts in the order of suite, implementation and case.
  package let verdicts: [Verdict]
  /// The number of pairs of case and implementation that didn't run because of the selection or an
  /// early end.
  package let skipped: Int
  /// The number of cases without a verdict of any implementation, for the same reasons.
  package let skippedCases: Int
  package let incidents: [Incident]
  /// This shard's part of the cases, or `nil` if the run isn't split into shards.
  package let share: ShardShare?
  /// The planned implementations, with one entry for each contract.
  private let planned: [Provenance.Implementation]

  /// - Parameter skippedCases: The number of cases without a verdict, or `nil` if it equals
  ///   `skipped` because there is one implementation.
  package init(
    suites: [Suite],
    diagnostics: [Diagnostic],
    verdicts: [Verdict],
    skipped: Int,
    skippedCases: Int? = nil,
    incidents: [Incident] = [],
    share: ShardShare? = nil,
    planned: [Provenance.Implementation] = []
  ) {
    self.suites = suites
    self.diagnostics = diagnostics
    self.verdicts = verdicts
    self.skipped = skipped
    self.skippedCases = skippedCases ?? skipped
    self.incidents = incidents
    self.share = share
    self.planned = planned
  }

  /// The distinct names of the implementations in the plan, the verdicts and the incidents, in that
  /// order.
  package var implementations: [String] { provenance.map(\.name) }

  /// The implementations as ``implementations`` names them, with what they report about themselves.
  package var provenance: [Provenance.Implementation] {
    let others = (verdicts.map(\.implementation) + incidents.map(\.implementation))
      .distinct(by: \.self)
    return (planned + others.map { Provenance.Implementation(name: $0) }).distinct(by: \.name)
  }
}
