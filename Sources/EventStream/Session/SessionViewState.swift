/// The state that a view of a session shows, and the actions that it offers.
public struct SessionViewState: Hashable, Sendable {
  /// The badge of the event stream: the number of events, or `ENDED`.
  public let badge: String
  /// Whether to show a banner that the session has ended.
  public let showsEndedBanner: Bool
  /// Whether the user can emit a signal.
  public let offersSignal: Bool
  /// Whether the user can steer the session.
  public let offersSteering: Bool
  /// Whether to show a message that the session has no events.
  public let saysNoEvents: Bool
  /// The badge of the scratchpad: `LIVE` or `HISTORICAL`.
  public let scratchpadBadge: String

  // S6
  /// Creates the view of a session.
  ///
  /// - Parameters:
  ///   - isActive: Whether the session is live.
  ///   - eventCount: The number of events received.
  public init(isActive: Bool, eventCount: Int) {
    badge = isActive ? "\(eventCount)" : "ENDED"
    showsEndedBanner = !isActive
    offersSignal = isActive
    offersSteering = isActive
    saysNoEvents = !isActive && eventCount == 0
    scratchpadBadge = isActive ? "LIVE" : "HISTORICAL"
  }
}
