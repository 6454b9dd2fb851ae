public import CanonicalJSON

/// An ended conversation in the history.
public struct HistorySession: Equatable, Identifiable, Sendable {
  /// The id of the session, unique in the history.
  @ByteWise public var sessionId: String
  /// The title of the conversation's scenario.
  @ByteWise public var scenarioTitle: String
  /// The time at which the session was saved, in milliseconds since 1970.
  public var timestamp: Int64
  /// The language that the user was learning.
  @ByteWise public var targetLanguage: String
  /// The duration of the conversation in seconds.
  public var durationSeconds: Int64
  /// The complete transcript, in order.
  public var dialogLines: [DialogLine]

  /// The id of the session, the same as `sessionId`.
  public var id: String { sessionId }

  /// Creates an ended conversation from its parts.
  public init(
    sessionId: String,
    scenarioTitle: String,
    timestamp: Int64,
    targetLanguage: String,
    durationSeconds: Int64,
    dialogLines: [DialogLine]
  ) {
    self.sessionId = sessionId
    self.scenarioTitle = scenarioTitle
    self.timestamp = timestamp
    self.targetLanguage = targetLanguage
    self.durationSeconds = durationSeconds
    self.dialogLines = dialogLines
  }
}

extension [HistorySession] {
  /// Inserts a session as the one saved last, and replaces any session with the same id.
  mutating func save(_ session: HistorySession) {
    // H4
    delete(session.sessionId)
    // H3
    insert(session, at: firstIndex { $0.timestamp < session.timestamp } ?? endIndex)
  }

  mutating func delete(_ sessionId: String) {
    removeAll { $0.sessionId.hasSameBytes(as: sessionId) }
  }
}
