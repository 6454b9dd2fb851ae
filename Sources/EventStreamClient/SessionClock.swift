/// The clock that a session's waits go by.
package struct SessionClock: Sendable {
  /// Returns the current time.
  package let now: @Sendable () -> ContinuousClock.Instant
  /// Returns at a point in time, or throws if the task is canceled before.
  package let sleep: @Sendable (_ end: ContinuousClock.Instant) async throws -> Void

  /// A clock that also runs while the device sleeps.
  package static let continuous = SessionClock(
    now: { .now },
    sleep: { try await Task.sleep(until: $0, clock: .continuous) }
  )

  /// Returns a clock that runs faster than real time, for tests.
  package static func accelerated(by factor: Int) -> SessionClock {
    let start = ContinuousClock.now
    return SessionClock(
      now: { start.advanced(by: start.duration(to: .now) * factor) },
      sleep: { end in
        try await Task.sleep(
          until: start.advanced(by: start.duration(to: end) / factor),
          clock: .continuous
        )
      }
    )
  }
}
