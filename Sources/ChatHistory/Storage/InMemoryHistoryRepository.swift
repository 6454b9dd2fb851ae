/// Keeps sessions as long as it lives.
public actor InMemoryHistoryRepository: HistoryRepository {
  /// The list, current when a call of this repository returns.
  public nonisolated let history = HistoryUpdates()
  private var sessions: [HistorySession] = []
  private var failsNext = false

  /// Makes an empty one.
  public init() {}

  /// Saves a session in place of one with its id, where the profile is premium.
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

  /// All sessions, the newest first; those of one time in the order in which they were saved.
  public func getSessions() throws(HistoryErrorReason) -> [HistorySession] {
    try failOnDemand()
    return sessions
  }

  /// Deletes a session, if there is one with this id.
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
  private func failOnDemand() throws(HistoryErrorReason) {
    if exchange(&failsNext, with: false) { throw .networkError }
  }
}

extension InMemoryHistoryRepository: ScriptedHistoryRepository {
  package func failNextCall() { failsNext = true }

  package func close() { history.finish() }
}
