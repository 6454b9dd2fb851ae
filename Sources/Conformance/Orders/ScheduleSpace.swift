package import CanonicalJSON

/// The ways in which the parts of one input may arrive that must all give the same output.
///
/// Parts are what the contract says they are: rows, or pieces of a stream of bytes.
package protocol ScheduleSpace: Sendable {
  associatedtype Schedule: Hashable & Sendable

  /// How many schedules there are in which each part arrives once; nil where they are too many to
  /// go through.
  var count: Int? { get }
  /// - Parameter number: from 0 to below `count`.
  func schedule(number: Int) -> Schedule
  /// Any schedule, with parts that come twice or late where the contract has such.
  func schedule(using generator: inout SplitMix64) -> Schedule

  /// What an implementation is sent.
  func input(of schedule: Schedule) -> JSONValue
  /// The parts of the schedule, each once, in the order of the case: what gives the output that is
  /// due.
  func baseline(of schedule: Schedule) -> JSONValue
  /// Schedules that are one step simpler, those that take most away first; every chain of them
  /// ends.
  func simplifications(of schedule: Schedule) -> [Schedule]
  /// The schedule for a person, a line per arrival.
  func arrivals(of schedule: Schedule) -> [String]
  /// Those that say that the order makes no difference, as far as the contract names them.
  func clauses(of schedule: Schedule) -> [String]
}

extension ScheduleSpace {
  package func clauses(of schedule: Schedule) -> [String] { [] }
}
