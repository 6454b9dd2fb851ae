/// The content of the screen that replays a past conversation.
public struct SessionDetail: Equatable, Sendable {
  /// A line of the transcript.
  public struct Line: Equatable, Sendable {
    /// The name of the speaker's role.
    public let roleName: String
    /// The text of the line.
    public let textNative: String
    /// The translation of the text.
    public let textTranslated: String
  }

  /// The title of the scenario.
  public let title: String
  /// The language, the duration and the number of lines, in the order in which they are shown.
  public let header: [String]
  /// The lines of the conversation, in order.
  public let transcript: [Line]

  /// Creates the detail of a session.
  public init(session: HistorySession) {
    // H13
    let row = HistoryRow(session: session)
    title = row.title
    header = [row.language, row.duration, row.lines]
    transcript = session.dialogLines.map { line in
      Line(
        roleName: line.roleName,
        textNative: line.textNative,
        textTranslated: line.textTranslated
      )
    }
  }
}
