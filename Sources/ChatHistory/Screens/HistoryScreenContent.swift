/// The content of the history screen of an app.
///
/// ```swift
/// let screen = HistoryScreenContent(
///   userProfile: sdk.userProfile.value,
///   sessions: sdk.history.value
/// )
/// ```
public enum HistoryScreenContent: Hashable, Sendable {
  /// An offer to become premium. The user isn't premium, or there is no profile.
  case upsell
  /// A list without sessions, with ``emptyTitle`` and ``emptyText``.
  case empty
  /// The rows of the sessions, in the order of the history.
  case list(rows: [HistoryRowContent])

  /// The title of the screen of a premium user.
  public static let title = "History"
  /// The title of a list without sessions.
  public static let emptyTitle = "No History"
  /// The explanation of a list without sessions.
  public static let emptyText = "Your completed sessions will appear here."

  /// Creates the screen for a user and the sessions of the history.
  ///
  /// - Parameters:
  ///   - userProfile: The profile of the user, or `nil` if there is none.
  ///   - sessions: The sessions in the order of the history.
  public init(userProfile: UserProfile?, sessions: [HistorySession]) {
    // H12
    if userProfile?.isPremium != true {
      self = .upsell
    } else if sessions.isEmpty {
      self = .empty
    } else {
      self = .list(rows: sessions.map { HistoryRowContent(session: $0) })
    }
  }
}
