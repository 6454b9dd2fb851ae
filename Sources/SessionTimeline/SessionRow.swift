internal import CanonicalJSON

/// One stored message of a session, as it was loaded or pushed.
public struct SessionRow: Sendable {
  /// Identifies the row; later writes of a row repeat it (R1).
  public var id: String
  /// The row's place in the session (R2).
  public var sequenceNumber: Int64
  /// When the row was written, in RFC 3339; a text that does not parse counts as missing.
  public var createdAt: String?
  /// The decrypted plaintext: JSON text or plain text (P1).
  public var content: String

  /// A row with plain content.
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: String) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.content = content
  }
}

extension SessionRow: Hashable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: SessionRow, right: SessionRow) -> Bool {
    left.sequenceNumber == right.sequenceNumber && left.id.hasSameBytes(as: right.id)
      && left.createdAt.textKey == right.createdAt.textKey && left.content.hasSameBytes(as: right.content)
  }

  /// Hashes what tells rows apart as a rule, not their content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(TextKey(id))
    hasher.combine(sequenceNumber)
  }
}
