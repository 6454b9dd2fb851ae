/// An outcome, with the time that the implementation took for it.
package struct TimedOutcome: Sendable {
  package let outcome: Outcome
  /// The time in which the implementation returned the outcome, or `nil` if the request wasn't sent.
  package let duration: Duration?

  package init(_ outcome: Outcome, after duration: Duration?) {
    self.outcome = outcome
    self.duration = duration
  }

  /// The outcome of a request that wasn't sent.
  package static let notRun = TimedOutcome(.notRun, after: nil)

  /// Runs `body`, and measures the time until it returns.
  package static func measured(_ body: () async -> Outcome) async -> TimedOutcome {
    let start = ContinuousClock.now
    let outcome = await body()
    return TimedOutcome(outcome, after: outcome == .notRun ? nil : .now - start)
  }
}
