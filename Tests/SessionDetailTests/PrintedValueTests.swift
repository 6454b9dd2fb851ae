import SessionDetail
import Testing

/// What `print` and a failed `#expect` show of values.
struct PrintedValueTests {
  private let tool = ToolCall(
    toolUseID: "t1",
    name: "Read",
    summary: "Read a.txt",
    status: .completed,
    input: ToolCall.Input(json: #"{"limit": 1.50, "file_path": "a.txt"}"#)
  )

  @Test func `a row shows its members by name`() {
    let row = SessionRow(id: "row-1", sequenceNumber: 1, content: "Hello")
    #expect(
      "\(row)" == #"SessionRow(id: "row-1", sequenceNumber: 1, createdAt: nil, content: "Hello")"#
    )
  }

  @Test func `a tool call shows its input as JSON`() {
    #expect(
      "\(tool)"
        == #"ToolCall(toolUseID: Optional("t1"), parentToolUseID: nil, name: "Read", "#
        + #"summary: "Read a.txt", status: SessionDetail.ToolStatus.completed, "#
        + #"input: Optional({"limit":1.50,"file_path":"a.txt"}), output: nil)"#
    )
  }

  @Test func `entries and timelines show only public properties`() {
    let rows = [SessionRow(id: "row-1", sequenceNumber: 1, content: "Hello")]
    let entry =
      #"SessionDetail.TimelineEntry(id: "row-1", role: SessionDetail.TimelineEntry.Role.user, "#
      + #"sequenceNumber: 1, createdAt: nil, blocks: [SessionDetail.ContentBlock.text("Hello")])"#
    #expect("\(SessionTimeline(rows: rows))" == "SessionTimeline(rowCount: 1, entries: [\(entry)])")
    #expect(
      "\(LiveSessionTimeline(rows: rows))"
        == "LiveSessionTimeline(rowCount: 1, entries: [\(entry)])"
    )
  }

  @Test func `dispositions and changes show ids as text`() {
    let account = SessionAccount(
      rows: [SessionRow(id: "row-1", sequenceNumber: 1, content: "Hello")]
    )
    #expect(
      account.dispositions.map { "\($0.outcome)" } == [#"shown(entryID: "row-1")"#]
    )
    #expect(
      "\(TimelineChange.inserted("b", after: "a"))" == #"inserted("b", after: Optional("a"))"#
    )
  }

  @Test func `a key is never shown`() throws {
    let base64 = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
    let key = try #require(SessionKey(base64: base64))
    var dumped = ""
    dump(key, to: &dumped)
    #expect("\(key)" == "SessionKey")
    #expect(!dumped.contains("0"))
  }
}
