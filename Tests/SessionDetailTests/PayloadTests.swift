import CanonicalJSON
import SessionDetail
import Testing

struct PayloadTests {
  @Test(arguments: [
    "Hello", "[1]", "\"Hello\"", "{\"a\":1", "{\"a\":1} x", "\u{FEFF}{\"a\":1}", "{\"a\":1e999}",
  ])
  func `content that is no JSON object is the user's plain text`(text: String) {
    let timeline = SessionTimeline(SessionRow(1, text: text))
    #expect(timeline.entries.map(\.content) == [text])
    #expect(timeline.entries.map(\.role) == [.user])
  }

  @Test
  func `four wrappers are taken off, a fifth hides the row`() {
    var payload = JSONValue.assistant(.text("Deep"))
    for _ in 1...4 {
      payload = ["type": "system", "raw_json": .string(payload.canonicalText())]
    }
    #expect(SessionTimeline(SessionRow(1, payload)).entries.map(\.content) == ["Deep"])

    payload = ["raw_json": .string(payload.canonicalText())]
    #expect(SessionAccount(SessionRow(1, payload)).dispositions.map(\.rule) == [.p2])
  }

  @Test(
    arguments: [
      (["type": "user", "text": "a"], .user),
      (["type": "User", "role": "ASSISTANT", "text": "a"], .user),
      (["message": ["role": "user", "text": "a"]], .user),
      (["role": "robot", "message": ["role": "assistant"], "content": "a"], .assistant),
      (["type": "output_chunk", "text": "a"], .assistant),
      (["type": "streaming_thinking", "text": "a"], .assistant),
      (["type": "assistant", "role": "system", "text": "a"], .system),
      (["type": "terminal_output", "role": "user", "stream": "s", "content": "a"], .assistant),
      (["type": "mcq_response_command", "role": "assistant", "text": "a"], .user),
      (["type": "result", "is_error": true, "role": "user"], .system),
    ] as [(JSONValue, TimelineEntry.Role)]
  )
  func `the role is the payload's own where its type leaves that open`(
    payload: JSONValue,
    role: TimelineEntry.Role
  ) {
    #expect(SessionTimeline(SessionRow(1, payload)).entries.map(\.role) == [role])
  }

  @Test(
    arguments: [
      (["text": " a ", "message": "b"], "a"),
      (["text": " ", "message": "b"], "b"),
      (["text": 1, "message": ["text": "b", "content": "c"]], "b"),
      (
        [
          "message": [
            "content": [
              "a", " ", ["text": " b "], ["content": "c"], ["type": "tool_use", "text": "d"], 1,
            ]
          ]
        ],
        "a\nb\nc"
      ),
      (["message": ["content": ["text": "a"]], "content": "b"], "a"),
      (["message": [:], "content": "b"], "b"),
      (["content": [["text": "", "content": "a"], ["tool_use_id": .null, "text": "b"]]], "a"),
      (["text": "a", "tool_use_id": "t"], nil),
    ] as [(JSONValue, String?)]
  )
  func `the visible text is the first that is not blank`(payload: JSONValue, text: String?) {
    var payload = payload.object ?? [:]
    payload["type"] = "user_prompt_command"
    #expect(SessionTimeline(SessionRow(1, .object(payload))).entries.first?.content == text)
  }

  @Test(
    arguments: [
      (["is_error": true, "result": " a "], "a"),
      (["is_error": true, "result": "", "error": "b"], "b"),
      (["subtype": "error_max_turns", "error": ["message": "c"]], "c"),
      (["is_error": true, "message": "d"], "d"),
      (["is_error": true, "errors": [" e ", "", 1, "f"]], "e\nf"),
      (["subtype": "error_during_execution", "errors": [" "]], "error_during_execution"),
      (["is_error": true], "Unknown error"),
    ] as [(JSONValue, String)]
  )
  func `a failed result is an error`(payload: JSONValue, message: String) {
    var payload = payload.object ?? [:]
    payload["type"] = "result"
    let timeline = SessionTimeline(SessionRow(1, .object(payload)))
    #expect(timeline.blocks == [.error(message)])
    #expect(timeline.entries.map(\.content) == [message])
  }

  @Test
  func `a user's text is shown without the tool traffic around it`() {
    let payload = JSONValue.user(
      .toolResult("t", "hidden"),
      .text(" Please stop "),
      "Now",
      ["text": "or never"],
      ["type": "text", "text": "of a tool", "tool_use_id": .null],
      ["type": "image"]
    )
    #expect(
      SessionTimeline(SessionRow(1, payload)).blocks == [
        .text("Please stop"), .text("Now"), .text("or never"),
      ]
    )
  }

  @Test
  func `terminal output names its stream`() {
    let payload: JSONValue = ["type": "terminal_output", "stream": "stderr", "content": " oops\n"]
    #expect(SessionTimeline(SessionRow(1, payload)).blocks == [.text("[stderr] oops")])
  }
}
