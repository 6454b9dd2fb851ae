#if SQLite || CommandLine
  internal import ChatHistory
  internal import Foundation
  internal import GRDB
  internal import HistoryTables

  /// A file of sessions, which is created with its tables if it doesn't exist.
  struct HistoryFile {
    let path: String
    /// The time that a call waits for other processes before it fails.
    let busyTimeout: Duration
    /// Whether each commit waits until it is on disk.
    let waitsForDisk: Bool

    /// Opens the file, applies missing migrations, and reads the sessions.
    ///
    /// - Throws: `newerSchema` before anything is written if the file has a migration that isn't
    ///   known here, and `networkError` for any other failure.
    func open() throws(HistoryFileError) -> (
      queue: DatabaseQueue, history: StateFlow<[HistorySession]>
    ) {
      do {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        configuration.prepareDatabase { [waitsForDisk] in
          try $0.execute(sql: "PRAGMA synchronous = \(waitsForDisk ? "FULL" : "OFF")")
        }

        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let applied = try queue.read { db in
          // The first read fixes the view of the schema: the migrator queries its table twice, and
          // another process could create the table in between.
          _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master")
          return try Self.migrator.appliedIdentifiers(db)
        }

        // Check this before writing anything.
        guard applied.isSubset(of: Self.migrator.migrations) else {
          throw HistoryFileError.newerSchema(path: path)
        }

        try queue.writeWithoutTransaction(switchToWAL)
        if applied.count < Self.migrator.migrations.count { try migrate(queue) }
        return (queue, StateFlow(try queue.read { try $0.sessions() }))
      } catch let error as HistoryFileError {
        throw error
      } catch {
        // H8
        throw .networkError(path: path, reason: "\(error)")
      }
    }

    /// Switches the file to write-ahead logging. GRDB's configuration option isn't used, because it
    /// writes a table to the file on each open.
    private func switchToWAL(_ db: Database) throws {
      let deadline = ContinuousClock.now + busyTimeout
      while true {
        do {
          if try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" { return }
          throw DatabaseError(message: "the file can't have a write-ahead log")
        } catch let error as DatabaseError
          where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
        {
          // SQLite doesn't wait for another process that is switching too.
          Thread.sleep(forTimeInterval: 0.01)
        }
      }
    }

    /// Applies the missing migrations, which another process can do at the same time.
    private func migrate(_ queue: DatabaseQueue) throws {
      do {
        try Self.migrator.migrate(queue)
      } catch {
        // Another process might have created the tables after the migrator checked for them.
        guard try queue.read(Self.migrator.hasCompletedMigrations) else { throw error }
      }
    }

    /// All migrations so far, in the order in which they were released.
    private static let migrator = {
      var migrator = DatabaseMigrator()
      // Never change a released migration: existing files have already applied it.
      migrator.registerMigration("1") { db in
        // H9: text is stored as BLOB, because SQLite truncates TEXT at U+0000.
        try db.execute(sql: String(cString: history_tables_sql()))
      }
      return migrator
    }()
  }
#endif
