/// What a screen with the user's history shows: an offer, an explanation or rows.
///
/// ```swift
/// let screen = HistoryScreenContent(
///   userProfile: sdk.userProfile.value,
///   sessions: sdk.history.value
/// )
///
/// switch screen {
/// case .upsell:
///   print("Become premium")
/// case .empty:
///   print(HistoryScreenContent.emptyTitle, HistoryScreenContent.emptyText)
/// case .list(let rows):
///   for row in rows { print(row.title, row.duration) }
/// }
/// ```
public enum HistoryScreenContent: Hashable, Sendable {
  /// An offer to become premium, for a user without premium or without a profile.
  case upsell
  /// A list without sessions, with ``emptyTitle`` and ``emptyText``.
  case empty
  /// A row for each session, in the order of the sessions.
  case list(rows: [HistoryRowContent])

  /// The title of the screen of a premium user.
  public static let title = "History"
  /// The title of a list without sessions.
  public static let emptyTitle = "No History"
  /// The explanation of a list without sessions.
  public static let emptyText = "Your completed sessions will appear here."

  /// Selects what a user sees: the offer without premium, and otherwise the rows of the sessions or
  /// the explanation if there are none.
  ///
  /// - Parameters:
  ///   - userProfile: The profile of the user, or `nil` if there is none.
  ///   - sessions: The sessions of the history, most recent first.
  public init(userProfile: UserProfile?, sessions: [HistorySession]) {
    let isPremium = userProfile?.isPremium ?? false

    // H12: the first condition that applies decides.
    if !isPremium {
      self = .upsell
    } else if sessions.isEmpty {
      self = .empty
    } else {
      self = .list(rows: sessions.map { HistoryRowContent(session: $0) })
    }
  }
}
