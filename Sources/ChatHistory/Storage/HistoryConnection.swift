#if SQLite || CommandLine
  internal import GRDB

  /// An open file of sessions that one repository after another can use.
  ///
  /// Opening a file takes far longer than saving a session, so tests with many short-lived
  /// repositories use the same file again.
  package struct HistoryConnection: Sendable {
    let queue: DatabaseQueue

    /// Closes the file.
    ///
    /// - Throws: An error of the database if the file can't be closed.
    package func close() throws { try queue.close() }
  }

  extension SQLiteHistoryRepository {
    /// Ends `history`, and deletes all sessions with statements of its own. Don't call any other
    /// method afterward.
    ///
    /// - Returns: The open file, which has no sessions.
    /// - Throws: An error of the database if the file can't be emptied.
    package func detachEmpty() throws -> HistoryConnection {
      history.finish()
      try queue.write { db in
        for table in ["line", "session"] {
          try db.cachedStatement(sql: "DELETE FROM \(table)").execute()
        }
      }
      return HistoryConnection(queue: queue)
    }
  }
#endif
