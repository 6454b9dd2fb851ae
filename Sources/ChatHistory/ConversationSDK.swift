internal import CanonicalJSON
public import Foundation

/// Runs conversations, and saves each to the history when it ends.
public actor ConversationSDK {
  private let repository: any HistoryRepository
  private let now: @Sendable () -> Int64
  private let newSessionId: @Sendable (_ now: Int64) -> String
  /// Made for sessions whose save is under way.
  private var pendingIds: [String] = []

  /// Nil where nobody is signed in.
  public private(set) var userProfile: UserProfile?
  /// Nil where no session runs.
  public private(set) var sessionState: SessionState?

  /// Makes one without a profile and without a session.
  ///
  /// - Parameters:
  ///   - now: in milliseconds since 1970.
  ///   - newSessionId: gives an id to a session that has none; one that is taken is followed by
  ///     `_2`, `_3`, …. Processes that share a repository need sources whose ids differ: a save
  ///     with a known id replaces.
  public init(
    historyRepository: any HistoryRepository,
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) },
    newSessionId: @escaping @Sendable (_ now: Int64) -> String = { "session_\($0)" }
  ) {
    repository = historyRepository
    self.now = now
    self.newSessionId = newSessionId
  }

  /// The repository's list.
  public nonisolated var history: HistoryUpdates { repository.history }

  /// Changes the profile, or the default one where there is none.
  public func updateProfile(_ change: @Sendable (inout UserProfile) -> Void) {
    var profile = userProfile ?? UserProfile()
    change(&profile)
    userProfile = profile
  }

  /// Forgets the profile; what was saved stays.
  public func removeProfile() { userProfile = nil }

  /// Starts a session in place of one that runs.
  public func startSession(_ state: SessionState) { sessionState = state }

  /// Changes the session that runs, if one does.
  public func updateSession(_ change: @Sendable (inout SessionState) -> Void) {
    guard var state = sessionState else { return }
    change(&state)
    sessionState = state
  }

  /// Ends the session that runs, and saves it where the user is premium.
  ///
  /// - Returns: why the session was not saved, though it is over; nil where it was, and where there
  ///   was nothing to save.
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

  /// Asks `history`, which takes no call of the repository that might fail.
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
