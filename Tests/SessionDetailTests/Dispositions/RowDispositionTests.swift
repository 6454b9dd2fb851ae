import CanonicalJSON
import SessionDetail
import Testing

struct RowDispositionTests {
  @Test
  func `dispositions come in order of arrival`() {
    let account = SessionAccount(
      rows: [SessionRow(2, text: "Second"), SessionRow(1, .assistant(.text("First")))],
      updates: [SessionRow(0, id: "row-2", text: "Stale"), SessionRow(3, ["type": "system"])]
    )
    #expect(account.dispositions.map(\.rowID) == ["row-2", "row-1", "row-2", "row-3"])
    #expect(account.dispositions.map(\.rule) == [.p1, .p7, .r1, .p12])
    #expect(
      account.dispositions.map(\.outcome) == [
        .shown(entryID: "row-2"), .shown(entryID: "row-1"),
        .superseded(by: 0, because: .greaterSequenceNumber),
        .hidden(because: .hiddenType),
      ]
    )
  }

  @Test
  func `a superseded row tells which write stands, and why`() {
    let early = "2026-01-01T00:00:00Z"
    let account = SessionAccount(
      SessionRow(1, id: "a", createdAt: "2026-01-01T00:00:01Z", text: "x"),
      SessionRow(0, id: "a", createdAt: "2026-01-01T00:00:02Z", text: "x"),
      SessionRow(1, id: "a", createdAt: early, text: "x"),
      SessionRow(1, id: "a", text: "x"),
      SessionRow(1, id: "b", createdAt: early, text: "x"),
      SessionRow(1, id: "b", createdAt: early, text: "x")
    )
    #expect(
      account.dispositions.map(\.outcome) == [
        .shown(entryID: "a"), .superseded(by: 0, because: .greaterSequenceNumber),
        .superseded(by: 0, because: .laterCreation), .superseded(by: 0, because: .laterCreation),
        .superseded(by: 5, because: .laterArrival), .shown(entryID: "b"),
      ]
    )
  }

  @Test
  func `a row of a message tells the entry it went into, and which tool it repeated`() {
    let account = SessionAccount(
      SessionRow(1, .assistant(.text("A"), .toolUse("t"), message: "m")),
      SessionRow(2, .assistant(.toolUse("t"), message: "m"))
    )
    #expect(account.dispositions.map(\.rule) == [.p7, .t7])
    #expect(
      account.dispositions.map(\.outcome) == [
        .shown(entryID: "row-1"), .folded(into: "row-1", adding: .nothing),
      ]
    )
    #expect(account.dispositions.map(\.effects) == [[], [.repeatedTool(toolUseID: "t")]])
  }

  @Test
  func `a row of a message tells what it adds`() {
    let account = SessionAccount(
      SessionRow(1, .assistant(.text("Let me"), message: "m")),
      SessionRow(2, .assistant(.text("Let me look"), message: "m")),
      SessionRow(3, .assistant(.text("Let me look"), .toolUse("t"), message: "m")),
      SessionRow(4, .assistant(.text("Let me look"), message: "m")),
      SessionRow(5, .assistant(.text("Done"), message: "m"))
    )
    #expect(
      account.dispositions.dropFirst().map(\.outcome)
        == [.replacing, .appending, .nothing, .appending].map { .folded(into: "row-1", adding: $0) }
    )
  }

  @Test
  func `a row whose tools all belong to a sub-agent dissolves`() {
    let account = SessionAccount(
      SessionRow(1, .assistant(.toolUse("a"), .toolUse(name: "LS"), parent: "task")),
      SessionRow(2, .assistant(.task("task"))),
      SessionRow(3, .assistant(.task("task"), .toolUse("a")))
    )
    #expect(account.dispositions.map(\.rule) == [.t5, .p7, .t7])
    #expect(
      account.dispositions.map(\.outcome) == [.dissolved, .shown(entryID: "row-2"), .dissolved]
    )
    #expect(
      account.dispositions.map(\.effects) == [
        [
          .movedTool(toolUseID: "a", subAgentID: "task"),
          .movedTool(toolUseID: nil, subAgentID: "task"),
        ],
        [.startedSubAgent(toolUseID: "task")],
        [.repeatedSubAgent(toolUseID: "task"), .repeatedTool(toolUseID: "a")],
      ]
    )
    #expect(account.dispositions.flatMap(\.effects).map(\.rule) == [.t5, .t5, .t5, .t6, .t4])
  }

  @Test
  func `a tool tells of a parent that is no sub-agent, and one without an id of its like`() {
    let account = SessionAccount(
      SessionRow(
        1,
        .assistant(.toolUse("a"), .toolUse(name: "LS"), .toolUse(name: "LS"), parent: "nobody")
      )
    )
    #expect(
      account.dispositions.map(\.effects) == [
        [
          .unclaimedTool(toolUseID: "a", parentID: "nobody"),
          .unclaimedTool(toolUseID: nil, parentID: "nobody"),
          .repeatedTool(toolUseID: nil),
        ]
      ]
    )
  }

  @Test
  func `a hidden row tells which outcomes it gave`() {
    var results = JSONValue.user(.toolResult("t", "x"), .toolResult("unknown", "y")).object ?? [:]
    results["parent_tool_use_id"] = "task"
    let account = SessionAccount(
      SessionRow(1, .assistant(.toolUse("t"))),
      SessionRow(2, .object(results))
    )
    #expect(
      account.dispositions.map(\.outcome) == [
        .shown(entryID: "row-1"), .hidden(because: .subAgentPrompt),
      ]
    )
    #expect(
      account.dispositions.last?.effects == [
        .appliedResult(toolUseID: "t"), .unmatchedResult(toolUseID: "unknown"),
      ]
    )
    #expect(account.dispositions.last?.effects.map(\.rule) == [.t3, .t3])
  }

  @Test
  func `a row that is shown tells how many of its texts are artifacts`() {
    var payload =
      JSONValue.assistant(.text("A"), .text(#"{"type":"user"}"#), .text(" ")).object ?? [:]
    let user = JSONValue.user(.text(#"{"type":"user"}"#), .text("B"), .text(#"{"type":"user"}"#))
    let counts = { SessionAccount(SessionRow(1, $0)).dispositions.map(\.artifactCount) }
    #expect(counts(.object(payload)) == [0])
    payload["role"] = "user"
    #expect(counts(.object(payload)) == [1])
    #expect(counts(user) == [2])

    var typed = JSONValue.assistant(.text("typed"), message: "m").object ?? [:]
    typed["role"] = "user"
    let dispositions = SessionAccount(
      SessionRow(1, .object(typed)),
      SessionRow(2, .assistant(.text(#"{"type":"user"}"#), message: "m"))
    ).dispositions
    #expect(dispositions.map(\.artifactCount) == [0, 1])
    #expect(dispositions.last?.outcome == .folded(into: "row-1", adding: .nothing))
  }
}
