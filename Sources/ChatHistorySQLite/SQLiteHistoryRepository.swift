#if SQLite || CommandLine
  public import ChatHistory
  internal import GRDB
  internal import Synchronization

  /// A repository that stores sessions in a SQLite file, which several processes can use at the
  /// same time.
  ///
  /// Changes by other processes appear in `history` after the next call.
  ///
  /// ```swift
  /// let repository = try SQLiteHistoryRepository(path: "history.sqlite")
  /// let sdk = BrainSDK(historyRepository: repository)
  /// ```
  public final class SQLiteHistoryRepository: ObservableHistoryRepository {
    /// The list of sessions. It is up to date when a call to this repository returns.
    public let history: StateFlow<[HistorySession]>

    private let queue: DatabaseQueue
    private let onFailure: @Sendable (any Error) -> Void
    private let failsNext = Atomic(false)

    /// Opens a file, or creates it.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is created if it doesn't exist.
    ///   - busyTimeout: The time that a call waits for other processes before it fails.
    ///   - waitsForDisk: Whether saved sessions survive a power failure, and not only the end of
    ///     the process.
    ///   - onFailure: Called with the underlying error of each `networkError`.
    /// - Throws: `HistoryFileError` if the file can't be opened.
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

    /// Saves a session if the profile is premium, and replaces any session with the same id.
    ///
    /// - Returns: The session, `featureLocked` if the profile isn't premium or is `nil`, or
    ///   `networkError` if the file can't be read or written.
    public func saveSession(
      _ session: HistorySession,
      _ userProfile: UserProfile?
    ) async -> HistorySaveResult {
      // H2
      guard userProfile?.isPremium == true else { return .Error(reason: .featureLocked) }

      do {
        try await transaction(.immediate) { try $0.save(session) }
        return .Success(session: session)
      } catch {
        return .Error(reason: error)
      }
    }

    /// Returns all sessions, most recent first. The last save comes first among sessions of the
    /// same time.
    ///
    /// - Throws: `networkError` if the file can't be read or written.
    public func getSessions() async throws(HistoryErrorReason) -> [HistorySession] {
      // Use a transaction: otherwise another process could delete a session's lines between the two
      // queries.
      try await transaction(.deferred) { _ in }
    }

    /// Deletes the session with this id, if there is one.
    ///
    /// - Throws: `networkError` if the file can't be read or written.
    public func deleteSession(_ sessionId: String) async throws(HistoryErrorReason) {
      try await transaction(.immediate) { try $0.deleteSession(sessionId) }
    }

    /// Deletes all sessions.
    ///
    /// - Throws: `networkError` if the file can't be read or written.
    public func clear() async throws(HistoryErrorReason) {
      try await transaction(.immediate) { try $0.execute(sql: "DELETE FROM session") }
    }

    /// Changes the sessions in a transaction, and then sends and returns the list.
    @discardableResult
    private func transaction(
      _ kind: Database.TransactionKind,
      _ change: @escaping @Sendable (Database) throws -> Void
    ) async throws(HistoryErrorReason) -> [HistorySession] {
      // Use a separate task: a save must not be lost if the caller's task is canceled.
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

          // Send on the queue, so that lists are sent in the order of the transactions.
          self.history.send(sessions)
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
    /// Causes the next transaction to fail and to be rolled back.
    package func failNextCall() {
      failsNext.store(true, ordering: .relaxed)
    }

    package func close() throws {
      history.finish()
      try queue.close()
    }
  }
#endif
