/// A repository that stores ended sessions.
public protocol HistoryRepository: Sendable {
  /// The list of sessions. It is up to date when a call to this repository returns.
  var history: HistoryUpdates { get }

  /// Saves a session if the profile is premium, and replaces any session with the same id.
  ///
  /// - Returns: The saved session, or `featureLocked` if the profile isn't premium or is `nil`, or
  ///   `networkError` if the storage failed.
  func saveSession(_ session: HistorySession, profile: UserProfile?) async -> HistorySaveResult

  /// Returns all sessions, newest first. Sessions with the same time are in the order in which they
  /// were saved.
  func getSessions() async throws(HistoryErrorReason) -> [HistorySession]

  /// Deletes the session with this id, if there is one.
  func deleteSession(_ sessionId: String) async throws(HistoryErrorReason)

  /// Deletes all sessions.
  func clear() async throws(HistoryErrorReason)
}

/// A repository that tests can close, or cause to fail.
package protocol ScriptedHistoryRepository: HistoryRepository {
  /// Causes the next call that reaches storage to fail.
  func failNextCall() async

  /// Ends `history` and closes the repository. Don't call any other method afterward.
  func close() async throws
}

/// The result of saving a session.
public enum HistorySaveResult: Equatable, Sendable {
  case success(session: HistorySession)
  case error(reason: HistoryErrorReason)
}

/// The reason why the history couldn't be read or changed.
public enum HistoryErrorReason: String, Error, CaseIterable, Sendable {
  /// The user isn't premium.
  case featureLocked
  /// The storage failed, whether it is local or remote.
  case networkError
}
