internal import CanonicalJSON

/// What one participant said in a conversation.
public struct DialogLine: Identifiable, Sendable {
  /// Unique in its conversation, as far as whoever made it took care.
  public var id: String
  /// Nil where it is not known who speaks.
  public var speakerId: String?
  /// The role in which it was said.
  public var roleName: String
  /// What was said.
  public var textNative: String
  /// The same, translated.
  public var textTranslated: String
  /// In milliseconds since 1970.
  public var timestamp: Int64?

  /// Makes a line.
  public init(
    id: String, speakerId: String? = nil, roleName: String, textNative: String, textTranslated: String,
    timestamp: Int64? = nil
  ) {
    self.id = id
    self.speakerId = speakerId
    self.roleName = roleName
    self.textNative = textNative
    self.textTranslated = textTranslated
    self.timestamp = timestamp
  }
}

extension DialogLine: Equatable {
  /// Whether both are the same, texts by their UTF-8 bytes.
  public static func == (left: DialogLine, right: DialogLine) -> Bool {
    left.id.hasSameBytes(as: right.id) && left.speakerId.map { TextKey($0) } == right.speakerId.map { TextKey($0) }
      && left.roleName.hasSameBytes(as: right.roleName) && left.textNative.hasSameBytes(as: right.textNative)
      && left.textTranslated.hasSameBytes(as: right.textTranslated) && left.timestamp == right.timestamp
  }
}
