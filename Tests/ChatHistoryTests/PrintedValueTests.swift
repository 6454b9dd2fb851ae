import ChatHistory
import Testing

/// What `print` and a failed `#expect` show of values, and how values are compared.
struct PrintedValueTests {
  private let line = DialogLine(
    id: "1",
    speakerId: "x",
    roleName: "Barista",
    textNative: "¡Hola!",
    textTranslated: "Hello!",
    timestamp: 1
  )

  @Test func `values show their members by name`() {
    #expect(
      "\(line)"
        == #"DialogLine(id: "1", speakerId: Optional("x"), roleName: "Barista", "#
        + #"textNative: "¡Hola!", textTranslated: "Hello!", timestamp: Optional(1))"#
    )
    #expect("\(VoiceSpeed.normal)" == #"VoiceSpeed(rawValue: "normal")"#)
    #expect(
      "\(SessionStats(sessionId: "s1"))"
        == #"SessionStats(sessionId: Optional("s1"), startedAt: nil)"#
    )
  }

  @Test func `each member of a line counts`() {
    let changes: [(inout DialogLine) -> Void] = [
      { $0.id = "" }, { $0.speakerId = nil }, { $0.roleName = "" }, { $0.textNative = "" },
      { $0.textTranslated = "" }, { $0.timestamp = nil },
    ]
    for (index, change) in changes.enumerated() {
      var changed = line
      change(&changed)
      #expect(changed != line && Set([changed, line]).count == 2, "change \(index)")
    }
  }

  @Test func `canonically equivalent texts differ`() {
    let composed = "\u{E9}"
    let decomposed = "e\u{301}"
    #expect(VoiceSpeed(rawValue: composed) != VoiceSpeed(rawValue: decomposed))
    #expect(SessionState.Scenario(name: composed) != SessionState.Scenario(name: decomposed))
    #expect(SessionStats(sessionId: composed) != SessionStats(sessionId: decomposed))
    let rows = [composed, decomposed].map { title in
      HistoryRowContent(
        session: HistorySession(
          sessionId: "a",
          scenarioTitle: title,
          timestamp: 0,
          targetLanguage: "es",
          durationSeconds: 0,
          dialogLines: [line]
        )
      )
    }
    #expect(Set(rows).count == 2)
  }
}
