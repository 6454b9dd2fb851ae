internal import Conformance
internal import Synchronization

/// A line on a terminal's standard error that shows the progress of a run.
final class ProgressLine: Sendable {
  private let total: Int?
  private let noun: String
  private let isShown: Bool
  private let columns = Terminal.columns(.errors) ?? 80
  private let state = Mutex<(done: Int, lastShown: ContinuousClock.Instant?)>((0, nil))

  /// Creates the line without printing it.
  ///
  /// - Parameter total: The number of items, or `nil` if it isn't known.
  init(total: Int?, of noun: String = "case", isShown: Bool) {
    self.total = total
    self.noun = noun
    self.isShown = isShown
  }

  /// Counts one more item, and updates the line at most ten times per second.
  func advance() {
    guard isShown else { return }
    state.withLock { state in
      state.done += 1
      // Ten updates per second are as many as can be read.
      let now = ContinuousClock.now
      if let lastShown = state.lastShown, now - lastShown < .milliseconds(100), state.done != total
      {
        return
      }
      state.lastShown = now
      let text =
        total.map { "checked \(state.done) of \(counted($0, noun))" }
        ?? "checked \(counted(state.done, noun))"
      // A line that wraps can't be overwritten.
      try? Terminal.clearLine(.errors)
      try? Terminal.write(data: String(text.prefix(columns - 1)), to: .errors)
    }
  }

  func clear() {
    if state.withLock({ $0.lastShown }) != nil { try? Terminal.clearLine(.errors) }
  }
}
