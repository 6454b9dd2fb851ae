import ChatHistory
import Foundation
import HistoryTrials
import Testing

struct ConversationSDKTests {
  // H6
  @Test func `without a profile the repository is not called`() async {
    let repository = SlowRepository()
    let sdk = ConversationSDK(historyRepository: repository)
    await sdk.startSession(SessionState())
    await sdk.endSession()
    #expect(await repository.saved == [])
    await sdk.updateProfile { _ in }
    await sdk.startSession(SessionState())
    await sdk.endSession()
    #expect(await repository.saved.count == 1, "a save that will be refused is a call")
  }

  @Test func `sessions that end while another is being saved get ids of their own`() async {
    let repository = SlowRepository()
    let sdk = ConversationSDK(historyRepository: repository, now: { 5 })
    await sdk.updateProfile { $0.isPremium = true }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        await sdk.startSession(SessionState())
        group.addTask { _ = await sdk.endSession() }
        while await sdk.sessionState != nil { await Task.yield() }
      }
    }
    #expect(await repository.saved.sorted() == ["session_5", "session_5_2", "session_5_3"])
  }

  @Test func `a session that is ended twice at once is saved once`() async {
    let repository = SlowRepository()
    let sdk = ConversationSDK(historyRepository: repository)
    await sdk.updateProfile { $0.isPremium = true }
    await sdk.startSession(SessionState())
    async let first = sdk.endSession()
    async let second = sdk.endSession()
    _ = await (first, second)
    #expect(await repository.saved.count == 1)
  }

  @Test func `whoever ends a session learns why it was not saved`() async {
    let repository = InMemoryHistoryRepository()
    let sdk = ConversationSDK(historyRepository: repository)
    #expect(await sdk.endSession() == nil, "no session runs")
    await sdk.startSession(SessionState())
    #expect(await sdk.endSession() == nil, "nobody is signed in")
    await sdk.updateProfile { $0.isPremium = false }
    await sdk.startSession(SessionState())
    #expect(await sdk.endSession() == .featureLocked)
    await sdk.updateProfile { $0.isPremium = true }
    await sdk.startSession(SessionState())
    #expect(await sdk.endSession() == nil)
  }

  @Test func `the transcript at the end is saved, not that at the start`() async {
    let sdk = ConversationSDK(historyRepository: InMemoryHistoryRepository())
    await sdk.updateProfile { $0.isPremium = true }
    await sdk.updateSession { _ in Issue.record("no session runs") }
    await sdk.startSession(SessionState())
    for id in ["1", "2"] {
      await sdk.updateSession {
        $0.dialogHistory.append(
          DialogLine(id: id, roleName: "r", textNative: "n", textTranslated: "t")
        )
      }
    }
    await sdk.endSession()
    #expect(sdk.history.current.first?.dialogLines.map(\.id) == ["1", "2"])
  }

  @Test func `ids come from the source that is injected`() async {
    let sdk = ConversationSDK(
      historyRepository: InMemoryHistoryRepository(),
      now: { 7 },
      newSessionId: { "phone-\($0)" }
    )
    await sdk.updateProfile { $0.isPremium = true }
    for _ in 0..<2 {
      await sdk.startSession(SessionState())
      await sdk.endSession()
    }
    #expect(sdk.history.current.map(\.sessionId) == ["phone-7", "phone-7_2"])
  }

  @Test func `the clock of the system counts milliseconds since 1970`() async throws {
    let sdk = ConversationSDK(historyRepository: InMemoryHistoryRepository())
    await sdk.updateProfile { $0.isPremium = true }
    await sdk.startSession(SessionState())
    let before = Date()
    await sdk.endSession()
    let saved = try #require(sdk.history.current.first).timestamp
    #expect(
      (Int64(before.timeIntervalSince1970 * 1_000)...Int64(Date().timeIntervalSince1970 * 1_000))
        .contains(saved)
    )
  }
}

/// A repository that takes its time over a save and lists no sessions.
private actor SlowRepository: HistoryRepository {
  nonisolated let history = HistoryUpdates()
  private(set) var saved: [String] = []

  func saveSession(_ session: HistorySession, profile: UserProfile?) async -> HistorySaveResult {
    saved.append(session.sessionId)
    for _ in 0..<100 { await Task.yield() }
    return .success(session: session)
  }

  func getSessions() -> [HistorySession] { [] }
  func deleteSession(_ sessionId: String) {}
  func clear() {}
}
