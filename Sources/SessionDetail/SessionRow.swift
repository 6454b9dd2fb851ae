public import CanonicalJSON

/// A stored message of a session, as it was loaded or received as an update.
public struct SessionRow: Hashable, Sendable {
  /// The id of the row. Later writes of a row have the same id (R1).
  @ByteWise public var id: String
  /// The number that determines the row's position in the session (R2).
  public var sequenceNumber: Int64
  /// The time at which the row was written, in RFC 3339. A text that can't be parsed counts as
  /// missing.
  @ByteWise public var createdAt: String?
  /// The decrypted content: JSON text or plain text (P1).
  @ByteWise public var content: String

  /// Creates a row with unencrypted content.
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: String) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.content = content
  }
}
