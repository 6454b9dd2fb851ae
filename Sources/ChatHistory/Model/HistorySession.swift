public import CanonicalJSON

/// A conversation that is over, as it stands in the history.
public struct HistorySession: Equatable, Identifiable, Sendable {
  /// Unique in the history.
  @ByteWise public var sessionId: String
  /// What the conversation was about.
  @ByteWise public var scenarioTitle: String
  /// When it was saved, in milliseconds since 1970.
  public var timestamp: Int64
  /// The language that was learnt.
  @ByteWise public var targetLanguage: String
  /// How long it took.
  public var durationSeconds: Int64
  /// The whole transcript, in order.
  public var dialogLines: [DialogLine]

  /// The session's id.
  public var id: String { sessionId }

  /// Makes a session.
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
  /// Takes a session in as the one saved last; a known id is replaced.
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
