#if SQLite || CommandLine
  internal import ChatHistory
  internal import Foundation
  internal import GRDB

  /// Operations that run within a transaction.
  extension Database {
    /// Returns all sessions in the order of `history`.
    ///
    /// - Throws: `DamagedFile` if a session doesn't match its digest, or has values of another
    ///   type.
    func sessions() throws -> [HistorySession] {
      var lines: [Int64: [DialogLine]] = [:]
      let stored = try Row.fetchCursor(
        cachedStatement(
          sql: """
            SELECT session, id, speakerId, roleName, textNative, textTranslated, timestamp
            FROM line ORDER BY session, position
            """
        )
      )
      while let row = try stored.next() {
        lines[try row.integer(0), default: []].append(
          DialogLine(
            id: try row.text(1),
            speakerId: try row.optionalText(2),
            roleName: try row.text(3),
            textNative: try row.text(4),
            textTranslated: try row.text(5),
            timestamp: try row.optionalInteger(6)
          )
        )
      }

      // H3: the number increases with each save.
      let rows = try Row.fetchCursor(
        cachedStatement(
          sql: """
            SELECT number, id, scenarioTitle, timestamp, targetLanguage, durationSeconds, digest
            FROM session ORDER BY timestamp DESC, number DESC
            """
        )
      )

      var sessions: [HistorySession] = []
      while let row = try rows.next() {
        let session = HistorySession(
          sessionId: try row.text(1),
          scenarioTitle: try row.text(2),
          timestamp: try row.integer(3),
          targetLanguage: try row.text(4),
          durationSeconds: try row.integer(5),
          dialogLines: lines[try row.integer(0)] ?? []
        )
        guard try row.data(6) == session.digest else { throw DamagedFile() }
        sessions.append(session)
      }
      return sessions
    }

    /// Stores a session as the one saved last, in place of any session with the same id.
    func save(_ session: HistorySession) throws {
      // H4
      try deleteSession(session.sessionId)
      let insertion = try cachedStatement(
        sql: """
          INSERT INTO session
            (id, scenarioTitle, timestamp, targetLanguage, durationSeconds, digest)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      )
      try insertion.execute(arguments: [
        blob(session.sessionId),
        blob(session.scenarioTitle),
        session.timestamp,
        blob(session.targetLanguage),
        session.durationSeconds,
        session.digest,
      ])

      let number = lastInsertedRowID
      let statement = try cachedStatement(sql: "INSERT INTO line VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      for (position, line) in session.dialogLines.enumerated() {
        try statement.execute(arguments: [
          number,
          position,
          blob(line.id),
          line.speakerId.map(blob),
          blob(line.roleName),
          blob(line.textNative),
          blob(line.textTranslated),
          line.timestamp,
        ])
      }
    }

    /// Deletes the session with this id and its lines, if there is one.
    func deleteSession(_ sessionId: String) throws {
      try cachedStatement(sql: "DELETE FROM session WHERE id = ?").execute(arguments: [
        blob(sessionId)
      ])
    }

    /// Returns the UTF-8 bytes of a text, in which form the file has it.
    private func blob(_ text: String) -> Data {
      Data(text.utf8)
    }
  }

  /// An error that indicates that the file contains data that this library didn't write.
  struct DamagedFile: Error, CustomStringConvertible {
    var description: String { "the file is damaged" }
  }

  extension Row {
    /// Returns the bytes of a column.
    ///
    /// - Throws: `DamagedFile` if the column has a value of another type, which SQLite would
    ///   convert.
    fileprivate func data(_ index: Int) throws -> Data {
      guard case .blob(let data) = (self[index] as DatabaseValue).storage else {
        throw DamagedFile()
      }
      return data
    }

    /// Returns the text of a column.
    ///
    /// - Throws: `DamagedFile` if the column doesn't have bytes that are valid UTF-8.
    fileprivate func text(_ index: Int) throws -> String {
      guard let text = String(validating: try data(index), as: UTF8.self) else {
        throw DamagedFile()
      }
      return text
    }

    /// Returns the integer of a column.
    ///
    /// - Throws: `DamagedFile` if the column has a value of another type.
    fileprivate func integer(_ index: Int) throws -> Int64 {
      guard case .int64(let integer) = (self[index] as DatabaseValue).storage else {
        throw DamagedFile()
      }
      return integer
    }

    /// Returns the text of a column, or `nil` if it is NULL.
    fileprivate func optionalText(_ index: Int) throws -> String? {
      hasNull(atIndex: index) ? nil : try text(index)
    }

    /// Returns the integer of a column, or `nil` if it is NULL.
    fileprivate func optionalInteger(_ index: Int) throws -> Int64? {
      hasNull(atIndex: index) ? nil : try integer(index)
    }
  }
#endif
