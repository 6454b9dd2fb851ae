internal import CanonicalJSON
public import Foundation

/// An actor that runs conversations, and saves each one to the history when it ends.
public actor ConversationSDK {
  private let repository: any HistoryRepository
  private let now: @Sendable () -> Int64
  private let newSessionId: @Sendable (_ now: Int64) -> String
  /// The ids of the sessions that are being saved.
  private var pendingIds: [String] = []

  /// The profile of the user, or `nil` if no user is signed in.
  public private(set) var userProfile: UserProfile?
  /// The state of the running session, or `nil` if there is none.
  public private(set) var sessionState: SessionState?

  /// Creates an instance without a profile or session.
  ///
  /// - Parameters:
  ///   - historyRepository: The repository that stores ended sessions.
  ///   - now: Returns the current time in milliseconds since 1970.
  ///   - newSessionId: Returns an id for a session that has none. If the id is taken, `_2`, `_3`, …
  ///     is appended. Processes that share a repository need closures that return different ids,
  ///     because saving a session with a known id replaces it.
  public init(
    historyRepository: any HistoryRepository,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) },
    newSessionId: @escaping @Sendable (_ now: Int64) -> String = { "session_\($0)" }
  ) {
    repository = historyRepository
    self.now = now
    self.newSessionId = newSessionId
  }

  /// The list of sessions in the repository, as it changes.
  public nonisolated var history: HistoryUpdates { repository.history }

  /// Updates the profile, or a default profile if there is none.
  public func updateProfile(_ change: @Sendable (inout UserProfile) -> Void) {
    var profile = userProfile ?? UserProfile()
    change(&profile)
    userProfile = profile
  }

  /// Removes the profile. Saved sessions are kept.
  public func removeProfile() { userProfile = nil }

  /// Starts a session, and replaces the running one without saving it.
  public func startSession(_ state: SessionState) { sessionState = state }

  /// Updates the running session, if there is one.
  public func updateSession(_ change: @Sendable (inout SessionState) -> Void) {
    guard var state = sessionState else { return }
    change(&state)
    sessionState = state
  }

  /// Ends the running session, and saves it if the user is premium.
  ///
  /// - Returns: The reason why the ended session wasn't saved, or `nil` if it was saved or if there
  ///   was no session or profile.
  @discardableResult
  public func endSession() async -> HistoryErrorReason? {
    // H6
    guard let state = sessionState else { return nil }
    sessionState = nil
    guard let profile = userProfile else { return nil }
    let session = historySession(of: state, language: profile.currentTargetLanguage)
    pendingIds.append(session.sessionId)
    let result = await repository.saveSession(session, profile: profile)
    if let index = pendingIds.firstIndex(where: { $0.hasSameBytes(as: session.sessionId) }) {
      pendingIds.remove(at: index)
    }
    return if case .error(let reason) = result {
      reason
    } else {
      nil
    }
  }

  // H7
  /// Creates the history's record of a session, with defaults for missing values.
  private func historySession(of state: SessionState, language: String) -> HistorySession {
    let now = now()
    return HistorySession(
      sessionId: state.stats?.sessionId.flatMap { $0.isEmpty ? nil : $0 } ?? freeSessionId(now),
      scenarioTitle: state.scenario?.name ?? "Unknown",
      timestamp: now,
      targetLanguage: language,
      durationSeconds: state.stats?.startedAt.map { Self.wholeSeconds(from: $0, to: now) } ?? 0,
      dialogLines: state.dialogHistory
    )
  }

  /// Returns an id that isn't taken. This method reads `history`, because a call to the repository
  /// could fail.
  private func freeSessionId(_ now: Int64) -> String {
    let id = newSessionId(now)
    let taken = Set((history.current.map(\.sessionId) + pendingIds).map { TextKey($0) })
    let candidates = (1...).lazy.map { $0 == 1 ? id : "\(id)_\($0)" }
    return candidates.first { !taken.contains(TextKey($0)) } ?? id
  }

  private static func wholeSeconds(from start: Int64, to end: Int64) -> Int64 {
    max(0, Int64(clamping: Int128(end) - Int128(start))) / 1_000
  }
}
