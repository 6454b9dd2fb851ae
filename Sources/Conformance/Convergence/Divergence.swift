internal import CanonicalJSON

/// An order of arrival that gives another output than the same parts in the order of the case.
package struct Divergence: Hashable, Sendable {
  /// The schedule, a line per arrival.
  package let arrivals: [String]
  /// Those that say that the order makes no difference, as far as they are known.
  package let clauses: [String]
  /// Empty where the schedule gives no output.
  package let differences: [Difference]
  /// Why the schedule gives no output; nil where it gives one.
  package let failure: ImplementationFailure?
  /// What finds it again.
  package let schedules: Int
  package let seed: UInt64

  init(
    arrivals: [String], clauses: [String], differences: [Difference], failure: ImplementationFailure?, schedules: Int,
    seed: UInt64
  ) {
    self.arrivals = arrivals
    self.clauses = clauses
    self.differences = differences
    self.failure = failure
    self.schedules = schedules
    self.seed = seed
  }

  init(
    arrivals: [String], clauses: [String], expected: JSONValue, outcome: Outcome, identity: @escaping ElementIdentity,
    repeatedBy convergence: Convergence
  ) {
    self.arrivals = arrivals
    self.clauses = clauses
    schedules = convergence.schedules
    seed = convergence.seed
    switch outcome {
    case .output(let actual):
      differences = Conformance.differences(expected: expected, actual: actual.value, identity: identity)
      failure = nil
    case .failure(let cause):
      differences = []
      failure = cause
    case .notRun:
      differences = []
      failure = nil
    }
  }
}
