import CanonicalJSON
import SessionDetail
import Testing

struct DisplayTests {
  @Test
  func `runs of tools and of sub-agents are drawn as one`() throws {
    let timeline = SessionTimeline(
      SessionRow(
        1,
        .assistant(
          .text("a"),
          .text("b"),
          .toolUse("t"),
          .toolUse("u"),
          .task("x"),
          .task("y"),
          .task("z"),
          .toolUse("v")
        )
      )
    )
    let display = try #require(timeline.entries.first?.display)
    #expect(
      display.map(\.kind) == [
        .block, .block, .standaloneToolCalls, .parallelAgents, .standaloneToolCalls,
      ]
    )
    #expect(display.map(\.blocks) == [0..<1, 1..<2, 2..<4, 4..<7, 7..<8])
  }

  @Test
  func `a text between two tools parts them`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(.toolUse("t"), .text("a"), .toolUse("u")))
    )
    #expect(timeline.entries.map { $0.display.map(\.blocks) } == [[0..<1, 1..<2, 2..<3]])
  }
}
