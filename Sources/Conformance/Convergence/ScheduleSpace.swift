package import CanonicalJSON

/// The ways in which one input may arrive that must all give the same output.
package protocol ScheduleSpace: Sendable {
  associatedtype Schedule: Sendable

  /// How many schedules there are without anything delivered twice; nil where they are too many to go through.
  var count: Int? { get }
  /// - Parameter number: from 0 to below `count`.
  func schedule(number: Int) -> Schedule
  /// Any schedule, with things delivered twice or late.
  func schedule(using generator: inout SplitMix64) -> Schedule

  /// What an implementation is sent.
  func input(of schedule: Schedule) -> JSONValue
  /// The same parts in the order of the case: what the schedule's output has to equal.
  func baseline(of schedule: Schedule) -> JSONValue
  /// Schedules that are one step simpler, those that take most away first.
  func simplifications(of schedule: Schedule) -> [Schedule]
  /// The schedule for a person, a line per arrival.
  func arrivals(of schedule: Schedule) -> [String]
}
