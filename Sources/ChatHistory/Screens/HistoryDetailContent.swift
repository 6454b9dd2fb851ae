internal import CanonicalJSON

/// The content of the screen that replays a past conversation.
public struct HistoryDetailContent: Sendable {
  /// A line of the transcript.
  public struct Line: Sendable {
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
    let row = HistoryRowContent(session: session)
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

extension HistoryDetailContent: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: HistoryDetailContent, right: HistoryDetailContent) -> Bool {
    left.heading == right.heading && left.transcript == right.transcript
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(heading)
    hasher.combine(transcript)
  }

  /// The title and the header.
  private var heading: [TextKey] { ([title] + header).map(\.textKey) }
}

extension HistoryDetailContent.Line: Hashable {
  /// Returns whether all texts have the same UTF-8 bytes.
  public static func == (left: Self, right: Self) -> Bool { left.texts == right.texts }

  /// Hashes the texts.
  public func hash(into hasher: inout Hasher) { hasher.combine(texts) }

  private var texts: [TextKey] { [roleName, textNative, textTranslated].map(\.textKey) }
}
