public import Foundation

/// A bot's report of its current activity.
///
/// On the wire, it is an object with these members. `detail` can be absent or null, and is omitted
/// when `nil`. All other members are required (rule W1).
public struct BotStateUpdate: Codable, Sendable {
  /// The current activity of the bot.
  public let state: BotState
  /// The name of the bot.
  public let botName: String
  /// Additional text for the user, such as `Searching web...` for a tool, or `nil` if there is
  /// none.
  public let detail: String?
  /// The time at which the activity started. The wire format keeps whole seconds (rule W4).
  public let timestamp: Date

  /// Creates an update, by default with the current time and no detail (rule C1).
  public init(state: BotState, botName: String, detail: String? = nil, timestamp: Date = Date()) {
    self.state = state
    self.botName = botName
    self.detail = detail
    self.timestamp = timestamp
  }
}

/// The activity of a bot.
///
/// On the wire, it is the case's name as a string.
public enum BotState: String, Codable, Sendable {
  /// Not doing anything.
  case idle
  /// Working on a request; no reply is streaming yet.
  case thinking
  /// Writing its reply.
  case typing
  /// Using an external tool.
  case toolUse
}
