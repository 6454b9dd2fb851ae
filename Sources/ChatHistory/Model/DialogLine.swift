public import CanonicalJSON

/// What one participant said in a conversation.
public struct DialogLine: Equatable, Identifiable, Sendable {
  /// Unique in its conversation, as far as whoever made it took care.
  @ByteWise public var id: String
  /// Nil where it is not known who speaks.
  @ByteWise public var speakerId: String?
  /// The role in which it was said.
  @ByteWise public var roleName: String
  /// What was said.
  @ByteWise public var textNative: String
  /// The same, translated.
  @ByteWise public var textTranslated: String
  /// In milliseconds since 1970.
  public var timestamp: Int64?

  /// Makes a line.
  public init(
    id: String,
    speakerId: String? = nil,
    roleName: String,
    textNative: String,
    textTranslated: String,
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
