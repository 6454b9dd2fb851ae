import CanonicalJSON
import SessionDetail
import Testing

/// Tests of inputs on which a comparison of all pairs would take minutes.
@Suite(.timeLimit(.minutes(10)))
struct LargeInputTests {
  private let count = 10_000

  @Test
  func `a message of many rows`() {
    let rows = (0..<count).map { index in
      SessionRow(
        Int64(index),
        .assistant(index % 2 == 0 ? .text("Text \(index)") : .toolUse("t\(index)"), message: "m")
      )
    }
    #expect(SessionTimeline(rows: rows).entries.map(\.blocks.count) == [count])
  }

  @Test
  func `a message whose last text grows after many tools`() {
    let tools = JSONValue.array((0..<count).map { .toolUse("t\($0)") })
    let rows = [SessionRow(-1, ["type": "assistant", "message": ["id": "m", "content": tools]])]
    let texts = (0..<count).map {
      SessionRow(Int64($0), .assistant(.text("Text \($0)"), message: "m"))
    }
    #expect(SessionTimeline(rows: rows, updates: texts).entries.map(\.blocks.count) == [count + 1])
  }

  @Test
  func `a sub-agent with many tools without an id and many outcomes`() {
    var blocks = (0..<count).map { JSONValue.toolUse(name: "Tool \($0 % 100)", parent: "task") }
    blocks.append(.task("task"))
    let results = JSONValue.array((0..<count).map { .toolResult("task", .string("Result \($0)")) })
    let timeline = SessionTimeline(
      SessionRow(1, ["type": "assistant", "message": ["content": .array(blocks)]]),
      SessionRow(2, ["type": "user", "message": ["content": results]])
    )
    #expect(timeline.subAgents.map(\.tools.count) == [100])
    #expect(timeline.subAgents.map(\.result) == ["Result \(count - 1)"])
  }

  @Test
  func `many writes of one row`() {
    let rows = (0..<count).map { SessionRow(Int64($0), id: "a", text: "Write \($0)") }
    let timeline = SessionTimeline(rows: rows.reversed())
    #expect(timeline.entries.map(\.content) == ["Write \(count - 1)"])
    let dispositions = SessionAccount(rows: rows.reversed()).dispositions
    #expect(dispositions.last?.outcome == .superseded(by: 0, because: .greaterSequenceNumber))
  }

  @Test
  func `many live updates, and one that draws all their entries into a sub-agent`() {
    var live = LiveSessionTimeline()
    for index in 0..<count {
      live.update(SessionRow(Int64(index), .assistant(.toolUse("t\(index)"), parent: "task")))
    }
    #expect(live.entries.count == count)
    #expect(live.update(SessionRow(Int64(count), .assistant(.task("task")))).count == count + 1)
    #expect(live.entries.map(\.id) == ["row-\(count)"])
  }
}
