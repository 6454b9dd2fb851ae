import CanonicalJSON
import SessionDetail
import Testing

struct SubAgentTests {
  @Test
  func `a sub-agent has its tools, whichever came first`() throws {
    let rows = [
      SessionRow(1, .assistant(.toolUse("a"), parent: "task")),
      SessionRow(
        2,
        .assistant(.task("task", type: "Explore", description: "Look", status: "running"))
      ),
      SessionRow(3, .assistant(.toolUse("b"), parent: "task")),
      SessionRow(4, .user(.toolResult("task", "All good"))),
    ]
    for arrival in [rows, rows.reversed()] {
      let timeline = SessionTimeline(rows: [], updates: arrival)
      #expect(timeline.entries.map(\.id) == ["row-2"])
      let subAgent = try #require(timeline.subAgents.first)
      #expect(subAgent.subagentType == "Explore")
      #expect(subAgent.status == .completed)
      #expect(subAgent.result == "All good")
      #expect(subAgent.tools.map(\.toolUseID) == ["a", "b"])
    }
  }

  @Test
  func `tools are ordered by first appearance, not by entry`() throws {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.task("task"), message: "m")),
      SessionRow(2, .assistant(.toolUse("b"), message: "n", parent: "task")),
      SessionRow(3, .assistant(.toolUse("a"), message: "m", parent: "task"))
    )
    #expect(timeline.subAgents.first?.tools.map(\.toolUseID) == ["b", "a"])
  }

  @Test
  func `repeated tasks keep what is known best`() throws {
    let timeline = SessionTimeline(
      SessionRow(
        1,
        .assistant(.task("t", type: " Unknown", description: "First", status: "failed"))
      ),
      SessionRow(2, .assistant(.task("t", type: "Explore", description: " ", status: "running"))),
      SessionRow(3, .assistant(.task("t", type: "Plan")))
    )
    #expect(
      timeline.blocks == [
        .subAgent(
          SubAgent(
            toolUseID: "t",
            subagentType: "Explore",
            description: "First",
            status: .completed
          )
        )
      ]
    )
  }

  @Test
  func `a task without an id is a tool`() {
    let timeline = SessionTimeline(SessionRow(1, .assistant(.toolUse(name: "Agent"))))
    #expect(
      timeline.blocks == [.toolCall(ToolCall(name: "Agent", summary: "Agent", status: .completed))]
    )
  }

  @Test
  func `a tool and a sub-agent with one id are two things`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.task("t"), .toolUse("t"))),
      SessionRow(2, .user(.toolResult("t", "x", isError: true)))
    )
    #expect(
      timeline.entries.map { $0.display.map(\.kind) } == [[.parallelAgents, .standaloneToolCalls]]
    )
    #expect(
      timeline.blocks == [
        .subAgent(
          SubAgent(
            toolUseID: "t",
            subagentType: "general-purpose",
            description: "",
            status: .failed,
            result: "x"
          )
        ),
        .toolCall(
          ToolCall(toolUseID: "t", name: "Read", summary: "Read", status: .failed, output: "x")
        ),
      ]
    )
  }

  @Test
  func `sub-agents are not nested`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.task("outer"))),
      SessionRow(2, .assistant(.task("inner"), parent: "outer")),
      SessionRow(3, .assistant(.toolUse("a"), parent: "inner"))
    )
    #expect(timeline.entries.map(\.id) == ["row-1", "row-2"])
  }
}
