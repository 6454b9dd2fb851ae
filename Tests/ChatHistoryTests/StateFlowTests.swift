import ChatHistory
import HistoryTrials
import Testing

struct StateFlowTests {
  private let lists = (0..<3).map { [TrialSession.session("x", version: $0)] }

  @Test func `an observer receives the current value first, then every other`() async {
    let flow = StateFlow(lists[0])
    var first = flow.makeAsyncIterator()
    flow.send(lists[1])
    var second = flow.makeAsyncIterator()
    flow.send(lists[1])
    flow.send(lists[2])

    for list in lists { #expect(await first.next() == list) }
    for list in lists[1...] { #expect(await second.next() == list) }
    #expect(flow.value == lists[2])
  }

  @Test func `values that were sent can be read after the repository is gone`() async {
    var repository: MockRemoteHistoryRepository? = MockRemoteHistoryRepository()
    var iterator = repository?.history.makeAsyncIterator()
    _ = await repository?.saveSession(lists[0][0], TrialSession.premium)
    repository = nil

    #expect(await iterator?.next() == [])
    #expect(await iterator?.next() == lists[0])
    #expect(await iterator?.next() == nil)
  }

  @Test func `a canceled observer ends without ending the others`() async {
    let flow = StateFlow<[HistorySession]>([])
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in flow { continuation.yield() }
    }
    for await _ in started { break }
    var other = flow.makeAsyncIterator()
    task.cancel()
    await task.value

    flow.send(lists[1])
    #expect(await other.next() == [])
    #expect(await other.next() == lists[1])
  }

  @Test(arguments: 0..<20)
  func `lists are sent in the order of the changes`(run: Int) async throws {
    let repository = MockRemoteHistoryRepository()
    let history = repository.history
    var iterator = history.makeAsyncIterator()
    await withTaskGroup(of: Void.self) { group in
      for version in 0..<8 {
        group.addTask {
          _ = await repository.saveSession(
            TrialSession.session("x", version: version),
            TrialSession.premium
          )
        }
      }
    }
    for count in 0...8 { #expect(await iterator.next()?.count == count) }
  }

  // H11
  @Test func `profiles that differ in one member only are sent`() async throws {
    let sdk = BrainSDK()
    var profiles = sdk.userProfile.makeAsyncIterator()
    #expect(await profiles.next() == .some(nil))

    let changes: [@Sendable (UserProfile) -> UserProfile] = [
      { $0.doCopy(id: "é") },
      { $0.doCopy(id: "e\u{301}") },
      { $0.doCopy(displayName: "Maria") },
      { $0.doCopy(nativeLanguage: "en") },
      { $0.doCopy(targetLanguages: ["es", "fr"]) },
      { $0.doCopy(targetLanguages: ["fr", "es"]) },
      { $0.doCopy(currentTargetLanguage: "es") },
      { $0.doCopy(interests: ["food"]) },
      { $0.doCopy(learningGoals: ["travel"]) },
      { $0.doCopy(dailyGoalMinutes: 15) },
      { $0.doCopy(voiceSpeed: VoiceSpeed(rawValue: "slow")) },
      { $0.doCopy(showTranslations: TranslationDisplay(rawValue: "always")) },
      { $0.doCopy(isPremium: true) },
      { $0.doCopy(onboardingCompleted: true) },
      { $0.doCopy(createdAt: 1) },
      { $0.doCopy(lastActiveAt: 2) },
    ]
    for change in changes {
      try await sdk.updateProfile(change)
      // An equal profile isn't sent.
      try await sdk.updateProfile(change)
      let sent = await profiles.next()
      #expect(sent == sdk.userProfile.value)
    }

    await sdk.removeProfile()
    await sdk.removeProfile()
    try await sdk.updateProfile { $0 }
    #expect(await profiles.next() == .some(nil))
    #expect(await profiles.next() == UserProfile(id: ""))
  }
}
