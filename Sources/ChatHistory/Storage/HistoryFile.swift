internal import Foundation
internal import GRDB

/// Opens a file of sessions, and gives a new one its tables.
struct HistoryFile {
  let path: String
  let busyTimeout: Duration
  let waitsForDisk: Bool

  func open() throws(HistoryFileError) -> (queue: DatabaseQueue, history: HistoryUpdates) {
    do {
      var configuration = Configuration()
      configuration.busyMode = .timeout(busyTimeout / .seconds(1))
      configuration.prepareDatabase { [waitsForDisk] in
        try $0.execute(sql: "PRAGMA synchronous = \(waitsForDisk ? "FULL" : "OFF")")
      }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let applied = try queue.read { db in
        // The first read holds the schema as it is: the migrator asks for its table twice, and
        // others may make it meanwhile.
        _ = try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM sqlite_master")
        return try Self.migrator.appliedIdentifiers(db)
      }
      // Before anything is written.
      guard applied.isSubset(of: Self.migrator.migrations) else {
        throw HistoryFileError.newerSchema(path: path)
      }
      try queue.writeWithoutTransaction(switchToWAL)
      if applied.count < Self.migrator.migrations.count { try migrate(queue) }
      return (queue, HistoryUpdates(try queue.read { try $0.sessions() }))
    } catch let error as HistoryFileError {
      throw error
    } catch {
      // H8
      throw .networkError(path: path, reason: "\(error)")
    }
  }

  /// Not by GRDB's configuration, which writes a table to the file whenever it opens it.
  private func switchToWAL(_ db: Database) throws {
    let deadline = ContinuousClock.now + busyTimeout
    while true {
      do {
        if try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL") == "wal" { return }
        throw DatabaseError(message: "the file can't have a write-ahead log")
      } catch let error as DatabaseError
        where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < deadline
      {
        // SQLite does not wait for another process that switches too.
        Thread.sleep(forTimeInterval: 0.01)
      }
    }
  }

  private func migrate(_ queue: DatabaseQueue) throws {
    do {
      try Self.migrator.migrate(queue)
    } catch {
      // Another process may have made the tables since the migrator looked.
      guard try queue.read(Self.migrator.hasCompletedMigrations) else { throw error }
    }
  }

  private static let migrator = {
    var migrator = DatabaseMigrator()
    // A step that has been released is never changed: files have it behind them.
    migrator.registerMigration("1") { db in
      // H9: text is BLOB, since SQLite cuts TEXT at U+0000.
      try db.execute(sql: String(decoding: PackageResources.tables_sql, as: UTF8.self))
    }
    return migrator
  }()
}
