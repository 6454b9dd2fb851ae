/// The content of a row in the history.
public struct HistoryRow: Sendable {
  /// The title of the scenario.
  public let title: String
  /// The number of dialog lines, such as `12 lines`.
  public let lines: String
  /// The duration of the conversation, such as `3m 5s`.
  public let duration: String
  /// The target language in upper case, independent of the locale.
  public let language: String

  /// Creates the row of a session.
  public init(_ session: HistorySession) {
    // H10
    title = session.scenarioTitle
    lines = "\(session.dialogLines.count) lines"
    duration = Self.formatDuration(session.durationSeconds)
    language = session.targetLanguage.uppercased()
  }

  /// Returns a duration in minutes and seconds, such as `3m 5s`. Both numbers have the sign of the
  /// duration.
  public static func formatDuration(_ seconds: Int64) -> String {
    "\(seconds / 60)m \(seconds % 60)s"
  }
}
