/// One message of a session as it is stored: in plain, or encrypted.
public struct StoredSessionRow: Sendable {
  /// What a stored row says.
  public enum Content: Sendable {
    /// The plaintext itself.
    case plain(String)
    /// The plaintext sealed with the session's key.
    case encrypted(EncryptedContent)
  }

  /// Identifies the row; later writes of a row repeat it (R1).
  public var id: String
  /// The row's place in the session (R2).
  public var sequenceNumber: Int64
  /// When the row was written, in RFC 3339; a text that does not parse counts as missing.
  public var createdAt: String?
  /// What the row says.
  public var content: Content

  /// A row with plain or encrypted content.
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: Content) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.content = content
  }
}
