/// An order of arrival that gives another output than the same parts in the order of the case.
package struct OrderDependence: Hashable, Sendable {
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
}
