/// A repository that stores ended sessions.
///
/// An app conforms its own class to this protocol, and passes it to
/// ``BrainSDK/init(historyRepository:now:newSessionId:)``. The class must be safe to use from
/// several tasks at once.
public protocol HistoryRepository: Sendable {
  /// Saves a session if the profile is premium, and replaces any session with the same id.
  ///
  /// - Parameters:
  ///   - session: The ended session.
  ///   - userProfile: The profile of the user, or `nil` if there is none.
  /// - Returns: The saved session, or `featureLocked` if the profile isn't premium or is `nil`, or
  ///   `networkError` if the storage failed.
  func saveSession(
    _ session: HistorySession,
    _ userProfile: UserProfile?
  ) async -> HistorySaveResult

  /// Returns all sessions, most recent first. The last save comes first among sessions of the same
  /// time.
  ///
  /// - Throws: `networkError` if the storage failed.
  func getSessions() async throws(HistoryErrorReason) -> [HistorySession]

  /// Deletes the session with this id, if there is one.
  ///
  /// - Throws: `networkError` if the storage failed.
  func deleteSession(_ sessionId: String) async throws(HistoryErrorReason)

  /// Deletes all sessions.
  ///
  /// - Throws: `networkError` if the storage failed.
  func clear() async throws(HistoryErrorReason)
}

/// A repository that sends its list each time the list changes.
///
/// ``BrainSDK/history`` is this list. For any other repository, `BrainSDK` reads the list itself.
public protocol ObservableHistoryRepository: HistoryRepository {
  /// The list of sessions. It is up to date when a call to this repository returns.
  var history: StateFlow<[HistorySession]> { get }
}

/// A repository that tests can close, or cause to fail.
package protocol ScriptedHistoryRepository: ObservableHistoryRepository {
  /// Causes the next call that reaches storage to fail.
  func failNextCall() async

  /// Ends `history` and closes the repository. Don't call any other method afterward.
  func close() async throws
}

/// The result of saving a session.
///
/// The names of the cases start with capitals, because Swift shows the subclasses of a sealed class
/// in Kotlin this way. Code that was written for that class compiles unchanged.
public enum HistorySaveResult: Hashable, Sendable {
  /// The session was saved.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case Success(session: HistorySession)
  /// The session wasn't saved.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  case Error(reason: HistoryErrorReason)
}

/// The reason why the history couldn't be read or changed.
public enum HistoryErrorReason: String, Error, CaseIterable, Sendable {
  /// The user isn't premium.
  case featureLocked
  /// The storage failed, whether it is local or remote.
  case networkError
}
