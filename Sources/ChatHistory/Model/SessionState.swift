internal import CanonicalJSON

/// A running conversation.
public struct SessionState: Hashable, Sendable {
  /// The scenario of the conversation.
  public var scenario: Scenario?
  /// The id and the start time of the conversation.
  public var stats: SessionStats?
  /// The transcript so far, in order.
  public var dialogHistory: [DialogLine]

  /// Creates a conversation, by default without a scenario, stats and lines.
  ///
  /// - Parameters:
  ///   - scenario: The scenario, or `nil` if it is unknown.
  ///   - stats: The id and the start time, or `nil` if both are unknown.
  ///   - dialogHistory: The transcript so far, in order.
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

extension SessionState {
  /// The topic of a conversation.
  public struct Scenario: Sendable {
    /// The name of the scenario, which the history shows as the title.
    public var name: String?

    /// Creates a scenario, by default without a name.
    public init(name: String? = nil) { self.name = name }
  }
}

/// The id and the start time of a conversation.
public struct SessionStats: Sendable {
  /// The id of the session. If it is `nil` or empty, the session receives an id when it is saved.
  public var sessionId: String?
  /// The start time in milliseconds since 1970.
  public var startedAt: Int64?

  /// Creates the stats of a conversation, by default without an id and a start time.
  ///
  /// - Parameters:
  ///   - sessionId: The id, or `nil` for one that is chosen when the session is saved.
  ///   - startedAt: The start time in milliseconds since 1970, or `nil` if it is unknown. The
  ///     duration of the saved session is then 0.
  public init(sessionId: String? = nil, startedAt: Int64? = nil) {
    self.sessionId = sessionId
    self.startedAt = startedAt
  }
}

extension SessionState.Scenario: Hashable {
  /// Returns whether both names have the same UTF-8 bytes.
  public static func == (left: SessionState.Scenario, right: SessionState.Scenario) -> Bool {
    left.name.hasSameBytes(as: right.name)
  }

  /// Hashes the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name.textKey) }
}

extension SessionStats: Hashable {
  /// Returns whether both members are equal. The ids are compared by their UTF-8 bytes.
  public static func == (left: SessionStats, right: SessionStats) -> Bool {
    left.sessionId.hasSameBytes(as: right.sessionId) && left.startedAt == right.startedAt
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(sessionId.textKey)
    hasher.combine(startedAt)
  }
}
