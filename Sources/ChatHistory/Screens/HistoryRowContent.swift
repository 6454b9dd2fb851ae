internal import CanonicalJSON
internal import Foundation

/// The content of a row in the history: the texts that a view shows.
public struct HistoryRowContent: Identifiable, Sendable {
  /// The id of the session that the row shows.
  public let sessionId: String
  /// The title of the scenario.
  public let title: String
  /// The number of dialog lines, such as `12 lines`.
  public let lines: String
  /// The duration of the conversation, such as `3m 5s`.
  public let duration: String
  /// The target language in upper case, independent of the locale.
  public let language: String

  /// The id of the session, which is unique in the history.
  public var id: String { sessionId }

  /// Creates the row of a session.
  public init(session: HistorySession) {
    // H10
    sessionId = session.sessionId
    title = session.scenarioTitle
    lines = "\(session.dialogLines.count) lines"
    duration = Self.formatDuration(session.durationSeconds)
    language = session.targetLanguage.uppercased()
  }

  // H14
  /// Returns a duration in minutes and seconds, such as `3m 5s`.
  ///
  /// - Parameter seconds: The duration in seconds. If it is negative, so are both numbers.
  public static func formatDuration(_ seconds: Int64) -> String {
    let minutes = seconds / 60
    let remaining = seconds % 60
    return "\(minutes)m \(remaining)s"
  }

  /// Returns a date and time in the user's locale and time zone.
  ///
  /// - Parameter epochMs: The time in milliseconds since 1970.
  public static func formatDate(_ epochMs: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(epochMs) / 1_000)
    return date.formatted(date: .abbreviated, time: .shortened)
  }
}

extension HistoryRowContent: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: HistoryRowContent, right: HistoryRowContent) -> Bool {
    left.texts == right.texts
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) { hasher.combine(texts) }

  private var texts: [TextKey] {
    [sessionId, title, lines, duration, language].map(\.textKey)
  }
}
