import CanonicalJSON
import SessionDetail
import Testing

struct ConvergenceTests {
  private static let rows = [
    SessionRow(1, .assistant(.text("Looking"), .task("task", status: "running"), message: "m")),
    SessionRow(2, .assistant(.toolUse("a", status: "running"), message: "n", parent: "task")),
    SessionRow(3, .user(.toolResult("a", "Found"), .toolResult("task", "Done"))),
    SessionRow(4, .assistant(.text("Found it"), .toolUse("a"), .toolUse(name: "LS"), message: "m")),
    SessionRow(
      4,
      id: "row-2",
      .assistant(.toolUse("a"), .toolUse("b"), message: "n", parent: "task")
    ),
  ]

  @Test(arguments: 0...rows.count)
  func `every order of arrival gives the same timeline, wherever the load ends`(loaded: Int) {
    let expected = SessionTimeline(rows: Self.rows).json
    for arrival in Self.rows.permutations {
      let timeline = SessionTimeline(
        rows: Array(arrival.prefix(loaded)),
        updates: Array(arrival.dropFirst(loaded))
      )
      #expect(timeline.json == expected)
    }
  }

  @Test
  func `a row that comes again changes nothing`() {
    #expect(
      SessionTimeline(rows: Self.rows, updates: Self.rows).json
        == SessionTimeline(rows: Self.rows).json
    )
  }
}

extension Array {
  fileprivate var permutations: [[Element]] {
    guard count > 1 else { return [self] }
    return indices.flatMap { index in
      Array(self[..<index] + self[(index + 1)...]).permutations.map { [self[index]] + $0 }
    }
  }
}
