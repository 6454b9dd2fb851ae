/// The decrypted rows of a session, ready for ``SessionTimeline``.
public struct DecryptedRows: Hashable, Sendable {
  /// The rows of the initial load, in order of arrival.
  public let rows: [SessionRow]
  /// The updates that could be read, in order of arrival.
  public let updates: [SessionRow]

  /// Decrypts the encrypted rows of an initial load and of updates.
  ///
  /// An initial load is all or nothing. An update that can't be read is omitted.
  ///
  /// - Parameters:
  ///   - rows: The rows of the initial load, in order of arrival.
  ///   - updates: The rows received after the initial load, in order of arrival.
  ///   - sessionKey: The base64 or base64url of 32 bytes. The initial load doesn't need it if no
  ///     remaining row is encrypted.
  /// - Throws: `SessionDecryptionError` if a row of the initial load can't be read and no other row
  ///   of the load replaces it.
  public init(
    rows: [StoredSessionRow],
    updates: [StoredSessionRow] = [],
    sessionKey: String?
  ) throws(SessionDecryptionError) {
    let key = sessionKey.flatMap(SessionKey.init(base64:))

    // If no row is encrypted, it doesn't matter which rows replace others.
    let plain = rows.compactMap(\.plain)
    if plain.count == rows.count {
      self.rows = plain
    } else {
      do throws(LoadFailure) {
        self.rows = try InitialLoad(rows).decrypted(with: key).compactMap(\.self)
      } catch {
        throw error.fault.error
      }
    }

    // E3
    self.updates = updates.compactMap { try? $0.decrypted(with: key) }
  }

  /// Decrypts the encrypted rows of a stored session with its key.
  ///
  /// An initial load is all or nothing. An update that can't be read is omitted.
  ///
  /// - Parameter session: The session, whose key can be missing if no row is encrypted.
  /// - Throws: `SessionDecryptionError` if a row of the initial load can't be read and no other row
  ///   of the load replaces it.
  public init(_ session: StoredSession) throws(SessionDecryptionError) {
    try self.init(rows: session.rows, updates: session.updates, sessionKey: session.sessionKey)
  }
}

/// The reason why an initial load can't be read.
struct LoadFailure: Error {
  /// The zero-based index of the row in order of arrival.
  let arrival: Int
  let fault: DecryptionFault
}

// E2
/// The rows of an initial load, which is read as a whole or not at all.
struct InitialLoad {
  private let rows: [StoredSessionRow]
  /// For each row, the index of the row with the same id that replaces it, or its own index.
  let winners: [Int]

  /// Creates a load, and determines which rows replace others (R1).
  ///
  /// - Parameter rows: The rows in order of arrival.
  init(_ rows: [StoredSessionRow]) {
    self.rows = rows
    winners = RowOrder(of: rows.map(\.withoutContent)).winners
  }

  /// Returns the decrypted rows, with `nil` for a replaced row that can't be read.
  ///
  /// - Throws: The failure of the first row that isn't replaced and can't be read. Malformed rows
  ///   come first, then a missing key, then rows that don't decrypt.
  func decrypted(with key: SessionKey?) throws(LoadFailure) -> [SessionRow?] {
    let remaining = rows.indices.filter { winners[$0] == $0 }
    let encrypted = remaining.compactMap { arrival -> (arrival: Int, content: EncryptedContent)? in
      guard case .encrypted(let content) = rows[arrival].form else { return nil }
      return (arrival, content)
    }

    for (arrival, content) in encrypted {
      do throws(DecryptionFault) {
        _ = try content.fields()
      } catch {
        throw LoadFailure(arrival: arrival, fault: error)
      }
    }
    if key == nil, let first = encrypted.first {
      throw LoadFailure(arrival: first.arrival, fault: .noUsableKey)
    }

    var decrypted = [SessionRow?](repeating: nil, count: rows.count)
    for arrival in rows.indices {
      do throws(DecryptionFault) {
        decrypted[arrival] = try rows[arrival].decrypted(with: key)
      } catch {
        if winners[arrival] == arrival { throw LoadFailure(arrival: arrival, fault: error) }
      }
    }
    return decrypted
  }
}

extension StoredSessionRow {
  /// The row with an empty content, for its position.
  package var withoutContent: SessionRow {
    SessionRow(id: id, sequenceNumber: sequenceNumber, createdAt: createdAt, content: "")
  }

  /// The row if it isn't encrypted, or `nil`.
  fileprivate var plain: SessionRow? {
    guard case .plain(let text) = form else { return nil }
    return SessionRow(id: id, sequenceNumber: sequenceNumber, createdAt: createdAt, text: text)
  }

  /// Returns the decrypted row.
  ///
  /// - Parameter key: The session key, or `nil` if the key is missing or invalid. A plain row
  ///   doesn't need it.
  /// - Throws: The first fault in the order of E2.
  package func decrypted(with key: SessionKey?) throws(DecryptionFault) -> SessionRow {
    let text: RowText
    switch form {
    case .plain(let plain): text = plain
    case .encrypted(let content): text = .string(try content.plaintext(with: key))
    }

    return SessionRow(id: id, sequenceNumber: sequenceNumber, createdAt: createdAt, text: text)
  }
}
