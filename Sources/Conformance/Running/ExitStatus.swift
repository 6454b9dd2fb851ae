/// How a run ends, by the codes of sysexits.h; where several apply, the first in this order.
package enum ExitStatus: Int32, Comparable, CaseIterable, Sendable {
  /// A bug in parity.
  case internalError = 70
  /// An implementation that can't be started.
  case unavailable = 69
  /// A file that can't be read or understood.
  case unusableData = 65
  /// Writing refused or failed.
  case cannotWrite = 73
  /// Wrong usage, a selection that matches nothing included.
  case usage = 64
  /// Something judged or found is not as it should be.
  case notConformant = 1
  case success = 0

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The graver is the greater.
  package static func < (first: Self, second: Self) -> Bool { first.rank > second.rank }
}
