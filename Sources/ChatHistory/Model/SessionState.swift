/// A running conversation.
public struct SessionState: Sendable {
  /// The scenario of the conversation.
  public var scenario: Scenario?
  /// The id and the start time of the conversation.
  public var stats: SessionStats?
  /// The transcript so far, in order.
  public var dialogHistory: [DialogLine]

  /// Creates a conversation, by default without a scenario, stats and lines.
  public init(
    scenario: Scenario? = nil,
    stats: SessionStats? = nil,
    dialogHistory: [DialogLine] = []
  ) {
    self.scenario = scenario
    self.stats = stats
    self.dialogHistory = dialogHistory
  }
}

/// The topic of a conversation.
public struct Scenario: Sendable {
  /// The name of the scenario, which the history shows as the title.
  public var name: String?

  /// Creates a scenario, by default without a name.
  public init(name: String? = nil) { self.name = name }
}

/// The id and the start time of a conversation.
public struct SessionStats: Sendable {
  /// The id of the session. If it is `nil` or empty, the session receives an id when it is saved.
  public var sessionId: String?
  /// The start time in milliseconds since 1970.
  public var startedAt: Int64?

  /// Creates the stats of a conversation, by default without an id and a start time.
  public init(sessionId: String? = nil, startedAt: Int64? = nil) {
    self.sessionId = sessionId
    self.startedAt = startedAt
  }
}
