/// A repository that keeps sessions in memory.
public actor InMemoryHistoryRepository: HistoryRepository {
  /// The list of sessions. It is up to date when a call to this repository returns.
  public nonisolated let history = HistoryUpdates()
  private var sessions: [HistorySession] = []
  private var failsNext = false

  /// Creates an empty repository.
  public init() {}

  /// Saves a session if the profile is premium, and replaces any session with the same id.
  public func saveSession(_ session: HistorySession, profile: UserProfile?) -> HistorySaveResult {
    // H2
    guard profile?.isPremium == true else { return .error(reason: .featureLocked) }
    do {
      try change { $0.save(session) }
      return .success(session: session)
    } catch {
      return .error(reason: error)
    }
  }

  /// Returns all sessions, newest first. Sessions with the same time are in the order in which they
  /// were saved.
  public func getSessions() throws(HistoryErrorReason) -> [HistorySession] {
    try failOnDemand()
    return sessions
  }

  /// Deletes the session with this id, if there is one.
  public func deleteSession(_ sessionId: String) throws(HistoryErrorReason) {
    try change { $0.delete(sessionId) }
  }

  /// Deletes all sessions.
  public func clear() throws(HistoryErrorReason) { try change { $0 = [] } }

  private func change(_ change: (inout [HistorySession]) -> Void) throws(HistoryErrorReason) {
    try failOnDemand()
    change(&sessions)
    history.publish(sessions)
  }

  // H8
  /// Throws once after `failNextCall()` was called.
  private func failOnDemand() throws(HistoryErrorReason) {
    if exchange(&failsNext, with: false) { throw .networkError }
  }
}

extension InMemoryHistoryRepository: ScriptedHistoryRepository {
  package func failNextCall() { failsNext = true }

  package func close() { history.finish() }
}
