public import Foundation

/// A bot's word on what it does now.
///
/// On the wire it is an object with these members. `detail` may be absent or null and is left out
/// when nil; all others have to be there (rule W1).
public struct BotStateUpdate: Codable, Sendable {
  /// What the bot is doing.
  public let state: BotState
  /// Which bot.
  public let botName: String
  /// More for the user to read, such as `Searching web...` of a tool; nil where there is nothing to
  /// say.
  public let detail: String?
  /// Since when, to the second on the wire (rule W4).
  public let timestamp: Date

  /// Makes an update, by default of this moment and without detail.
  public init(state: BotState, botName: String, detail: String? = nil, timestamp: Date = Date()) {
    self.state = state
    self.botName = botName
    self.detail = detail
    self.timestamp = timestamp
  }
}

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
