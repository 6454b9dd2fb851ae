public import EventStream

/// The state of a ``SessionViewModel`` after a change.
public struct SessionUpdate: Hashable, Sendable {
  /// The session that the app watches, or `nil` if there is none.
  public let currentSession: WorkflowSession?
  /// The state of the connection to the session's stream.
  public let connectionState: SessionConnection
  /// Whether the session is live.
  public let isSessionActive: Bool
  /// The state that a view of the session shows, and the actions that it offers.
  public let view: SessionViewState
  /// The number of events since the session was connected.
  public let eventCount: Int
  /// The events that the previous update didn't have, oldest first. The first update has all
  /// events.
  ///
  /// If ``eventCount`` is less than in the previous update, the list of events was cleared.
  public let newEvents: [WorkflowEvent]
  /// The number of workflow events that couldn't be read since the session was connected.
  public let skippedEventCount: Int
  /// The reason why the session isn't connected, or `nil` if it is connected or nothing failed.
  public let lastError: SessionConnectionError?
}
