import CanonicalJSON
import SessionDetail
import Testing

struct HiddenRowTests {
  /// A payload that is hidden, with the rule and the reason.
  struct Hidden: Sendable {
    let rule: RowDisposition.Rule
    let reason: RowDisposition.HiddenReason
    let payload: JSONValue

    init(_ rule: RowDisposition.Rule, _ reason: RowDisposition.HiddenReason, _ payload: JSONValue) {
      self.rule = rule
      self.reason = reason
      self.payload = payload
    }
  }

  private static let hidden: [Hidden] = [
    Hidden(.p2, .brokenWrapper, ["raw_json": "not an object"]),
    Hidden(.p3, .artifact, ["type": "user", "message": #"{"type":"user"}"#]),
    Hidden(.p3, .artifact, ["type": "user_prompt_command", "text": #"{"type":"user"}"#]),
    Hidden(.p3, .artifact, ["role": "user", "text": #"{"type":"user"}"#]),
    Hidden(.p3, .artifact, ["type": "assistant", "role": "user", "text": #"{"type":"user"}"#]),
    Hidden(
      .p7,
      .nothingToShow,
      .assistant(["type": "thinking", "thinking": "Hm"], ["type": "tool_use"])
    ),
    Hidden(
      .p7,
      .toolTraffic,
      ["type": "assistant", "role": "user", "tool_use_id": .null, "text": "x"]
    ),
    Hidden(.p8, .nothingToShow, .user(.toolResult("t", "x"))),
    Hidden(.p8, .toolTraffic, ["type": "user", "tool_use_id": "t", "text": "x"]),
    Hidden(.p8, .subAgentPrompt, ["type": "user", "text": "Go", "parent_tool_use_id": "task"]),
    Hidden(
      .p8,
      .subAgentPrompt,
      ["type": "user", "text": "Go", "parent_tool_use_id": "task", "isMeta": true]
    ),
    Hidden(.p8, .meta, ["type": "user", "text": "Go", "isMeta": true]),
    Hidden(.p8, .synthetic, ["type": "user", "text": "Go", "isSynthetic": true]),
    Hidden(
      .p8,
      .compactSummary,
      ["type": "user", "text": "Go", "isMeta": 1, "isCompactSummary": true]
    ),
    Hidden(.p9, .success, ["type": "result", "subtype": "success", "result": "Done"]),
    Hidden(.p9, .success, ["type": "result", "subtype": "Error"]),
    Hidden(.p10, .noStream, ["type": "terminal_output", "content": "x"]),
    Hidden(.p10, .noOutput, ["type": "terminal_output", "stream": "stdout", "content": " "]),
    Hidden(.p11, .nothingToShow, ["type": "user_confirmation_command"]),
    Hidden(.p11, .toolTraffic, ["type": "user_prompt_command", "text": "x", "tool_use_id": "t"]),
    Hidden(.p12, .hiddenType, ["type": "system", "role": "user", "text": "x"]),
    Hidden(.p12, .toolTraffic, ["type": "tool_use", "role": "user", "text": "x"]),
    Hidden(.p12, .systemRole, ["type": "tool_result", "text": "x"]),
    Hidden(.p12, .systemRole, ["type": "rate_limit_event", "text": "x"]),
    Hidden(.p12, .systemRole, [:]),
    Hidden(.p12, .nothingToShow, ["role": "user"]),
    Hidden(.p12, .toolTraffic, ["role": "user", "text": "x", "tool_use_id": "t"]),
  ]

  @Test(arguments: hidden)
  func `a hidden row tells by which rule, and what about it decided`(hidden: Hidden) throws {
    let account = SessionAccount(SessionRow(1, hidden.payload))
    #expect(try account.timeline.get().entries.isEmpty)
    #expect(account.dispositions.map(\.rule) == [hidden.rule])
    #expect(account.dispositions.map(\.outcome) == [.hidden(because: hidden.reason)])
  }

  @Test(
    arguments: [
      ("", .p1, .blank),
      (" \n", .p1, .blank),
      (#"{"type":"user" "tool_use"}"#, .p3, .artifact),
    ] as [(String, RowDisposition.Rule, RowDisposition.HiddenReason)]
  )
  func `hidden plain text tells it too`(
    text: String,
    rule: RowDisposition.Rule,
    reason: RowDisposition.HiddenReason
  ) {
    let dispositions = SessionAccount(SessionRow(1, text: text)).dispositions
    #expect(dispositions.map(\.rule) == [rule])
    #expect(dispositions.map(\.outcome) == [.hidden(because: reason)])
  }

  @Test
  func `a wrapper too many is told from a broken one, and wrappers are counted`() {
    var payload = JSONValue.assistant(.text("Deep"))
    var outcomes: [RowDisposition.Outcome] = []
    var counts: [Int] = []
    for _ in 0...5 {
      let dispositions = SessionAccount(SessionRow(1, payload)).dispositions
      outcomes += dispositions.map(\.outcome)
      counts += dispositions.map(\.wrapperCount)
      payload = ["raw_json": .string(payload.canonicalText())]
    }
    #expect(
      outcomes == Array(repeating: .shown(entryID: "row-1"), count: 5) + [
        .hidden(because: .tooManyWrappers)
      ]
    )
    #expect(counts == [0, 1, 2, 3, 4, 4])
  }
}
