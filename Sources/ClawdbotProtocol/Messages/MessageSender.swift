internal import CanonicalJSON

/// The author of a message: the user, or one of any number of bots.
///
/// On the wire, it is `{"type": "user"}` or `{"type": "bot", "name": "Opta"}` (rule W3).
public enum MessageSender: Codable, Hashable, Sendable {
  /// The user of the app.
  case user
  /// A bot, identified by its name.
  case bot(name: String)

  /// The members on the wire. Only a bot has a name.
  private enum CodingKeys: String, CodingKey {
    case type, name
  }

  /// Decodes the type, and the name only if the type is `bot`. A name next to `user` is ignored.
  ///
  /// - Throws: `DecodingError.dataCorrupted` at `type` if the type is neither `user` nor `bot`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let type = try container.decode(String.self, forKey: .type)

    switch type {
    case "user":
      self = .user
    case "bot":
      let name = try container.decode(String.self, forKey: .name)
      self = .bot(name: name)
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .type,
        in: container,
        debugDescription: "unknown sender type '\(type)'; known are 'user' and 'bot'"
      )
    }
  }

  /// Encodes the type and, for a bot, the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)

    switch self {
    case .user:
      try container.encode("user", forKey: .type)
    case .bot(let name):
      try container.encode("bot", forKey: .type)
      try container.encode(name, forKey: .name)
    }
  }

  /// Returns whether both are the user, or both are bots whose names have the same UTF-8 bytes
  /// (rule W8).
  public static func == (left: MessageSender, right: MessageSender) -> Bool {
    left.botName == right.botName
  }

  /// Hashes the name of the bot, if it is one.
  public func hash(into hasher: inout Hasher) { hasher.combine(botName) }

  /// The name of the bot, or `nil` for the user.
  private var botName: TextKey? {
    if case .bot(let name) = self {
      TextKey(name)
    } else {
      nil
    }
  }
}
