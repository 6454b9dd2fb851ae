/// A message of a session as it is stored, encrypted or not.
public struct StoredSessionRow: Sendable {
  /// The content of a stored row.
  public enum Content: Sendable {
    /// The plaintext.
    case plain(String)
    /// The plaintext, encrypted with the session's key.
    case encrypted(EncryptedContent)
  }

  /// The id of the row. Later writes of a row have the same id (R1).
  public var id: String
  /// The number that determines the row's position in the session (R2).
  public var sequenceNumber: Int64
  /// The time at which the row was written, in RFC 3339. A text that can't be parsed counts as
  /// missing.
  public var createdAt: String?
  /// The content of the row, encrypted or not.
  public var content: Content

  /// Creates a row with plain or encrypted content.
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: Content) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.content = content
  }
}
