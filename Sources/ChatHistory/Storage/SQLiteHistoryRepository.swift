internal import GRDB
internal import Synchronization

/// Keeps sessions in a SQLite file, which several processes may use at a time.
///
/// What other processes change shows in `history` with the next call.
public final class SQLiteHistoryRepository: HistoryRepository {
  /// The list, current when a call of this repository returns.
  public let history: HistoryUpdates
  private let queue: DatabaseQueue
  private let onFailure: @Sendable (any Error) -> Void
  private let failsNext = Atomic(false)

  /// Opens a file, or makes one.
  ///
  /// - Parameters:
  ///   - path: of the file, which is made where it is missing.
  ///   - busyTimeout: how long a call waits for other processes before it fails.
  ///   - waitsForDisk: whether what was saved outlives a power cut, and not the process alone.
  ///   - onFailure: is told what is behind each `networkError`.
  public init(
    path: String,
    busyTimeout: Duration = .seconds(5),
    waitsForDisk: Bool = true,
    onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
  ) throws(HistoryFileError) {
    (queue, history) = try HistoryFile(
      path: path,
      busyTimeout: busyTimeout,
      waitsForDisk: waitsForDisk
    ).open()
    self.onFailure = onFailure
  }

  /// Saves a session in place of one with its id, where the profile is premium.
  public func saveSession(
    _ session: HistorySession,
    profile: UserProfile?
  ) async -> HistorySaveResult {
    // H2
    guard profile?.isPremium == true else { return .error(reason: .featureLocked) }
    do {
      try await transaction(.immediate) { try $0.save(session) }
      return .success(session: session)
    } catch {
      return .error(reason: error)
    }
  }

  /// All sessions, the newest first; those of one time in the order in which they were saved.
  public func getSessions() async throws(HistoryErrorReason) -> [HistorySession] {
    // A transaction, or a session could lose lines to another process between the two queries.
    try await transaction(.deferred) { _ in }
  }

  /// Deletes a session, if there is one with this id.
  public func deleteSession(_ sessionId: String) async throws(HistoryErrorReason) {
    try await transaction(.immediate) { try $0.deleteSession(sessionId) }
  }

  /// Deletes all sessions.
  public func clear() async throws(HistoryErrorReason) {
    try await transaction(.immediate) { try $0.execute(sql: "DELETE FROM session") }
  }

  /// Changes the sessions, then publishes and gives the list.
  @discardableResult
  private func transaction(
    _ kind: Database.TransactionKind,
    _ change: @escaping @Sendable (Database) throws -> Void
  ) async throws(HistoryErrorReason) -> [HistorySession] {
    // In a task of its own, for a save must not be lost because whoever asked for it was cancelled.
    let task = Task {
      try await queue.writeWithoutTransaction { db in
        var sessions: [HistorySession] = []
        // H9
        try db.inTransaction(kind) {
          try change(db)
          sessions = try db.sessions()
          if self.failsNext.exchange(false, ordering: .relaxed) {
            throw DatabaseError(resultCode: .SQLITE_IOERR, message: "failed on demand")
          }
          return .commit
        }
        // On the queue, so that lists are sent in the order of the transactions.
        self.history.publish(sessions)
        return sessions
      }
    }
    do {
      return try await task.value
    } catch {
      // H8
      onFailure(error)
      throw .networkError
    }
  }
}

extension SQLiteHistoryRepository: ScriptedHistoryRepository {
  package func failNextCall() { failsNext.store(true, ordering: .relaxed) }

  package func close() throws {
    history.finish()
    try queue.close()
  }
}
