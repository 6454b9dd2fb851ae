import ChatHistory
import Foundation
import Testing

struct ScreenTests {
  private let session = HistorySession(
    sessionId: "a",
    scenarioTitle: "Ordering Coffee",
    timestamp: 1_700_000_000_000,
    targetLanguage: "es",
    durationSeconds: 61,
    dialogLines: [
      DialogLine(
        id: "1",
        speakerId: "x",
        roleName: "Barista",
        textNative: "¡Hola!",
        textTranslated: "Hello!"
      )
    ]
  )

  // H10
  @Test func `a row has the texts of its session`() {
    let row = HistoryRowContent(session: session)
    #expect(row.sessionId == "a")
    #expect(row.title == "Ordering Coffee")
    #expect([row.lines, row.duration, row.language] == ["1 lines", "1m 1s", "ES"])
  }

  @Test func `a date is written for the user's locale and time zone`() {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    #expect(
      HistoryRowContent.formatDate(session.timestamp)
        == date.formatted(date: .abbreviated, time: .shortened)
    )
  }

  // H12
  @Test func `the screen depends on premium first, then on the sessions`() {
    let free = UserProfile(id: "user-123")
    let premium = free.doCopy(isPremium: true)
    #expect(HistoryScreenContent(userProfile: nil, sessions: [session]) == .upsell)
    #expect(HistoryScreenContent(userProfile: free, sessions: [session]) == .upsell)
    #expect(HistoryScreenContent(userProfile: premium, sessions: []) == .empty)
    #expect(
      HistoryScreenContent(userProfile: premium, sessions: [session])
        == .list(rows: [HistoryRowContent(session: session)])
    )
  }

  // H13
  @Test func `the detail has the header in the order of the guide`() {
    let detail = HistoryDetailContent(session: session)
    #expect(detail.title == "Ordering Coffee")
    #expect(detail.header == ["ES", "1m 1s", "1 lines"])
    #expect(detail.transcript.map(\.roleName) == ["Barista"])
    #expect(detail.transcript.map(\.textNative) == ["¡Hola!"])
    #expect(detail.transcript.map(\.textTranslated) == ["Hello!"])
  }
}
