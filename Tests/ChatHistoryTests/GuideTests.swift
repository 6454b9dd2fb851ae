public import ChatHistory
import Foundation
import Testing

// The app's own code, as the guide shows it.
extension HistorySession: Identifiable {
  /// The id of the session, for `sheet(item:)`.
  public var id: String { sessionId }
}

/// The declarations and calls that the guide shows, with its names, labels, types and defaults.
/// Code that needs an Apple framework is left out.
struct GuideTests {
  private let timestamp: Int64 = 1_700_000_000_000

  private var maria: UserProfile {
    UserProfile(
      id: "user-123",
      displayName: "Maria",
      nativeLanguage: "en",
      targetLanguages: ["es"],
      currentTargetLanguage: "es",
      interests: ["coffee"],
      learningGoals: ["travel"],
      dailyGoalMinutes: 15,
      voiceSpeed: .normal,
      showTranslations: .onTap,
      isPremium: true,
      onboardingCompleted: true,
      createdAt: timestamp,
      lastActiveAt: timestamp
    )
  }

  /// An ordinary session that runs.
  private let coffee = SessionState(
    scenario: SessionState.Scenario(name: "Ordering Coffee"),
    stats: SessionStats(sessionId: "s1", startedAt: 1_700_000_000_000),
    dialogHistory: [
      DialogLine(id: "1", roleName: "Barista", textNative: "¡Hola!", textTranslated: "Hello!")
    ]
  )

  // MARK: - SDK Changes Summary

  @Test func `the SDK has a history of sessions`() {
    let sdk = BrainSDK()
    let history: StateFlow<[HistorySession]> = sdk.history
    #expect(history.value == [])
  }

  @Test func `a profile has the members of the guide`() {
    let profile = maria
    #expect(profile.id == "user-123")
    #expect(profile.displayName == "Maria")
    #expect(profile.nativeLanguage == "en")
    #expect(profile.targetLanguages == ["es"])
    #expect(profile.currentTargetLanguage == "es")
    #expect(profile.interests == ["coffee"])
    #expect(profile.learningGoals == ["travel"])
    #expect(profile.dailyGoalMinutes == 15)
    #expect(profile.voiceSpeed == .normal)
    #expect(profile.showTranslations == .onTap)
    #expect(profile.isPremium)
    #expect(profile.onboardingCompleted)
    #expect([profile.createdAt, profile.lastActiveAt] == [timestamp, timestamp])
  }

  @Test func `code from before isPremium compiles, and its users are not premium`() {
    let profile = UserProfile(
      id: "user-123",
      displayName: "Maria",
      nativeLanguage: "en",
      targetLanguages: ["es"],
      currentTargetLanguage: "es",
      interests: ["coffee"],
      learningGoals: ["travel"],
      dailyGoalMinutes: 15,
      voiceSpeed: .normal,
      showTranslations: .onTap,
      onboardingCompleted: true,
      createdAt: timestamp,
      lastActiveAt: timestamp
    )
    #expect(!profile.isPremium)
    #expect(!UserProfile(id: "user-123").isPremium)
  }

  @Test func `a copy of a profile differs only in the members that are given`() {
    #expect(maria.doCopy() == maria)
    #expect(maria.doCopy(isPremium: false) != maria)
    #expect(maria.doCopy(isPremium: false).doCopy(isPremium: true) == maria)

    let copy = UserProfile(id: "").doCopy(
      id: "user-123",
      displayName: "Maria",
      nativeLanguage: "en",
      targetLanguages: ["es"],
      currentTargetLanguage: "es",
      interests: ["coffee"],
      learningGoals: ["travel"],
      dailyGoalMinutes: 15,
      voiceSpeed: .normal,
      showTranslations: .onTap,
      isPremium: true,
      onboardingCompleted: true,
      createdAt: timestamp,
      lastActiveAt: timestamp
    )
    #expect(copy == maria)
  }

  @Test func `endSession saves the session of a premium user`() async throws {
    let timestamp = timestamp
    let sdk = BrainSDK(now: { timestamp + 125_000 })
    let maria = maria
    try await sdk.updateProfile { _ in maria }
    await sdk.startSession(coffee)
    try await sdk.endSession()

    // MARK: Data Models
    let session = try #require(sdk.history.value.first)
    let sessionId: String = session.sessionId
    let scenarioTitle: String = session.scenarioTitle
    let savedAt: Int64 = session.timestamp
    let targetLanguage: String = session.targetLanguage
    let durationSeconds: Int64 = session.durationSeconds
    let dialogLines: [DialogLine] = session.dialogLines
    #expect(sessionId == "s1")
    #expect(scenarioTitle == "Ordering Coffee")
    #expect(savedAt == timestamp + 125_000)
    #expect(targetLanguage == "es")
    #expect(durationSeconds == 125)
    #expect(dialogLines == coffee.dialogHistory)
  }

  // MARK: - Data Models

  @Test func `a save has two results and two reasons`() {
    let session = session("s1")
    for result in [
      HistorySaveResult.Success(session: session),
      HistorySaveResult.Error(reason: .featureLocked),
      HistorySaveResult.Error(reason: HistoryErrorReason.networkError),
    ] {
      switch result {
      case .Success(let saved): #expect(saved == session)
      case .Error(let reason):
        switch reason {
        case .featureLocked, .networkError: break
        }
      }
    }
  }

  // MARK: - Observing History

  @Test func `the history can be observed`() async throws {
    let sdk = BrainSDK()
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(coffee)
    try await sdk.endSession()

    var sessions: [HistorySession] = []
    for await history in sdk.history {
      sessions = history
      if !sessions.isEmpty { break }
    }
    #expect(sessions.map(\.sessionId) == ["s1"])
  }

