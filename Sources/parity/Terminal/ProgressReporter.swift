internal import Conformance
internal import Reporting
internal import Synchronization

/// Shows the progress of a run on standard error: as a bar on a terminal, and as an occasional line
/// elsewhere.
final class ProgressReporter: Sendable {
  /// Where and how often progress is shown.
  enum Style {
    /// A line that is overwritten ten times per second, which is as often as a person can read it.
    case bar(columns: Int)
    /// A line of its own every half minute, so that the log of a CI job shows that a long run goes
    /// on.
    case log
    case hidden
  }

  private let activity: ProgressActivity
  private let goal: ProgressGoal?
  private let style: Style
  private let start = ContinuousClock.now
  private let state = Mutex(State())

  /// The number of finished items, and the time at which progress was last shown.
  private struct State {
    var done = 0
    var lastShown: ContinuousClock.Instant?
  }

  /// Creates a reporter without printing anything.
  ///
  /// - Parameter goal: When the run is finished, or `nil` if that isn't known.
  init(_ activity: ProgressActivity, of goal: ProgressGoal?, _ style: Style) {
    self.activity = activity
    self.goal = goal
    self.style = style
  }

  /// Counts one more item, and shows the progress unless that was done a moment ago.
  func advance() {
    switch style {
    case .bar(let columns):
      advance(every: .milliseconds(100), firstAfter: .zero) { estimate in
        // A line that wraps can't be overwritten.
        try? Terminal.clearLine(.errors)
        try? Terminal.write(data: estimate.bar(columns: columns - 1), to: .errors)
      }
    case .log:
      advance(every: .seconds(30), firstAfter: .seconds(30)) { estimate in
        Terminal.writeError([.init(estimate.text)])
      }
    case .hidden: break
    }
  }

  /// Removes the bar, if there is one.
  func clear() {
    guard case .bar = style, state.withLock({ $0.lastShown }) != nil else { return }
    try? Terminal.clearLine(.errors)
  }

  /// Counts one more item, and calls `show` if the last call is long enough ago or if the item is
  /// the last one.
  private func advance(
    every interval: Duration,
    firstAfter delay: Duration,
    show: (ProgressEstimate) -> Void
  ) {
    state.withLock { state in
      state.done += 1

      let now = ContinuousClock.now
      let next = state.lastShown.map { $0 + interval } ?? start + delay
      let isOverdue = now >= next
      let isLastOfBar = interval < .seconds(1) && isLast(state.done)
      guard isOverdue || isLastOfBar else { return }

      state.lastShown = now
      show(
        ProgressEstimate(activity: activity, done: state.done, goal: goal, elapsed: now - start)
      )
    }
  }

  /// Returns whether an item is the last one. Without a goal that counts items, none is.
  private func isLast(_ number: Int) -> Bool {
    guard case .items(let total) = goal else { return false }
    return number == total
  }
}
