import CanonicalJSON
import SessionDetail
import Testing

struct SessionTimelineJSONTests {
  @Test
  func `the JSON leaves out what is absent`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.toolUse(name: "LS"), .task("task", type: "Explore"))),
      SessionRow(2, ["type": "result", "is_error": true])
    )
    #expect(
      timeline.json == [
        "rowCount": 2,
        "entries": [
          [
            "id": "row-1",
            "role": "assistant",
            "sequenceNumber": 1,
            "content": "",
            "blocks": [
              ["type": "toolCall", "name": "LS", "summary": "LS", "status": "completed"],
              [
                "type": "subAgent",
                "toolUseId": "task",
                "subagentType": "Explore",
                "description": "",
                "status": "completed",
                "tools": [],
              ],
            ],
            "display": [
              ["kind": "standaloneToolCalls", "blocks": [0]],
              ["kind": "parallelAgents", "blocks": [1]],
            ],
          ],
          [
            "id": "row-2",
            "role": "system",
            "sequenceNumber": 2,
            "content": "Unknown error",
            "blocks": [["type": "error", "message": "Unknown error"]],
            "display": [["kind": "block", "blocks": [0]]],
          ],
        ],
      ]
    )
  }

  @Test
  func `the JSON has all that is there`() {
    let timeline = SessionTimeline(
      SessionRow(
        -3,
        createdAt: "2026-01-01T00:00:00.50+01:00",
        .assistant(
          .text("A"),
          .toolUse("t", input: ["file_path": "a", "limit": 2.5], status: "failed", parent: "p"),
          .text("B")
        )
      ),
      SessionRow(1, .user(.toolResult("t", "out")))
    )
    #expect(
      timeline.json["entries"] == [
        [
          "id": "row--3",
          "role": "assistant",
          "sequenceNumber": -3,
          "createdAt": "2026-01-01T00:00:00.50+01:00",
          "content": "A\nB",
          "blocks": [
            ["type": "text", "text": "A"],
            [
              "type": "toolCall",
              "toolUseId": "t",
              "parentToolUseId": "p",
              "name": "Read",
              "summary": "Read a",
              "status": "completed",
              "input": ["file_path": "a", "limit": 2.5],
              "output": "out",
            ],
            ["type": "text", "text": "B"],
          ],
          "display": [
            ["kind": "block", "blocks": [0]], ["kind": "standaloneToolCalls", "blocks": [1]],
            ["kind": "block", "blocks": [2]],
          ],
        ]
      ]
    )
  }
}
