/// What a view of a session shows and offers.
public struct SessionView: Sendable, Equatable {
  /// The badge of the event stream: how many events there are, or `ENDED`.
  public let badge: String
  /// Whether a banner says that the session has ended.
  public let showsEndedBanner: Bool
  /// Whether a signal can be emitted.
  public let offersSignal: Bool
  /// Whether the session can be steered.
  public let offersSteering: Bool
  /// Whether it says that there are no events.
  public let saysNoEvents: Bool
  /// The badge of the scratchpad: `LIVE` or `HISTORICAL`.
  public let scratchpadBadge: String

  // S6
  /// Makes the view of a session, live or not, with so many events.
  public init(isActive: Bool, eventCount: Int) {
    badge = isActive ? "\(eventCount)" : "ENDED"
    showsEndedBanner = !isActive
    offersSignal = isActive
    offersSteering = isActive
    saysNoEvents = !isActive && eventCount == 0
    scratchpadBadge = isActive ? "LIVE" : "HISTORICAL"
  }
}
