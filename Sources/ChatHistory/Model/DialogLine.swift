internal import CanonicalJSON

/// A line that one participant said in a conversation.
public struct DialogLine: Identifiable, Sendable {
  /// The id of the line. The code that creates lines must make it unique in its conversation.
  public var id: String
  /// The id of the speaker, or `nil` if the speaker is unknown.
  public var speakerId: String?
  /// The name of the speaker's role.
  public var roleName: String
  /// The text of the line.
  public var textNative: String
  /// The translation of the text.
  public var textTranslated: String
  /// The time at which the line was said, in milliseconds since 1970, or `nil` if it is unknown.
  public var timestamp: Int64?

  /// Creates a line, by default of an unknown speaker at an unknown time.
  ///
  /// - Parameters:
  ///   - id: The id, which must be unique in the conversation.
  ///   - speakerId: The id of the speaker, or `nil` if the speaker is unknown.
  ///   - roleName: The name of the speaker's role.
  ///   - textNative: The text of the line.
  ///   - textTranslated: The translation of the text.
  ///   - timestamp: The time in milliseconds since 1970, or `nil` if it is unknown.
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

// Like the other types with text, this type has no synthesized equality, which would treat
// canonically equivalent texts as equal.
extension DialogLine: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: DialogLine, right: DialogLine) -> Bool {
    left.timestamp == right.timestamp
      && left.id.hasSameBytes(as: right.id)
      && left.speakerId.hasSameBytes(as: right.speakerId)
      && left.roleName.hasSameBytes(as: right.roleName)
      && left.textNative.hasSameBytes(as: right.textNative)
      && left.textTranslated.hasSameBytes(as: right.textTranslated)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id.textKey)
    hasher.combine(speakerId.textKey)
    hasher.combine(roleName.textKey)
    hasher.combine(textNative.textKey)
    hasher.combine(textTranslated.textKey)
    hasher.combine(timestamp)
  }
}
