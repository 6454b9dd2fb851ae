import CanonicalJSON
import SessionDetail
import Testing

struct ProtocolArtifactTests {
  @Test(
    arguments: [
      #"{"type":"tool_result"}"#, #"{"type":"ASSISTANT","x":1}"#, " \u{A0}{\"type\":\"user\"} ",
      #"{"raw_json":""}"#,
      #"{"type":"tool_use","id"}"#, #"{"TYPE": "x", "Tool_Use_Id": } "#,
      #"{"type":1,"raw_json":"{}",}"#,
      #"{'a':"type":"tool_result"}"#,
    ])
  func `protocol text is no user's`(text: String) {
    let row = SessionRow(1, .user(.text(text)))
    #expect(SessionTimeline(row).entries.isEmpty)
    #expect(SessionAccount(row).dispositions.map(\.rule) == [.p3])
  }

  @Test(
    arguments: [
      "{}", #"{"type":"note"}"#, #"{"raw_json":1}"#, #"{"type":"tool_use_summary"}"#,
      #"{"type":" user"}"#,
      #"[{"type":"user"}]"#, #"see {"type":"user"}"#, #"{"type" "tool_use_ids"#,
      #"{"kind":"tool_use","#,
      #"{"type":"x" tool_use"#, #"{"type":"tool_use","id"#,
      #"{"type":"tool_use","id":1} <- why?"#,
    ])
  func `text that only looks like it stays`(text: String) {
    #expect(SessionTimeline(SessionRow(1, .user(.text(text)))).entries.map(\.content) == [text])
  }

  @Test
  func `the assistant may show it`() {
    let text = #"{"type":"user"}"#
    #expect(
      SessionTimeline(SessionRow(1, .assistant(.text(text)))).entries.map(\.content) == [text]
    )
  }

  @Test
  func `it does not reach a user's entry through a later row of the message either`() {
    let asUser: JSONValue = [
      "type": "assistant",
      "role": "user",
      "message": ["id": "m", "content": [.text("Mine")]],
    ]
    let timeline = SessionTimeline(
      SessionRow(1, asUser),
      SessionRow(2, .assistant(.text(#"{"type":"user"}"#), message: "m"))
    )
    #expect(timeline.entries.map(\.content) == ["Mine"])
  }
}
