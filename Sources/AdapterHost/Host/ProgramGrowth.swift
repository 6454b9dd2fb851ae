internal import Conformance

/// The decision how many processes of a program a run is worth.
///
/// A start takes processor time, and often more than all requests of a small suite. So a run
/// begins with one process, and others follow if the rest of the run takes clearly longer than
/// their start.
struct ProgramGrowth {
  private let progress: any RunProgress
  /// The time that the start of a process takes.
  private let startDuration: Duration
  /// The time when the run began.
  private let beginning = ContinuousClock.now

  /// Creates the decision at the beginning of a run, from which the time spent is measured.
  init(_ progress: any RunProgress, startDuration: Duration) {
    self.progress = progress
    self.startDuration = startDuration
  }

  /// Returns whether another process saves time. At the beginning of a run, the rest can't be
  /// estimated, so the result is `false`.
  ///
  /// - Parameters:
  ///   - answering: The number of processes that have answered so far.
  ///   - count: The number of processes with those that are starting.
  func isWorthAnotherProcess(answering: Int, of count: Int) -> Bool {
    let spent = .now - beginning
    guard spent > startDuration * Self.shareForEstimate else { return false }

    let cases = progress.cases
    let rest = spent * (Double(cases.left) / Double(max(1, cases.finished)))
    return rest * (Double(answering) / Double(count)) > startDuration * Self.startsOfRest
  }

  /// The part of the time of a start after which the rest of the run can be estimated.
  private static let shareForEstimate = 0.25
  /// The number of starts that the rest of the run must take.
  private static let startsOfRest = 2
}
