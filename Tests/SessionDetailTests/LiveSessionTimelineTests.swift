import CanonicalJSON
import SessionDetail
import Testing

struct LiveSessionTimelineTests {
  @Test
  func `a timeline without rows is empty`() {
    let live = LiveSessionTimeline()
    #expect(live.entries.isEmpty)
    #expect(live.rowCount == 0)
  }

  @Test
  func `a load shows what the batch shows`() {
    let rows = [
      SessionRow(2, text: "Second"), SessionRow(1, text: "First"),
      SessionRow(0, id: "row-2", text: "Stale"),
    ]
    #expect(LiveSessionTimeline(rows: rows).shows(SessionTimeline(rows: rows)))
  }

  @Test
  func `a row at the end, the start or between is inserted behind the one before it`() {
    var live = LiveSessionTimeline(rows: [SessionRow(5, text: "Hello")])
    #expect(live.update(SessionRow(9, text: "Last")) == [.inserted("row-9", after: "row-5")])
    #expect(live.update(SessionRow(1, text: "First")) == [.inserted("row-1", after: nil)])
    #expect(live.update(SessionRow(7, text: "Between")) == [.inserted("row-7", after: "row-5")])
    #expect(live.entries.map(\.content) == ["First", "Hello", "Between", "Last"])
  }

  @Test
  func `a hidden row is counted and changes nothing`() {
    var live = LiveSessionTimeline()
    #expect(live.update(SessionRow(1, ["type": "system"])).isEmpty)
    #expect(live.rowCount == 1)
  }

  @Test
  func `a row that comes again, or an older write of it, changes nothing`() {
    let row = SessionRow(2, id: "a", text: "New")
    var live = LiveSessionTimeline(rows: [row])
    #expect(live.update(row).isEmpty)
    #expect(live.update(SessionRow(1, id: "a", text: "Stale")).isEmpty)
    #expect(live.entries.map(\.content) == ["New"])
    #expect(live.rowCount == 1)
  }

