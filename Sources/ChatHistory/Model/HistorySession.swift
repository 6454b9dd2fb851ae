internal import CanonicalJSON

/// An ended conversation in the history.
///
/// It doesn't conform to `Identifiable`, because apps add the conformance themselves.
public struct HistorySession: Sendable {
  /// The id of the session, unique in the history.
  public let sessionId: String
  /// The title of the conversation's scenario.
  public let scenarioTitle: String
  /// The time at which the session was saved, in milliseconds since 1970.
  public let timestamp: Int64
  /// The language that the user was learning.
  public let targetLanguage: String
  /// The duration of the conversation in seconds.
  public let durationSeconds: Int64
  /// The complete transcript, in order.
  public let dialogLines: [DialogLine]

  /// Creates an ended conversation from its parts.
  ///
  /// - Parameters:
  ///   - sessionId: The id. A repository replaces a session that has the same one.
  ///   - scenarioTitle: The title of the conversation's scenario.
  ///   - timestamp: The time of the save, in milliseconds since 1970.
  ///   - targetLanguage: The language that the user was learning.
  ///   - durationSeconds: The duration in seconds.
  ///   - dialogLines: The complete transcript, in order.
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

extension HistorySession: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: HistorySession, right: HistorySession) -> Bool {
    left.texts == right.texts
      && left.timestamp == right.timestamp
      && left.durationSeconds == right.durationSeconds
      && left.dialogLines == right.dialogLines
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
    hasher.combine(timestamp)
    hasher.combine(durationSeconds)
    hasher.combine(dialogLines)
  }

  private var texts: [TextKey] {
    [sessionId, scenarioTitle, targetLanguage].map { TextKey($0) }
  }
}

extension [HistorySession] {
  /// Inserts a session as the one saved last, and replaces any session with the same id.
  mutating func save(_ session: HistorySession) {
    // H4
    delete(session.sessionId)
    // H3
    insert(session, at: firstIndex { $0.timestamp <= session.timestamp } ?? endIndex)
  }

  /// Removes the session with this id, if there is one.
  mutating func delete(_ sessionId: String) {
    removeAll { $0.sessionId.hasSameBytes(as: sessionId) }
  }
}
