/// The decrypted rows of a session, ready for ``SessionTimeline``.
public struct DecryptedRows: Sendable {
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
  ///   - sessionKey: The base64 of 32 bytes. It isn't checked if all rows are unencrypted.
  /// - Throws: `SessionDecryptionError` for the first row of the initial load, in order of arrival,
  ///   that can't be read.
  public init(
    rows: [StoredSessionRow],
    updates: [StoredSessionRow] = [],
    sessionKey: String?
  ) throws(SessionDecryptionError) {
    let key = sessionKey.flatMap(SessionKey.init(base64:))
    // E2: without a key, every encrypted row fails for that reason, so the key is checked before
    // any row's own fault.
    self.rows = try rows.map { row throws(SessionDecryptionError) in
      do throws(DecryptionFault) { return try row.decrypted(with: key) } catch { throw error.error }
    }
    // E3
    self.updates = updates.compactMap { try? $0.decrypted(with: key) }
  }
}

extension StoredSessionRow {
  /// Returns the decrypted row.
  ///
  /// - Parameter key: The session key, or `nil` if the key is missing or invalid.
  func decrypted(with key: SessionKey?) throws(DecryptionFault) -> SessionRow {
    let text: String
    switch content {
    case .plain(let plain): text = plain
    case .encrypted(let content):
      guard let key else { throw .noUsableKey }
      text = try content.plaintext(with: key)
    }
    return SessionRow(id: id, sequenceNumber: sequenceNumber, createdAt: createdAt, content: text)
  }
}
