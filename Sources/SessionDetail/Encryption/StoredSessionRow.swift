internal import CanonicalJSON

/// A message of a session as it is stored, encrypted or not.
public struct StoredSessionRow: Identifiable, Sendable {
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
  public var content: Content {
    get {
      switch form {
      case .plain(let text): .plain(text.string)
      case .encrypted(let content): .encrypted(content)
      }
    }
    set { form = Form(newValue) }
  }
  /// The content, which may not be decoded yet.
  private(set) var form: Form

  /// Creates a row with plain or encrypted content.
  ///
  /// - Parameters:
  ///   - id: The id, which a later write of the row repeats.
  ///   - sequenceNumber: The position of the row in the session.
  ///   - createdAt: The creation time in RFC 3339, or `nil` if it is unknown.
  ///   - content: The content as it is stored.
  public init(id: String, sequenceNumber: Int64, createdAt: String? = nil, content: Content) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    form = Form(content)
  }

  /// Creates a row whose content may be decoded later.
  init(id: String, sequenceNumber: Int64, createdAt: String?, form: Form) {
    self.id = id
    self.sequenceNumber = sequenceNumber
    self.createdAt = createdAt
    self.form = form
  }

  /// A content that may not be decoded yet.
  enum Form {
    /// The plaintext.
    case plain(RowText)
    /// The plaintext, encrypted with the session's key.
    case encrypted(EncryptedContent)

    /// Creates the form of a decoded content.
    fileprivate init(_ content: Content) {
      self =
        switch content {
        case .plain(let text): .plain(.string(text))
        case .encrypted(let content): .encrypted(content)
        }
    }
  }
}

extension StoredSessionRow: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: StoredSessionRow, right: StoredSessionRow) -> Bool {
    left.sequenceNumber == right.sequenceNumber
      && left.id.hasSameBytes(as: right.id)
      && left.createdAt.hasSameBytes(as: right.createdAt)
      && left.content == right.content
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id.textKey)
    hasher.combine(sequenceNumber)
    hasher.combine(createdAt.textKey)
    hasher.combine(content)
  }
}

extension StoredSessionRow.Content: Hashable {
  /// Returns whether both are plaintexts with the same UTF-8 bytes, or equal encrypted contents.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.plain(let left), .plain(let right)): left.hasSameBytes(as: right)
    case (.encrypted(let left), .encrypted(let right)): left == right
    default: false
    }
  }

  /// Hashes the contents that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .plain(let text): hasher.combine(text.textKey)
    case .encrypted(let content): hasher.combine(content)
    }
  }
}

extension StoredSessionRow: CustomReflectable {
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
