/// How much of a run is told.
package enum Verbosity: Sendable {
  /// Problems and the last line.
  case quiet
  /// What a person needs.
  case normal
  /// Every case, and differences in full.
  case verbose
}
