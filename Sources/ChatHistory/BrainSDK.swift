internal import CanonicalJSON
public import Foundation

/// An actor that runs conversations, and saves each one to the history when it ends.
///
/// ```swift
/// let sdk = BrainSDK()
/// try await sdk.updateProfile { profile in
///   profile.doCopy(currentTargetLanguage: "es", isPremium: true)
/// }
/// await sdk.startSession(SessionState(scenario: .init(name: "Ordering Coffee")))
/// try await sdk.endSession()
/// ```
public actor BrainSDK {
  /// The past sessions, most recent first, as they change.
  ///
  /// If the repository isn't an ``ObservableHistoryRepository``, the list starts empty. It is read
  /// from the repository once the instance is created, after each saved session, and in
  /// ``reloadHistory()``.
  public nonisolated let history: StateFlow<[HistorySession]>

  /// The profile of the user as it changes, or `nil` while there is none.
  public nonisolated let userProfile = StateFlow<UserProfile?>(nil)

  /// The state of the running session, or `nil` if there is none.
  public private(set) var sessionState: SessionState?

  private let repository: any HistoryRepository
  /// Whether the repository sends `history`, so that this instance never reads the list.
  private let updatesHistoryItself: Bool
  private let now: @Sendable () -> Int64
  private let newSessionId: @Sendable (_ now: Int64) -> String

  /// The ids of the sessions that are being saved.
  private var pendingIds: [String] = []

  /// The number of reads of the list that have started.
  private var startedReadCount = 0
  /// The number of the read whose list was sent last. Lists of earlier reads are out of date.
  private var lastSentRead = 0

  /// Creates an instance without a profile and a session.
  ///
  /// - Parameters:
  ///   - historyRepository: The repository that stores ended sessions.
  ///   - now: Returns the current time in milliseconds since 1970.
  ///   - newSessionId: Returns an id for a session that has none. If the id is taken, `_2`, `_3`, …
  ///     is appended. Processes that share a repository need closures that return different ids,
  ///     because saving a session with a known id replaces it.
  public init(
    historyRepository: any HistoryRepository = MockRemoteHistoryRepository(),
    now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970 * 1_000) },
    newSessionId: @escaping @Sendable (_ now: Int64) -> String = { "session_\($0)" }
  ) {
    let observable = historyRepository as? any ObservableHistoryRepository
    history = observable?.history ?? StateFlow([])
    updatesHistoryItself = observable != nil
    repository = historyRepository
    self.now = now
    self.newSessionId = newSessionId

    if observable == nil {
      // A failed read leaves the list empty. The app can call `reloadHistory()`.
      Task { [weak self] in try? await self?.reloadHistory() }
    }
  }

  /// Updates the profile, and sends it to the observers if it has changed.
  ///
  /// ```swift
  /// try await sdk.updateProfile { profile in
  ///   profile.doCopy(isPremium: true)
  /// }
  /// ```
  ///
  /// - Parameter change: Returns the new profile. Its argument is the current profile, or one with
  ///   an empty id and default values if there is none.
  /// - Throws: The error that `change` throws. The profile isn't changed in this case.
  public func updateProfile(
    _ change: @Sendable (UserProfile) throws -> UserProfile
  ) async throws {
    let profile = userProfile.value ?? UserProfile(id: "")
    userProfile.send(try change(profile))
  }

  /// Removes the profile. Saved sessions are kept.
  public func removeProfile() {
    userProfile.send(nil)
  }

  /// Starts a session, and replaces the running one without saving it.
  ///
  /// - Parameter state: The state to start with. A session without an id receives one when it is
  ///   saved.
  public func startSession(_ state: SessionState) {
    sessionState = state
  }

  /// Updates the running session. Has no effect if there is none.
  ///
  /// - Parameter change: Changes the state in place. It isn't called if there is no session.
  public func updateSession(_ change: @Sendable (inout SessionState) -> Void) {
    guard var state = sessionState else { return }
    change(&state)
    sessionState = state
  }

  /// Ends the running session, and saves it if the user is premium.
  ///
  /// A refused or failed save is silent: this method doesn't throw for it, and you can ignore the
  /// result.
  ///
  /// - Returns: The result of the save, or `nil` if there was no session or no profile.
  /// - Throws: Nothing at present. The declaration throws because ending a hosted game could fail.
  @discardableResult
  public func endSession() async throws -> HistorySaveResult? {
    // H6
    guard let state = sessionState else { return nil }
    sessionState = nil
    guard let profile = userProfile.value else { return nil }

    let session = historySession(of: state, language: profile.currentTargetLanguage)
    pendingIds.append(session.sessionId)
    let result = await repository.saveSession(session, profile)
    if let index = pendingIds.firstIndex(where: { $0.hasSameBytes(as: session.sessionId) }) {
      pendingIds.remove(at: index)
    }

    if case .Success(let saved) = result, !updatesHistoryItself {
      await showInHistory(saved)
    }
    return result
  }

  /// Reads the list from the repository, and sends it to the observers if it has changed.
  ///
  /// Call this after you have changed a repository that isn't an ``ObservableHistoryRepository``.
  /// With one that is, ``history`` is always up to date, and this method has no effect.
  ///
  /// - Throws: `HistoryErrorReason` if the list can't be read. ``history`` isn't changed then.
  public func reloadHistory() async throws(HistoryErrorReason) {
    guard !updatesHistoryItself else { return }
    startedReadCount += 1
    let read = startedReadCount
    let sessions = try await repository.getSessions()

    guard read > lastSentRead else { return }
    lastSentRead = read
    history.send(sessions)
  }

  /// Adds a saved session to the history of a repository that can't be observed.
  private func showInHistory(_ session: HistorySession) async {
    do {
      try await reloadHistory()
    } catch {
      // The session is saved, even though the list can't be read now.
      var sessions = history.value
      sessions.save(session)
      history.send(sessions)
    }
  }

  // H7
  /// Creates the history's record of a session, with defaults for missing values.
  private func historySession(of state: SessionState, language: String) -> HistorySession {
    let now = now()
    let givenId = state.stats?.sessionId.flatMap { $0.isEmpty ? nil : $0 }
    let duration = state.stats?.startedAt.map { Self.wholeSeconds(from: $0, to: now) }

    return HistorySession(
      sessionId: givenId ?? freeSessionId(now),
      scenarioTitle: state.scenario?.name ?? "Unknown",
      timestamp: now,
      targetLanguage: language,
      durationSeconds: duration ?? 0,
      dialogLines: state.dialogHistory
    )
  }

  /// Returns an id that isn't taken. This method reads `history`, because a call to the repository
  /// could fail.
  private func freeSessionId(_ now: Int64) -> String {
    let id = newSessionId(now)
    let taken = Set((history.value.map(\.sessionId) + pendingIds).map { TextKey($0) })
    let candidates = (1...).lazy.map { $0 == 1 ? id : "\(id)_\($0)" }
    return candidates.first { !taken.contains(TextKey($0)) } ?? id
  }

  /// Returns the whole seconds between two times in milliseconds, or 0 if the end is before the
  /// start.
  private static func wholeSeconds(from start: Int64, to end: Int64) -> Int64 {
    max(0, Int64(clamping: Int128(end) - Int128(start))) / 1_000
  }
}
