/// What a row of the history shows.
public struct HistoryRow: Sendable {
  /// The scenario's title.
  public let title: String
  /// How many lines there are.
  public let lines: String
  /// How long the conversation took.
  public let duration: String
  /// The language, in upper case whatever the locale.
  public let language: String

  /// Makes the row of a session.
  public init(_ session: HistorySession) {
    // H10
    title = session.scenarioTitle
    lines = "\(session.dialogLines.count) lines"
    duration = Self.formatDuration(session.durationSeconds)
    language = session.targetLanguage.uppercased()
  }

  /// Minutes and seconds, both with the sign of the duration.
  public static func formatDuration(_ seconds: Int64) -> String {
    "\(seconds / 60)m \(seconds % 60)s"
  }
}
