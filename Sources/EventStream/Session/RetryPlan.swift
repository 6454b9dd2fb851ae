/// The retry policy: when to request a broken stream again, and when to give up.
struct RetryPlan: Sendable {
  /// The reconnection time that the server requested last, or `nil` if it requested none.
  var serverRetry: Duration?
  /// The number of consecutive breaks.
  private var breakCount = 0

  // S4
  private static let base = Duration.seconds(1)
  private static let bases = Duration.milliseconds(100)...Duration.seconds(60)
  private static let cap = Duration.seconds(30)
  private static let mostBreaks = 10
  /// The time after which an open stream counts as working, even if it brought no event.
  static let provingTime = Duration.seconds(30)

  // S4
  /// Resets the count of consecutive breaks.
  mutating func streamWorked() { breakCount = 0 }

  // S4
  /// Counts a break, and returns the wait before the next request. Each wait is twice as long as
  /// the one before, up to a limit. Returns `nil` after the tenth consecutive break.
  mutating func nextWait() -> Duration? {
    breakCount += 1
    guard breakCount < Self.mostBreaks else { return nil }

    let base =
      serverRetry.map { min(max($0, Self.bases.lowerBound), Self.bases.upperBound) } ?? Self.base
    let cap = max(Self.cap, base)

    var wait = base
    for _ in 1..<breakCount where wait < cap { wait *= 2 }
    return min(wait, cap)
  }
}
