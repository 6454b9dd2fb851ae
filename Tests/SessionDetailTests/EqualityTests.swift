import SessionDetail
import Testing

/// Equality of the library's values: member by member, with texts compared by their bytes.
struct EqualityTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  private let tool = ToolCall(
    toolUseID: "t",
    parentToolUseID: "p",
    name: "Read",
    summary: "Read a",
    status: .running,
    input: ToolCall.Input(json: #"{"a":1,"b":2}"#),
    output: "out"
  )
  private let subAgent = SubAgent(
    toolUseID: "s",
    subagentType: "Explore",
    description: "Look",
    status: .running,
    result: "done"
  )

  @Test func `each member of a tool call counts`() {
    let changes: [(inout ToolCall) -> Void] = [
      { $0.toolUseID = nil }, { $0.parentToolUseID = nil }, { $0.name = "Write" },
      { $0.summary = "" }, { $0.status = .failed }, { $0.input = nil }, { $0.output = nil },
    ]
    expectDifferences(of: tool, after: changes)
  }

  @Test func `each member of a sub-agent counts`() {
    let changes: [(inout SubAgent) -> Void] = [
      { $0.toolUseID = "" }, { $0.subagentType = "" }, { $0.description = "" },
      { $0.status = .failed }, { $0.result = nil }, { [tool] in $0.tools = [tool] },
    ]
    expectDifferences(of: subAgent, after: changes)
  }

  @Test func `each member of an entry and of a row counts`() {
    let entry = TimelineEntry(
      id: "e",
      role: .user,
      sequenceNumber: 1,
      createdAt: "2026-01-01T00:00:00Z",
      blocks: [.text("a"), .error("b"), .toolCall(tool), .subAgent(subAgent)]
    )
    expectDifferences(
      of: entry,
      after: [
        { $0.id = "" }, { $0.role = .system }, { $0.sequenceNumber = 2 }, { $0.createdAt = nil },
        { $0.blocks = [] },
      ]
    )
    let row = SessionRow(id: "r", sequenceNumber: 1, createdAt: "x", content: "c")
    expectDifferences(
      of: row,
      after: [
        { $0.id = "" }, { $0.sequenceNumber = 2 }, { $0.createdAt = nil }, { $0.content = "" },
      ]
    )
  }

  @Test func `canonically equivalent texts differ`() {
    #expect(Self.composed == Self.decomposed, "Swift's String takes them for equal")
    #expect(ContentBlock.text(Self.composed) != .text(Self.decomposed))
    #expect(ContentBlock.error(Self.composed) != .error(Self.decomposed))
    #expect(TimelineChange.updated(Self.composed) != .updated(Self.decomposed))
    #expect(
      RowDisposition.Outcome.shown(entryID: Self.composed) != .shown(entryID: Self.decomposed)
    )
    #expect(
      RowDisposition.Effect.repeatedSubAgent(toolUseID: Self.composed)
        != .repeatedSubAgent(toolUseID: Self.decomposed)
    )
    #expect(
      StoredSession(rows: [], sessionKey: Self.composed)
        != StoredSession(rows: [], sessionKey: Self.decomposed)
    )
    let ids = [Self.composed, Self.decomposed].map { id in
      SessionRow(id: id, sequenceNumber: 1, content: "")
    }
    #expect(Set(ids).count == 2)
  }

  @Test func `cases with the same id differ`() {
    #expect(TimelineChange.updated("a") != .removed("a"))
    #expect(
      RowDisposition.Effect.appliedResult(toolUseID: "a") != .unmatchedResult(toolUseID: "a")
    )
    #expect(ContentBlock.text("a") != .error("a"))
    #expect(RowDisposition.Outcome.dissolved != .unread)
  }

  @Test func `inputs are compared by value`() {
    #expect(ToolCall.Input(json: #"{"b":2.0,"a":1}"#) == ToolCall.Input(json: #"{"a":1,"b":2}"#))
    #expect(ToolCall.Input(json: "{}") == nil)
    #expect(ToolCall.Input(json: "[1]") == nil)
    #expect(ToolCall.Input(json: "{") == nil)
  }

  @Test func `tool calls without an id are identified by parent, name and summary`() {
    var anonymous = tool
    anonymous.toolUseID = nil
    var later = anonymous
    later.status = .completed
    later.output = nil
    #expect(later.id == anonymous.id)
    later.summary = "Read b"
    #expect(later.id != anonymous.id)
    #expect(tool.id != anonymous.id)
  }

  /// Expects that a value differs from itself after each of the changes.
  private func expectDifferences<Value: Hashable>(
    of value: Value,
    after changes: [(inout Value) -> Void]
  ) {
    for (index, change) in changes.enumerated() {
      var changed = value
      change(&changed)
      #expect(changed != value, "change \(index)")
      #expect(Set([changed, value]).count == 2, "change \(index)")
    }
    #expect(Set([value, value]).count == 1)
  }
}
