internal import Conformance

/// A line on a terminal's standard error that says how far a run is.
struct ProgressLine {
  private let total: Int
  private let isShown: Bool
  private var done = 0
  private var lastShown: ContinuousClock.Instant?

  init(total: Int, isShown: Bool) {
    self.total = total
    self.isShown = isShown
  }

  mutating func advance() {
    done += 1
    guard isShown else { return }
    // Ten times a second is as often as it can be read.
    let now = ContinuousClock.now
    if let lastShown, now - lastShown < .milliseconds(100), done < total { return }
    lastShown = now
    Terminal.writeError("\r\u{1B}[Kjudged \(done) of \(counted(total, "case"))")
  }

  func clear() {
    if lastShown != nil { Terminal.writeError("\r\u{1B}[K") }
  }
}
