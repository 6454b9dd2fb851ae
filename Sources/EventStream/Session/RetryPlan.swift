/// When a stream that broke off is requested again, and when no more.
struct RetryPlan: Sendable {
  /// What the server asked for last; nil where it never did.
  var serverRetry: Duration?
  /// How many breaks there were in a row.
  private var breakCount = 0

  // S4
  private static let base = Duration.seconds(1)
  private static let bases = Duration.milliseconds(100)...Duration.seconds(60)
  private static let cap = Duration.seconds(30)
  private static let mostBreaks = 10
  /// A stream that was open so long has worked, whatever it brought.
  static let provingTime = Duration.seconds(30)

  // S4
  /// The break that is to come is the first of a new row.
  mutating func streamWorked() { breakCount = 0 }

  // S4
  /// Counts a break; gives the wait that it begins, twice as long as the one before, or nil where
  /// it was the last break.
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
