import CanonicalJSON
import SessionDetail
import Testing

/// Tests of sessions in the shapes that Claude Code writes, reduced to the parts that the rules
/// use.
struct RecordedShapeTests {
  @Test
  func `a streamed run with one command`() throws {
    let account = SessionAccount(
      SessionRow(1, ["type": "system", "subtype": "init", "tools": ["Task", "Bash"]]),
      SessionRow(2, ["type": "system", "subtype": "thinking_tokens", "estimated_tokens": 5]),
      SessionRow(3, .assistant(["type": "thinking", "thinking": "Run it."], message: "msg_1")),
      SessionRow(
        4,
        .assistant(
          .toolUse("toolu_1", name: "Bash", input: ["command": "echo one"]),
          message: "msg_1"
        )
      ),
      SessionRow(5, ["type": "rate_limit_event", "rate_limit_info": ["status": "allowed"]]),
      SessionRow(6, .user(.toolResult("toolu_1", "one"))),
      SessionRow(7, .assistant(["type": "thinking", "thinking": "Say so."], message: "msg_2")),
      SessionRow(8, .assistant(.text("done"), message: "msg_2")),
      SessionRow(9, ["type": "result", "subtype": "success", "is_error": false, "result": "done"])
    )

    let timeline = try account.timeline.get()
    #expect(timeline.rowCount == 9)
    #expect(timeline.entries.map(\.id) == ["row-4", "row-8"])
    #expect(
      timeline.blocks == [
        .toolCall(
          ToolCall(
            toolUseID: "toolu_1",
            name: "Bash",
            summary: "echo one",
            status: .completed,
            input: ToolCall.Input(json: #"{"command":"echo one"}"#),
            output: "one"
          )
        ),
        .text("done"),
      ]
    )
    #expect(account.dispositions.map(\.rule) == [.p12, .p12, .p7, .p7, .p12, .p8, .p7, .p7, .p9])
  }

  @Test
  func `a stored run with a sub-agent`() {
    let timeline = SessionTimeline(
      SessionRow(1, ["type": "summary", "summary": "News"]),
      SessionRow(2, .user(.text("Try the Task tool"))),
      SessionRow(3, .assistant(.text("I'll launch one."), message: "msg_1")),
      SessionRow(
        4,
        .assistant(
          .task("toolu_1", type: "general-purpose", description: "Search"),
          message: "msg_1"
        )
      ),
      SessionRow(5, .user(.toolResult("toolu_1", [.text("Five findings")]))),
      SessionRow(6, .assistant(.text("It worked."), message: "msg_2")),
      SessionRow(7, ["type": "user", "message": ["role": "user", "content": "ok"]])
    )

    #expect(timeline.entries.map(\.role) == [.user, .assistant, .assistant, .user])
    #expect(
      timeline.entries.map(\.content) == [
        "Try the Task tool", "I'll launch one.", "It worked.", "ok",
      ]
    )
    #expect(
      timeline.entries[1].blocks.last
        == .subAgent(
          SubAgent(
            toolUseID: "toolu_1",
            subagentType: "general-purpose",
            description: "Search",
            status: .completed,
            result: "Five findings"
          )
        )
    )
  }
}
