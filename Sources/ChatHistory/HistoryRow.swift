/// What a row of the history shows.
public struct HistoryRow: Sendable {
  public let title: String
  public let lines: String
  public let duration: String
  public let language: String

  // H10
  public init(_ session: HistorySession) {
    title = session.scenarioTitle
    lines = "\(session.dialogLines.count) lines"
    duration = Self.formatDuration(session.durationSeconds)
    language = session.targetLanguage.uppercased()
  }

  /// Minutes and seconds, both with the sign of the duration.
  public static func formatDuration(_ seconds: Int64) -> String { "\(seconds / 60)m \(seconds % 60)s" }
}
