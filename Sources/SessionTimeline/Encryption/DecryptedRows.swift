/// The rows of a session in plain, as ``SessionTimeline`` takes them.
public struct DecryptedRows: Sendable {
  /// The initial load, in order of arrival.
  public let rows: [SessionRow]
  /// The updates that could be read, in order of arrival.
  public let updates: [SessionRow]

  /// Decrypts what is encrypted among the rows of an initial load and the updates.
  ///
  /// An initial load is read whole or not at all: throws for its first row, in order of arrival,
  /// that cannot be read. An update that cannot be read is left out. `sessionKey` is the base64 of
  /// 32 bytes, and not looked at where all rows are plain.
  public init(
    rows: [StoredSessionRow],
    updates: [StoredSessionRow] = [],
    sessionKey: String?
  ) throws(SessionDecryptionError) {
    let key = sessionKey.flatMap(SessionKey.init(base64:))
    // E2: without a key every encrypted row fails for that alone, so that the key comes before any
    // row's own fault.
    self.rows = try rows.map { row throws(SessionDecryptionError) in
      do throws(DecryptionFault) { return try row.decrypted(with: key) } catch { throw error.error }
    }
    // E3
    self.updates = updates.compactMap { try? $0.decrypted(with: key) }
  }
}

extension StoredSessionRow {
  /// The row in plain; nil stands for a key that is missing or none.
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
