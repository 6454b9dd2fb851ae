public import CanonicalJSON

/// A line that one participant said in a conversation.
public struct DialogLine: Equatable, Identifiable, Sendable {
  /// The id of the line. The code that creates lines must make it unique in its conversation.
  @ByteWise public var id: String
  /// The id of the speaker, or `nil` if the speaker is unknown.
  @ByteWise public var speakerId: String?
  /// The name of the speaker's role.
  @ByteWise public var roleName: String
  /// The text of the line.
  @ByteWise public var textNative: String
  /// The translation of the text.
  @ByteWise public var textTranslated: String
  /// The time at which the line was said, in milliseconds since 1970, or `nil` if it is unknown.
  public var timestamp: Int64?

  /// Creates a line, by default of an unknown speaker at an unknown time.
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
