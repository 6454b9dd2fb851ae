/// A conversation that runs.
public struct SessionState: Sendable {
  /// What it is about.
  public var scenario: Scenario?
  /// What is counted of it.
  public var stats: SessionStats?
  /// The transcript so far, in order.
  public var dialogHistory: [DialogLine]

  /// Makes a conversation.
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

/// What a conversation is about.
public struct Scenario: Sendable {
  /// Shown as the title.
  public var name: String?

  /// Makes a scenario.
  public init(name: String? = nil) { self.name = name }
}

/// What is counted of a conversation.
public struct SessionStats: Sendable {
  /// Nil or empty where the session is given one when it is saved.
  public var sessionId: String?
  /// In milliseconds since 1970.
  public var startedAt: Int64?

  /// Makes stats.
  public init(sessionId: String? = nil, startedAt: Int64? = nil) {
    self.sessionId = sessionId
    self.startedAt = startedAt
  }
}