  @Test func `the row of the guide shows the texts of HistoryRowContent`() {
    let session = session("s1")
    let row = HistoryRowContent(session: session)
    #expect(row.title == session.scenarioTitle)
    #expect(row.lines == "\(session.dialogLines.count) lines")
    #expect(row.duration == formatDuration(session.durationSeconds))
    #expect(row.language == session.targetLanguage.uppercased())
    #expect(HistoryRowContent.formatDate(session.timestamp) == formatDate(session.timestamp))
  }

  private func formatDate(_ epochMs: Int64) -> String {
    let date = Date(timeIntervalSince1970: Double(epochMs) / 1000)
    return date.formatted(date: .abbreviated, time: .shortened)
  }

  private func formatDuration(_ seconds: Int64) -> String {
    let minutes = seconds / 60
    let remaining = seconds % 60
    return "\(minutes)m \(remaining)s"
  }

  // MARK: - How It Works

  @Test func `the repository saves for a premium profile only`() async {
    let historyRepository = MockRemoteHistoryRepository()
    let session = session("s1")
    let userProfile = maria
    #expect(
      await historyRepository.saveSession(session, userProfile) == .Success(session: session)
    )

    let free = userProfile.doCopy(isPremium: false)
    #expect(
      await historyRepository.saveSession(session, free) == .Error(reason: .featureLocked)
    )
  }

  // MARK: - Premium Gating

  @Test func `a purchase and an expiry update the profile`() async throws {
    let sdk = BrainSDK()

    // When user purchases premium
    try await sdk.updateProfile { profile in
      profile.doCopy(isPremium: true)
    }
    #expect(sdk.userProfile.value?.isPremium == true)

    // When subscription expires
    try await sdk.updateProfile { profile in
      profile.doCopy(isPremium: false)
    }
    #expect(sdk.userProfile.value?.isPremium == false)
  }

  @Test func `the profile can be observed`() async throws {
    let sdk = BrainSDK()
    try await sdk.updateProfile { profile in
      profile.doCopy(isPremium: true)
    }

    var profile: UserProfile?
    for await p in sdk.userProfile {
      profile = p
      break
    }
    #expect(profile?.isPremium == true)
  }

  @Test func `a free user's session ends without being saved`() async throws {
    let sdk = BrainSDK()
    try await sdk.updateProfile { $0.doCopy(id: "user-123") }
    await sdk.startSession(coffee)
    try await sdk.endSession()
    #expect(await sdk.sessionState == nil)
    #expect(sdk.history.value == [])
  }

  // MARK: - SwiftUI Integration

  @Test func `an app makes a session identifiable, and selects it`() {
    var selectedSession: HistorySession?
    selectedSession = session("s1")
    #expect(selectedSession?.id == "s1")
    #expect(identity(of: session("s2")) == "s2")
  }

  private func identity<Item: Identifiable>(of item: Item) -> Item.ID { item.id }

  @Test func `the detail of the guide shows the lines of the transcript`() {
    let session = session("s1")
    let detail = HistoryDetailContent(session: session)
    #expect(
      detail.header == [
        session.targetLanguage.uppercased(),
        formatDuration(session.durationSeconds),
        "\(session.dialogLines.count) lines",
      ]
    )
    for (line, shown) in zip(session.dialogLines, detail.transcript) {
      #expect(line.id == "1")
      #expect(shown.roleName == line.roleName)
      #expect(shown.textNative == line.textNative)
      #expect(shown.textTranslated == line.textTranslated)
    }
  }

  // MARK: - Migration Checklist

  @Test func `an app maps its stored profile`() {
    let stored = SDUserProfile()
    #expect(!stored.toKMPProfile().isPremium)
    stored.isPremium = true
    #expect(stored.toKMPProfile().isPremium)
  }

  @Test func `the default repository loses its sessions when the app starts again`() async throws {
    let before = BrainSDK()
    try await before.updateProfile { $0.doCopy(isPremium: true) }
    await before.startSession(coffee)
    try await before.endSession()
    #expect(before.history.value.count == 1)

    let after = BrainSDK()
    #expect(after.history.value == [])
  }

  @Test func `another repository can be injected`() async throws {
    let myRealRepo = AppRepository()
    let sdk = BrainSDK(historyRepository: myRealRepo)
    try await sdk.updateProfile { $0.doCopy(isPremium: true) }
    await sdk.startSession(coffee)
    try await sdk.endSession()

    let repository: any HistoryRepository = myRealRepo
    #expect(try await repository.getSessions().map(\.sessionId) == ["s1"])
    try await repository.deleteSession("s1")
    #expect(try await repository.getSessions() == [])

    _ = await repository.saveSession(session("s2"), maria)
    try await repository.clear()
    #expect(try await repository.getSessions() == [])
  }

  private func session(_ id: String) -> HistorySession {
    HistorySession(
      sessionId: id,
      scenarioTitle: "Ordering Coffee",
      timestamp: timestamp,
      targetLanguage: "es",
      durationSeconds: 125,
      dialogLines: coffee.dialogHistory
    )
  }
}

/// The app's stored profile. The guide's class is a model of SwiftData.
private class SDUserProfile {
  var onboardingCompleted = true
  var createdAt: Int64 = 1
  var lastActiveAt: Int64 = 2
  var isPremium: Bool = false
}

extension SDUserProfile {
  func toKMPProfile() -> UserProfile {
    return UserProfile(
      id: "user-123",
      isPremium: self.isPremium,
      onboardingCompleted: self.onboardingCompleted,
      createdAt: self.createdAt,
      lastActiveAt: self.lastActiveAt
    )
  }
}
