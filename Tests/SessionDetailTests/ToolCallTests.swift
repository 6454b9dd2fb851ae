import CanonicalJSON
import SessionDetail
import Testing

struct ToolCallTests {
  @Test(
    arguments: [
      ("Read", ["file_path": "/a/b/c.swift"], "Read b/c.swift"),
      ("Read", ["file_path": "a/b"], "Read a/b"),
      ("Write", ["file_path": "//a//b//"], "Write //a//b//"),
      ("Edit", ["file_path": "a/b/\u{301}c/d\u{301}"], "Edit \u{301}c/d\u{301}"),
      ("NotebookEdit", ["notebook_path": "/x/y/z.ipynb"], "Edit y/z.ipynb"),
      ("Bash", ["command": "swift test"], "swift test"),
      (
        "Bash", ["command": .string(String(repeating: "x", count: 60))],
        String(repeating: "x", count: 60)
      ),
      (
        "Bash", ["command": .string(String(repeating: "é", count: 61))],
        String(repeating: "é", count: 60) + "..."
      ),
      (
        "Bash", ["command": .string(String(repeating: "e\u{301}", count: 31))],
        String(repeating: "e\u{301}", count: 30) + "..."
      ),
      ("Grep", ["pattern": " a "], "Grep  a "),
      ("Glob", ["pattern": "*.swift"], "Glob *.swift"),
      ("WebSearch", ["query": "q"], "Search: q"),
      ("WebFetch", ["url": "u"], "Fetch u"),
      ("Read", ["file_path": " "], "Read"),
      ("Read", ["file_path": 1], "Read"),
      ("read", ["file_path": "a"], "read"),
      ("TodoWrite", ["file_path": "a"], "TodoWrite"),
    ] as [(String, JSONObject, String)]
  )
  func `the summary tells what the tool does`(name: String, input: JSONObject, summary: String) {
    let tool = tool(.toolUse("t", name: name, input: input))
    #expect(tool?.summary.hasSameBytes(as: summary) == true)
  }

  @Test(
    arguments: [
      ("running", .running),
      (" RUNNING\n", .running),
      ("failed", .failed),
      ("Error", .failed),
      ("done", .completed),
      ("what?", .completed),
      (nil, .completed),
    ] as [(String?, ToolStatus)]
  )
  func `the status is read in any case`(text: String?, status: ToolStatus) {
    #expect(tool(.toolUse("t", status: text))?.status == status)
  }

  @Test
  func `an outcome reaches its tool from any place`() {
    let use = JSONValue.assistant(.toolUse("t", status: "running"))
    let result = JSONValue.user(.toolResult("t", [.text(" a "), " ", "b\n"], isError: true))
    for rows in [
      [SessionRow(1, use), SessionRow(2, result)], [SessionRow(1, result), SessionRow(2, use)],
    ] {
      let timeline = SessionTimeline(rows: rows)
      #expect(
        timeline.blocks == [
          .toolCall(
            ToolCall(
              toolUseID: "t",
              name: "Read",
              summary: "Read",
              status: .failed,
              output: " a \nb\n"
            )
          )
        ]
      )
    }
  }

  @Test
  func `a newer state replaces the older one but keeps the parent`() {
    let timeline = SessionTimeline(
      SessionRow(
        1,
        .assistant(
          .toolUse("t", input: ["file_path": "a"], parent: "p"),
          .text("Then"),
          .toolUse("u")
        )
      ),
      SessionRow(2, .assistant(.toolUse("t", name: "Bash", status: "running")))
    )
    #expect(timeline.entries.count == 1)
    #expect(
      timeline.blocks.first
        == .toolCall(
          ToolCall(
            toolUseID: "t",
            parentToolUseID: "p",
            name: "Bash",
            summary: "Bash",
            status: .running
          )
        )
    )
  }

  @Test
  func `tools without an id are one when they read alike in one entry`() {
    let read = JSONValue.toolUse(name: "Read", input: ["file_path": "a"], status: "running")
    let done = JSONValue.toolUse(name: "Read", input: ["file_path": "a"])
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(read, .text("…"), done, message: "m")),
      SessionRow(2, .assistant(done))
    )
    #expect(timeline.entries.map(\.blocks.count) == [2, 1])
    #expect(timeline.tools.map(\.status) == [.completed, .completed])
  }

  private func tool(_ block: JSONValue) -> ToolCall? {
    SessionTimeline(SessionRow(1, .assistant(block))).tools.first
  }
}
