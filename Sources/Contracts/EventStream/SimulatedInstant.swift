/// A moment of a session that is played through without waiting.
struct SimulatedInstant: InstantProtocol {
  /// Since the session's first step.
  var offset: Duration = .zero

  func advanced(by duration: Duration) -> SimulatedInstant { SimulatedInstant(offset: offset + duration) }
  func duration(to other: SimulatedInstant) -> Duration { other.offset - offset }
  static func < (left: SimulatedInstant, right: SimulatedInstant) -> Bool { left.offset < right.offset }
}
