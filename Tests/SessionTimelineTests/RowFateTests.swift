import CanonicalJSON
import SessionTimeline
import Testing

struct RowFateTests {
  @Test(
    arguments: [
      (.p2, ["raw_json": "not an object"]),
      (.p3, ["type": "user", "message": #"{"type":"user"}"#]),
      (.p3, ["type": "user_prompt_command", "text": #"{"type":"user"}"#]),
      (.p3, ["role": "user", "text": #"{"type":"user"}"#]),
      (.p3, ["type": "assistant", "role": "user", "text": #"{"type":"user"}"#]),
      (.p7, .assistant(["type": "thinking", "thinking": "Hm"], ["type": "tool_use"])),
      (.p8, .user(.toolResult("t", "x"))),
      (.p8, ["type": "user", "text": "Go", "parent_tool_use_id": "task"]),
      (.p8, ["type": "user", "text": "Go", "isMeta": true]),
      (.p8, ["type": "user", "text": "Go", "isSynthetic": true]),
      (.p8, ["type": "user", "text": "Go", "isCompactSummary": true]),
      (.p9, ["type": "result", "subtype": "success", "result": "Done"]),
      (.p9, ["type": "result", "subtype": "Error"]),
      (.p10, ["type": "terminal_output", "content": "x"]),
      (.p10, ["type": "terminal_output", "stream": "stdout", "content": " "]),
      (.p11, ["type": "user_confirmation_command"]),
      (.p12, ["type": "system", "role": "user", "text": "x"]),
      (.p12, ["type": "tool_use", "role": "user", "text": "x"]),
      (.p12, ["type": "tool_result", "role": "user", "text": "x"]),
      (.p12, ["type": "rate_limit_event", "text": "x"]),
      (.p12, ["role": "user"]),
      (.p12, [:]),
    ] as [(Rule, JSONValue)])
  func `a hidden row tells by which rule`(rule: Rule, payload: JSONValue) {
    let timeline = SessionTimeline(SessionRow(1, payload))
    #expect(timeline.entries.isEmpty)
    #expect(timeline.fates.map(\.rule) == [rule])
    #expect(timeline.fates.map(\.outcome) == [.hidden])
  }

  @Test(arguments: [("", .p1), (" \n", .p1), (#"{"type":"user" "tool_use""#, .p3)] as [(String, Rule)])
  func `hidden plain text tells by which rule`(text: String, rule: Rule) {
    #expect(SessionTimeline(SessionRow(1, text: text)).fates.map(\.rule) == [rule])
  }

  @Test
  func `fates come in order of arrival`() {
    let timeline = SessionTimeline(
      rows: [SessionRow(2, text: "Second"), SessionRow(1, .assistant(.text("First")))],
      updates: [SessionRow(0, id: "row-2", text: "Stale"), SessionRow(3, ["type": "system"])])
    #expect(timeline.fates.map(\.rowID) == ["row-2", "row-1", "row-2", "row-3"])
    #expect(timeline.fates.map(\.rule) == [.p1, .p7, .r1, .p12])
    #expect(
      timeline.fates.map(\.outcome) == [
        .shown(entryID: "row-2"), .shown(entryID: "row-1"), .superseded(by: 0), .hidden,
      ])
  }

  @Test
  func `a row of a message tells the entry it went into, and which tool it repeated`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.text("A"), .toolUse("t"), message: "m")),
      SessionRow(2, .assistant(.toolUse("t"), message: "m")))
    #expect(timeline.fates.map(\.rule) == [.p7, .t7])
    #expect(timeline.fates.map(\.outcome) == [.shown(entryID: "row-1"), .folded(into: "row-1")])
    #expect(timeline.fates.map(\.effects) == [[], [.repeatedTool(toolUseID: "t")]])
  }

  @Test
  func `a row whose tools all belong to a sub-agent dissolves`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.toolUse("a"), .toolUse(name: "LS"), parent: "task")),
      SessionRow(2, .assistant(.task("task"))),
      SessionRow(3, .assistant(.task("task"), .toolUse("a"))))
    #expect(timeline.fates.map(\.rule) == [.t5, .p7, .t7])
    #expect(timeline.fates.map(\.outcome) == [.dissolved, .shown(entryID: "row-2"), .dissolved])
    #expect(
      timeline.fates.map(\.effects) == [
        [.movedTool(toolUseID: "a", subAgentID: "task"), .movedTool(toolUseID: nil, subAgentID: "task")],
        [],
        [.repeatedSubAgent(toolUseID: "task"), .repeatedTool(toolUseID: "a")],
      ])
    #expect(timeline.fates.flatMap(\.effects).map(\.rule) == [.t5, .t5, .t6, .t4])
  }

  @Test
  func `a hidden row tells which outcomes it gave`() {
    var results = JSONValue.user(.toolResult("t", "x"), .toolResult("unknown", "y")).object ?? [:]
    results["parent_tool_use_id"] = "task"
    let timeline = SessionTimeline(SessionRow(1, .assistant(.toolUse("t"))), SessionRow(2, .object(results)))
    #expect(timeline.fates.map(\.outcome) == [.shown(entryID: "row-1"), .hidden])
    #expect(
      timeline.fates.last?.effects == [
        .appliedResult(toolUseID: "t"), .unmatchedResult(toolUseID: "unknown"),
      ])
    #expect(timeline.fates.last?.effects.map(\.rule) == [.t3, .t3])
  }
}
