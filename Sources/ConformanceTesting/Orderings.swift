internal import Conformance

/// The orderings of each input that a check tries in addition to the order of the case.
///
/// A contract says which parts of an input may arrive in any order, such as the rows of a session.
/// A case fails if another ordering produces another output. The failure has the shortest ordering
/// that shows it.
public struct Orderings: Hashable, Sendable {
  /// The maximum number of orderings per case, or `nil` for that of `parity check`.
  private let maximum: Int?
  private let seed: UInt64

  /// The orderings that `parity check` tries: those of `"check"` in the suite's parity.json,
  /// otherwise at most 4 per case.
  public static let `default` = Orderings(maximum: nil, seed: 0)

  /// Only the order of the case.
  public static let none = Orderings(maximum: 0, seed: 0)

  /// Returns a limit on the number of orderings.
  ///
  /// - Parameters:
  ///   - maximum: The maximum number of orderings per case. A negative number counts as 0.
  ///   - seed: The seed for choosing them if there are more. The same seed chooses the same ones.
  public static func upTo(_ maximum: Int, seed: UInt64 = 0) -> Orderings {
    Orderings(maximum: max(0, maximum), seed: seed)
  }

  /// Returns the check of other orderings, or `nil` if none are tried.
  func independence(_ defaults: CheckDefaults) -> OrderIndependence? {
    let count = maximum ?? defaults.schedules ?? CheckDefaults.standardSchedules
    return count > 0 ? OrderIndependence(schedules: count, seed: seed) : nil
  }
}
