/// A repository that keeps sessions in memory, and loses them when the app ends.
///
/// It takes the place of a remote repository until there is one, and can simulate its failures.
public actor MockRemoteHistoryRepository: ObservableHistoryRepository {
  /// The list of sessions. It is up to date when a call to this repository returns.
  public nonisolated let history = StateFlow<[HistorySession]>([])

  private var sessions: [HistorySession] = []
  private var failsNext = false

  /// Creates an empty repository.
  public init() {}

  /// Saves a session if the profile is premium, and replaces any session with the same id.
  ///
  /// - Returns: The session, `featureLocked` if the profile isn't premium or is `nil`, or
  ///   `networkError` if this call is to fail.
  public func saveSession(
    _ session: HistorySession,
    _ userProfile: UserProfile?
  ) -> HistorySaveResult {
    // H2
    guard userProfile?.isPremium == true else { return .Error(reason: .featureLocked) }

    do {
      try change { $0.save(session) }
      return .Success(session: session)
    } catch {
      return .Error(reason: error)
    }
  }

  /// Returns all sessions, most recent first. The last save comes first among sessions of the same
  /// time.
  ///
  /// - Throws: `networkError` if this call is to fail.
  public func getSessions() throws(HistoryErrorReason) -> [HistorySession] {
    try failOnDemand()
    return sessions
  }

  /// Deletes the session with this id, if there is one.
  ///
  /// - Throws: `networkError` if this call is to fail.
  public func deleteSession(_ sessionId: String) throws(HistoryErrorReason) {
    try change { $0.delete(sessionId) }
  }

  /// Deletes all sessions.
  ///
  /// - Throws: `networkError` if this call is to fail.
  public func clear() throws(HistoryErrorReason) {
    try change { $0 = [] }
  }

  /// Causes the next call to fail with `networkError`, except a save for a user who isn't premium.
  public func failNextCall() {
    failsNext = true
  }

  /// Changes the sessions and sends the list, unless this call is to fail.
  private func change(_ change: (inout [HistorySession]) -> Void) throws(HistoryErrorReason) {
    try failOnDemand()
    change(&sessions)
    history.send(sessions)
  }

  // H8
  /// Throws once after `failNextCall()` was called.
  private func failOnDemand() throws(HistoryErrorReason) {
    if exchange(&failsNext, with: false) { throw .networkError }
  }
}

extension MockRemoteHistoryRepository: ScriptedHistoryRepository {
  package func close() {
    history.finish()
  }
}