  @Test
  func `a newer write updates its entry while that keeps its neighbours, and else moves it`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, id: "a", text: "One"), SessionRow(5, id: "b", text: "Five"),
    ])
    #expect(live.update(SessionRow(3, id: "a", text: "Three")) == [.updated("a")])
    #expect(live.update(SessionRow(9, id: "a", text: "Nine")) == [.moved("a", after: "b")])
    #expect(live.update(SessionRow(8, id: "b", text: "Eight")) == [.updated("b")])
    #expect(live.entries.map(\.content) == ["Eight", "Nine"])
  }

  @Test
  func `a newer write that shows nothing removes the entry`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, id: "a", text: "One"), SessionRow(2, text: "Two"),
    ])
    #expect(live.update(SessionRow(3, id: "a", ["type": "system"])) == [.removed("a")])
    #expect(live.rowCount == 2)
  }

  @Test
  func `ids that differ by their bytes alone are two entries`() {
    var live = LiveSessionTimeline(rows: [SessionRow(1, id: "\u{E9}", text: "Composed")])
    #expect(
      live.update(SessionRow(1, id: "e\u{301}", text: "Decomposed")) == [
        .inserted("e\u{301}", after: nil)
      ]
    )
    #expect(live.entries.map(\.content) == ["Decomposed", "Composed"])
  }

  @Test
  func `a message grows in its entry`() {
    var live = LiveSessionTimeline()
    #expect(
      live.update(SessionRow(1, .assistant(.text("Hel"), message: "m"))) == [
        .inserted("row-1", after: nil)
      ]
    )
    #expect(
      live.update(SessionRow(2, .assistant(.text("Hello"), message: "m"))) == [.updated("row-1")]
    )
    #expect(
      live.update(SessionRow(3, .assistant(.toolUse("t"), message: "m"))) == [.updated("row-1")]
    )
    #expect(live.update(SessionRow(4, .assistant(.text("Hello"), message: "m"))).isEmpty)
    #expect(live.entries.map(\.blocks.count) == [2])
  }

  @Test
  func `an earlier row of a message gives its entry another id`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(0, text: "Go"),
      SessionRow(5, .assistant(.text("B"), message: "m")),
    ])
    let changes = live.update(SessionRow(3, .assistant(.text("A"), message: "m")))
    #expect(changes == [.removed("row-5"), .inserted("row-3", after: "row-0")])
    #expect(live.entries.map(\.content) == ["Go", "B"])
  }

  @Test
  func `an outcome updates the entry of its tool`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, .assistant(.toolUse("t", status: "running"))),
      SessionRow(2, text: "Meanwhile"),
    ])
    #expect(live.update(SessionRow(3, .user(.toolResult("t", "Done")))) == [.updated("row-1")])
    #expect(live.update(SessionRow(4, .user(.toolResult("nobody", "Done")))).isEmpty)
    #expect(
      live.entries.first?.blocks.first
        == .toolCall(
          ToolCall(
            toolUseID: "t",
            name: "Read",
            summary: "Read",
            status: .completed,
            output: "Done"
          )
        )
    )
  }

  @Test
  func `an earlier mention takes a tool out of its entry`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(5, .assistant(.text("So"), .toolUse("t"))),
      SessionRow(6, .assistant(.toolUse("u"))),
    ])
    #expect(
      live.update(SessionRow(1, .assistant(.toolUse("t"), .toolUse("u"))))
        == [.removed("row-6"), .inserted("row-1", after: nil), .updated("row-5")]
    )
    #expect(live.entries.map(\.id) == ["row-1", "row-5"])
  }

  @Test
  func `tools leave their entries when their sub-agent appears, and return when it is gone`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, .assistant(.toolUse("t"), parent: "task")),
      SessionRow(2, .assistant(.toolUse(name: "LS"), parent: "task")),
    ])
    let appears = live.update(SessionRow(3, .assistant(.task("task"))))
    #expect(appears == [.removed("row-1"), .removed("row-2"), .inserted("row-3", after: nil)])
    #expect(tools(ofSubAgentsIn: live).map(\.name) == ["Read", "LS"])

    let goes = live.update(SessionRow(4, id: "row-3", text: "Never mind"))
    #expect(
      goes == [
        .updated("row-3"), .inserted("row-1", after: nil), .inserted("row-2", after: "row-1"),
      ]
    )
  }

  @Test
  func `a tool that gets a parent moves to its sub-agent`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, .assistant(.task("task"))),
      SessionRow(2, .assistant(.toolUse("t"))),
    ])
    #expect(
      live.update(SessionRow(3, .assistant(.toolUse("t"), parent: "task"))) == [
        .removed("row-2"), .updated("row-1"),
      ]
    )
    #expect(live.entries.map(\.id) == ["row-1"])
  }

  @Test
  func `a row that brings its tools in another order reorders those of their sub-agent`() {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, .assistant(.toolUse("a"), .toolUse("b"), parent: "task")),
      SessionRow(2, .assistant(.toolUse("c"), parent: "task")),
      SessionRow(3, .assistant(.task("task"))),
    ])
    #expect(
      live.update(SessionRow(1, .assistant(.toolUse("b"), .toolUse("a"), parent: "task"))) == [
        .updated("row-3")
      ]
    )
    #expect(tools(ofSubAgentsIn: live).map(\.toolUseID) == ["b", "a", "c"])
  }

  @Test
  func `a head that leaves its message keeps its entry, and the next row of the message gets one`()
  {
    var live = LiveSessionTimeline(rows: [
      SessionRow(1, id: "a", .assistant(.text("A"), message: "m")),
      SessionRow(2, id: "b", .assistant(.text("B"), message: "m")),
    ])
    #expect(
      live.update(SessionRow(1, id: "a", .assistant(.text("A"), message: "n")))
        == [.inserted("b", after: "a"), .updated("a")]
    )
    #expect(live.entries.map(\.content) == ["A", "B"])
  }

  @Test
  func `a copy keeps what it shows`() {
    var live = LiveSessionTimeline(rows: [SessionRow(1, text: "One")])
    let copy = live
    live.update(SessionRow(2, text: "Two"))
    #expect(copy.entries.map(\.content) == ["One"])
    #expect(live.entries.count == 2)
  }

  private func tools(ofSubAgentsIn live: LiveSessionTimeline) -> [ToolCall] {
    live.entries.flatMap(\.blocks).flatMap { block in
      if case .subAgent(let subAgent) = block {
        subAgent.tools
      } else {
        [ToolCall]()
      }
    }
  }
}
