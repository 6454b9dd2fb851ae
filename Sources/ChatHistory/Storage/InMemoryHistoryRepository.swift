/// Keeps sessions as long as it lives.
public actor InMemoryHistoryRepository: HistoryRepository {
  public nonisolated let history = HistoryUpdates()
  private var sessions: [HistorySession] = []
  private var failsNext = false

  public init() {}

  public func saveSession(_ session: HistorySession, profile: UserProfile?) -> HistorySaveResult {
    // H2
    guard let profile, profile.isPremium else { return .error(reason: .featureLocked) }
    do {
      try change { $0.save(session) }
      return .success(session: session)
    } catch {
      return .error(reason: error)
    }
  }

  public func getSessions() throws(HistoryErrorReason) -> [HistorySession] {
    try failOnDemand()
    return sessions
  }

  public func deleteSession(_ sessionId: String) throws(HistoryErrorReason) {
    try change { $0.delete(sessionId) }
  }

  public func clear() throws(HistoryErrorReason) {
    try change { $0 = [] }
  }

  private func change(_ change: (inout [HistorySession]) -> Void) throws(HistoryErrorReason) {
    try failOnDemand()
    change(&sessions)
    history.publish(sessions)
  }

  // H8
  private func failOnDemand() throws(HistoryErrorReason) {
    defer { failsNext = false }
    if failsNext { throw .networkError }
  }
}

extension InMemoryHistoryRepository: ScriptedHistoryRepository {
  package func failNextCall() { failsNext = true }

  package func close() { history.finish() }
}
