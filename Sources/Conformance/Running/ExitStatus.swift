/// The exit status of a run, with codes from sysexits.h. If several apply, the first in this order
/// is used.
package enum ExitStatus: Int32, Comparable, CaseIterable, Sendable {
  /// A bug in Parity.
  case internalError = 70
  /// An implementation can't be started.
  case unavailable = 69
  /// A file can't be read or parsed.
  case unusableData = 65
  /// Writing was refused or failed.
  case cannotWrite = 73
  /// The usage is wrong. This includes a selection that matches nothing.
  case usage = 64
  /// A check failed or a finding was reported.
  case notConformant = 1
  case success = 0

  /// The position among the cases as they are declared, which is the order of severity.
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Compares by severity: the case declared first is the greatest.
  package static func < (first: Self, second: Self) -> Bool { first.rank > second.rank }
}
