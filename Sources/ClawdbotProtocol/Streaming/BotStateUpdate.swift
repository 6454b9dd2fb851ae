internal import CanonicalJSON
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
  ///
  /// - Parameters:
  ///   - state: The current activity of the bot.
  ///   - botName: The name of the bot.
  ///   - detail: Additional text for the user, or `nil` for none.
  ///   - timestamp: The time at which the activity started.
  public init(state: BotState, botName: String, detail: String? = nil, timestamp: Date = Date()) {
    self.state = state
    self.botName = botName
    self.detail = detail
    self.timestamp = timestamp
  }
}

extension BotStateUpdate: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: BotStateUpdate, right: BotStateUpdate) -> Bool {
    left.state == right.state
      && left.botName.hasSameBytes(as: right.botName)
      && left.detail.hasSameBytes(as: right.detail)
      && left.timestamp == right.timestamp
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(state)
    hasher.combine(botName.textKey)
    hasher.combine(detail.textKey)
    hasher.combine(timestamp)
  }
}

/// The activity of a bot.
///
/// On the wire, it is the case's name as a string.
public enum BotState: String, CaseIterable, Codable, Sendable {
  /// Not doing anything.
  case idle
  /// Working on a request; no reply is streaming yet.
  case thinking
  /// Writing its reply.
  case typing
  /// Using an external tool.
  case toolUse
}
