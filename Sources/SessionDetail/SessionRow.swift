internal import CanonicalJSON

/// A stored message of a session, as it was loaded or received as an update.
///
/// ```swift
/// let row = SessionRow(id: "row-1", sequenceNumber: 1, content: "Hello")
/// let timeline = SessionTimeline(rows: [row])
/// ```
public struct SessionRow: Identifiable, Sendable {
  /// The id of the row. Later writes of a row have the same id (R1).
  public var id: String
  /// The number that determines the row's position in the session (R2).
  public var sequenceNumber: Int64
  /// The time at which the row was written, in RFC 3339. A text that can't be parsed counts as
  /// missing.
  public var createdAt: String?
  /// The decrypted content: JSON text or plain text (P1).
  public var content: String {
    get { text.string }
    set { text = .string(newValue) }
  }
  /// The content, which may not be decoded yet.
  package private(set) var text: RowText

  /// Creates a row with unencrypted content.
  ///
  /// - Parameters:
  ///   - id: The id, which a later write of the row repeats.
  ///   - sequenceNumber: The position of the row in the session.
  ///   - createdAt: The creation time in RFC 3339, or `nil` if it is unknown.
  ///   - content: JSON text or plain text. A text that isn't a JSON object counts as plain text
  ///     (P1).
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: String) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    text = .string(content)
  }

  /// Creates a row whose content may be decoded later.
  init(id: String, sequenceNumber: Int64, createdAt: String?, text: RowText) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.text = text
  }
}

// Like the other types with text, this type has no synthesized equality, which would treat
// canonically equivalent texts as equal.
extension SessionRow: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: SessionRow, right: SessionRow) -> Bool {
    left.sequenceNumber == right.sequenceNumber
      && left.id.hasSameBytes(as: right.id)
      && left.createdAt.hasSameBytes(as: right.createdAt)
      && left.content.hasSameBytes(as: right.content)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id.textKey)
    hasher.combine(sequenceNumber)
    hasher.combine(createdAt.textKey)
    hasher.combine(content.textKey)
  }
}

extension SessionRow: CustomReflectable {
  /// The public properties, which `print` and `#expect` show.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: [
        "id": id, "sequenceNumber": sequenceNumber, "createdAt": createdAt as Any,
        "content": content,
      ],
      displayStyle: .struct
    )
  }
}
