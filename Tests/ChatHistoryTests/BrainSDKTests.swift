import ChatHistory
import Foundation
import HistoryTrials
import Testing

struct BrainSDKTests {
  // H6
  @Test func `without a profile the repository is not called`() async throws {
    let repository = SlowRepository()
    let sdk = BrainSDK(historyRepository: repository)
    await sdk.startSession(SessionState())
    try await sdk.endSession()
    #expect(await repository.saved == [])

    try await sdk.updateProfile { $0 }
    await sdk.startSession(SessionState())
    try await sdk.endSession()
    #expect(await repository.saved.count == 1, "a save that will be refused is a call")
  }

  @Test func `sessions that end while another is being saved get their own ids`() async throws {
    let repository = SlowRepository()
    let sdk = BrainSDK(historyRepository: repository, now: { 5 })
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        await sdk.startSession(SessionState())
        group.addTask { try await sdk.endSession() }
        while await sdk.sessionState != nil { await Task.yield() }
      }
      try await group.waitForAll()
    }
    #expect(await repository.saved.sorted() == ["session_5", "session_5_2", "session_5_3"])
  }

  @Test func `a session that is ended twice at once is saved once`() async throws {
    let repository = SlowRepository()
    let sdk = BrainSDK(historyRepository: repository)
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(SessionState())
    async let first = sdk.endSession()
    async let second = sdk.endSession()
    _ = try await (first, second)
    #expect(await repository.saved.count == 1)
  }

  @Test func `ending a session returns the result of the save`() async throws {
    let repository = MockRemoteHistoryRepository()
    let sdk = BrainSDK(historyRepository: repository, now: { 5 })
    #expect(try await sdk.endSession() == nil, "no session runs")
    await sdk.startSession(SessionState())
    #expect(try await sdk.endSession() == nil, "there is no profile")

    try await sdk.updateProfile { $0.doCopy(isPremium: false) }
    await sdk.startSession(SessionState())
    #expect(try await sdk.endSession() == .Error(reason: .featureLocked))

    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await repository.failNextCall()
    await sdk.startSession(SessionState())
    #expect(try await sdk.endSession() == .Error(reason: .networkError))

    await sdk.startSession(SessionState())
    let result = try await sdk.endSession()
    #expect(sdk.history.value.count == 1)
    #expect(result == sdk.history.value.first.map { .Success(session: $0) })
  }

  @Test func `an update that throws leaves the profile`() async throws {
    let sdk = BrainSDK()
    try await sdk.updateProfile { $0.doCopy(displayName: "Maria") }
    await #expect(throws: HistoryErrorReason.networkError) {
      try await sdk.updateProfile { _ in throw HistoryErrorReason.networkError }
    }
    #expect(sdk.userProfile.value?.displayName == "Maria")
  }

  @Test func `the transcript at the end is saved, not that at the start`() async throws {
    let sdk = BrainSDK()
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.updateSession { _ in Issue.record("no session runs") }
    await sdk.startSession(SessionState())
    for id in ["1", "2"] {
      await sdk.updateSession {
        $0.dialogHistory.append(
          DialogLine(id: id, roleName: "r", textNative: "n", textTranslated: "t")
        )
      }
    }
    try await sdk.endSession()
    #expect(sdk.history.value.first?.dialogLines.map(\.id) == ["1", "2"])
  }

  @Test func `ids come from the source that is injected`() async throws {
    let sdk = BrainSDK(now: { 7 }, newSessionId: { "phone-\($0)" })
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    for _ in 0..<2 {
      await sdk.startSession(SessionState())
      try await sdk.endSession()
    }
    #expect(sdk.history.value.map(\.sessionId) == ["phone-7_2", "phone-7"])
  }

  @Test func `the clock of the system counts milliseconds since 1970`() async throws {
    let sdk = BrainSDK()
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(SessionState())
    let before = Date()
    try await sdk.endSession()
    let saved = try #require(sdk.history.value.first).timestamp
    #expect(
      (Int64(before.timeIntervalSince1970 * 1_000)...Int64(Date().timeIntervalSince1970 * 1_000))
        .contains(saved)
    )
  }
}

/// A repository that takes its time over a save and lists no sessions.
private actor SlowRepository: ObservableHistoryRepository {
  nonisolated let history = StateFlow<[HistorySession]>([])
  private(set) var saved: [String] = []

  func saveSession(
    _ session: HistorySession,
    _ userProfile: UserProfile?
  ) async -> HistorySaveResult {
    saved.append(session.sessionId)
    for _ in 0..<100 { await Task.yield() }
    return .Success(session: session)
  }

  func getSessions() -> [HistorySession] { [] }
  func deleteSession(_ sessionId: String) {}
  func clear() {}
}
