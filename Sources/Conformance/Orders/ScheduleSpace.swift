package import CanonicalJSON

/// The orderings in which the parts of one input may arrive and must all produce the same output.
///
/// The contract defines the parts. They are rows, for example, or pieces of a byte stream.
package protocol ScheduleSpace: Sendable {
  associatedtype Schedule: Hashable & Sendable

  /// The number of schedules in which each part arrives once, or `nil` if there are too many to try
  /// all.
  var count: Int? { get }
  /// Returns the schedule with a number, in which each part arrives once.
  ///
  /// - Parameter number: A number from 0 to below `count`.
  func schedule(number: Int) -> Schedule
  /// Returns a random schedule. Parts may arrive twice or late if the contract allows it.
  func schedule(using generator: inout SplitMix64) -> Schedule

  /// Returns the input to send to an implementation.
  func input(of schedule: Schedule) -> JSONValue
  /// Returns the input with the parts of the schedule, each once, in the order of the case. Its
  /// output is the expected one.
  func baseline(of schedule: Schedule) -> JSONValue
  /// Returns schedules that are one step simpler, starting with those that remove the most.
  /// Repeated simplification must come to an end.
  func simplifications(of schedule: Schedule) -> [Schedule]
  /// Returns the schedule in readable form, one line per arrival.
  func arrivals(of schedule: Schedule) -> [String]
  /// Returns the clauses that say that the order makes no difference, if the contract names them.
  func clauses(of schedule: Schedule) -> [String]
  /// Returns whether an item of the schedule arrives after a newer version of itself.
  func isStaleUpdate(_ schedule: Schedule) -> Bool
}

extension ScheduleSpace {
  /// Returns no clauses, for contracts that don't name any.
  package func clauses(of schedule: Schedule) -> [String] { [] }
  /// Returns `false`, for parts that have no versions.
  package func isStaleUpdate(_ schedule: Schedule) -> Bool { false }
}
