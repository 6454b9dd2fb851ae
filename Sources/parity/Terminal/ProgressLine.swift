internal import Conformance
internal import Synchronization

/// A line on a terminal's standard error that says how far a run is.
final class ProgressLine: Sendable {
  private let total: Int?
  private let noun: String
  private let isShown: Bool
  private let columns = Terminal.columns(.errors) ?? 80
  private let state = Mutex<(done: Int, lastShown: ContinuousClock.Instant?)>((0, nil))

  /// - Parameter total: nil: it is not known.
  init(total: Int?, of noun: String = "case", isShown: Bool) {
    self.total = total
    self.noun = noun
    self.isShown = isShown
  }

  func advance() {
    guard isShown else { return }
    state.withLock { state in
      state.done += 1
      // Ten times a second is as often as it can be read.
      let now = ContinuousClock.now
      if let lastShown = state.lastShown, now - lastShown < .milliseconds(100), state.done != total
      {
        return
      }
      state.lastShown = now
      let text =
        total.map { "judged \(state.done) of \(counted($0, noun))" }
        ?? "judged \(counted(state.done, noun))"
      // A line that wraps could not be written anew.
      try? Terminal.clearLine(.errors)
      try? Terminal.write(data: String(text.prefix(columns - 1)), to: .errors)
    }
  }

  func clear() {
    if state.withLock({ $0.lastShown }) != nil { try? Terminal.clearLine(.errors) }
  }
}
