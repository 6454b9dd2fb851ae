import ChatHistory
import HistoryTrials
import Synchronization
import Testing

/// Tests with a class of an app that has only the four methods of `HistoryRepository`.
struct AppRepositoryTests {
  @Test func `the history has the sessions that a repository had before`() async throws {
    let old = TrialSession.session("x", version: 1)
    let sdk = BrainSDK(historyRepository: AppRepository([old]))
    let lists = sdk.history
    for await list in lists where !list.isEmpty {
      #expect(list == [old])
      break
    }
  }

  @Test func `an ended session is in the history when the call returns`() async throws {
    let repository = AppRepository()
    let sdk = BrainSDK(historyRepository: repository)
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    for id in ["a", "b"] {
      await sdk.startSession(SessionState(stats: SessionStats(sessionId: id)))
      try await sdk.endSession()
      #expect(sdk.history.value.first?.sessionId == id)
    }
    #expect(try await repository.getSessions() == sdk.history.value)
  }

  @Test func `a saved session is in the history even if the list cannot be read`() async throws {
    let repository = AppRepository()
    let sdk = BrainSDK(historyRepository: repository)
    try await sdk.reloadHistory()
    repository.canBeRead.store(false, ordering: .relaxed)
    await #expect(throws: HistoryErrorReason.networkError) { try await sdk.reloadHistory() }

    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(SessionState(stats: SessionStats(sessionId: "a")))
    try await sdk.endSession()
    #expect(sdk.history.value.map(\.sessionId) == ["a"])
  }

  @Test func `the app reloads the history after it has changed the repository`() async throws {
    let repository = AppRepository()
    let sdk = BrainSDK(historyRepository: repository)
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(SessionState(stats: SessionStats(sessionId: "a")))
    try await sdk.endSession()

    await repository.deleteSession("a")
    #expect(sdk.history.value.count == 1)
    try await sdk.reloadHistory()
    #expect(sdk.history.value == [])
  }

  @Test func `a list that was read earlier does not replace a later one`() async throws {
    let repository = AppRepository()
    let sdk = BrainSDK(historyRepository: repository)
    try await sdk.reloadHistory()
    repository.isSlow.store(true, ordering: .relaxed)
    async let early: Void = sdk.reloadHistory()
    while repository.waitingCount.load(ordering: .relaxed) == 0 { await Task.yield() }

    repository.isSlow.store(false, ordering: .relaxed)
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(SessionState(stats: SessionStats(sessionId: "a")))
    try await sdk.endSession()
    repository.mayGoOn.store(true, ordering: .relaxed)
    try await early
    #expect(sdk.history.value.map(\.sessionId) == ["a"])
  }
}

/// A repository as an app would write it, without a list that can be observed.
final class AppRepository: HistoryRepository {
  let canBeRead = Atomic(true)
  /// Whether a call that starts now returns its list only after `mayGoOn` is set.
  let isSlow = Atomic(false)
  let mayGoOn = Atomic(false)
  let waitingCount = Atomic(0)
  private let sessions: Mutex<[HistorySession]>

  init(_ sessions: [HistorySession] = []) {
    self.sessions = Mutex(sessions)
  }

  func saveSession(
    _ session: HistorySession,
    _ userProfile: UserProfile?
  ) async -> HistorySaveResult {
    guard userProfile?.isPremium == true else { return .Error(reason: .featureLocked) }
    sessions.withLock { $0.insert(session, at: 0) }
    return .Success(session: session)
  }

  func getSessions() async throws(HistoryErrorReason) -> [HistorySession] {
    guard canBeRead.load(ordering: .relaxed) else { throw .networkError }
    let list = sessions.withLock(\.self)
    if isSlow.load(ordering: .relaxed) {
      waitingCount.add(1, ordering: .relaxed)
      while !mayGoOn.load(ordering: .relaxed) { await Task.yield() }
    }
    return list
  }

  func deleteSession(_ sessionId: String) async {
    sessions.withLock { list in list.removeAll { $0.sessionId == sessionId } }
  }

  func clear() async {
    sessions.withLock { $0 = [] }
  }
}
