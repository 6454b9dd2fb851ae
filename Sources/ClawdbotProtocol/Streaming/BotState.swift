/// What a bot is doing.
///
/// On the wire it is the case's name as a string.
public enum BotState: String, Codable, Sendable {
  /// Nothing.
  case idle
  /// It works on a request and streams no reply yet.
  case thinking
  /// It writes its reply.
  case typing
  /// It uses an external tool.
  case toolUse
}
