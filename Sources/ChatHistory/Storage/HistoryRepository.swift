/// Where ended sessions are kept.
public protocol HistoryRepository: Sendable {
  /// The list, current when a call of this repository returns.
  var history: HistoryUpdates { get }

  /// Saves a session in place of one with its id, where the profile is premium.
  func saveSession(_ session: HistorySession, profile: UserProfile?) async -> HistorySaveResult

  /// All sessions, the newest first; those of one time in the order in which they were saved.
  func getSessions() async throws(HistoryErrorReason) -> [HistorySession]

  /// Deletes a session, if there is one with this id.
  func deleteSession(_ sessionId: String) async throws(HistoryErrorReason)

  /// Deletes all sessions.
  func clear() async throws(HistoryErrorReason)
}

/// A repository that can be told to fail, and closed.
package protocol ScriptedHistoryRepository: HistoryRepository {
  /// Makes the next call fail that reaches storage.
  func failNextCall() async

  /// Ends `history`; nothing may be called after it.
  func close() async throws
}

/// What came of saving a session.
public enum HistorySaveResult: Equatable, Sendable {
  case success(session: HistorySession)
  case error(reason: HistoryErrorReason)
}

/// Why the history could not be read or changed.
public enum HistoryErrorReason: String, Error, CaseIterable, Sendable {
  /// The user is not premium.
  case featureLocked
  /// The storage failed, wherever it is.
  case networkError
}
