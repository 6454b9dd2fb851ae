public import CanonicalJSON

/// One stored message of a session, as it was loaded or pushed.
public struct SessionRow: Hashable, Sendable {
  /// Identifies the row; later writes of a row repeat it (R1).
  @ByteWise public var id: String
  /// The row's place in the session (R2).
  public var sequenceNumber: Int64
  /// When the row was written, in RFC 3339; a text that does not parse counts as missing.
  @ByteWise public var createdAt: String?
  /// The decrypted plaintext: JSON text or plain text (P1).
  @ByteWise public var content: String

  /// A row with plain content.
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: String) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.content = content
  }
}
