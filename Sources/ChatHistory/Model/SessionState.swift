/// A conversation that runs.
public struct SessionState: Sendable {
  public var scenario: Scenario?
  public var stats: SessionStats?
  /// The transcript so far, in order.
  public var dialogHistory: [DialogLine]

  public init(scenario: Scenario? = nil, stats: SessionStats? = nil, dialogHistory: [DialogLine] = []) {
    self.scenario = scenario
    self.stats = stats
    self.dialogHistory = dialogHistory
  }
}

/// What a conversation is about.
public struct Scenario: Sendable {
  public var name: String?

  public init(name: String? = nil) {
    self.name = name
  }
}

/// What is counted of a conversation.
public struct SessionStats: Sendable {
  public var sessionId: String?
  /// In milliseconds since 1970.
  public var startedAt: Int64?

  public init(sessionId: String? = nil, startedAt: Int64? = nil) {
    self.sessionId = sessionId
    self.startedAt = startedAt
  }
}
