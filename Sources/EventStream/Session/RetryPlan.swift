/// When a stream that broke off is requested again, and when no more.
struct RetryPlan: Sendable {
  /// What the server asked for last; nil where it never did.
  var serverRetry: Duration?
  /// How often a wait began since the last event.
  private var waitCount = 0
  /// How many attempts failed since the last event.
  private var failureCount = 0

  // S4
  private static let base = Duration.seconds(1)
  private static let leastBase = Duration.milliseconds(100)
  private static let cap = Duration.seconds(30)
  private static let mostFailures = 10

  // S4
  /// An event proves that the stream works.
  mutating func eventCame() {
    waitCount = 0
    failureCount = 0
  }

  // S4
  /// Counts an attempt that failed; returns whether it was the last.
  mutating func attemptFailed() -> Bool {
    failureCount += 1
    return failureCount >= Self.mostFailures
  }

  // S4
  /// How long to wait this time: twice as long as the last time, from the base up to the cap.
  mutating func nextWait() -> Duration {
    let base = serverRetry.map { max($0, Self.leastBase) } ?? Self.base
    let cap = max(Self.cap, base)
    var wait = base
    for _ in 0..<waitCount where wait < cap { wait *= 2 }
    waitCount += 1
    return min(wait, cap)
  }
}
