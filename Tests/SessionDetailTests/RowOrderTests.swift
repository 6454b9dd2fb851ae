import CanonicalJSON
import SessionDetail
import Testing

struct RowOrderTests {
  @Test
  func `rows are ordered by sequence number, then time, then id`() {
    let noon = "2026-01-01T12:00:00Z"
    let timeline = SessionTimeline(
      SessionRow(10, id: "f", text: "Hello"),
      SessionRow(2, id: "d", createdAt: noon, text: "Hello"),
      SessionRow(2, id: "c", createdAt: noon, text: "Hello"),
      SessionRow(2, id: "e", createdAt: "not a time", text: "Hello"),
      SessionRow(-1, id: "z", text: "Hello")
    )
    #expect(timeline.entries.map(\.id) == ["z", "e", "c", "d", "f"])
  }

  @Test
  func `ids are ordered and told apart by their bytes`() {
    let decomposed = "e\u{301}"
    let composed = "\u{E9}"
    let timeline = SessionTimeline(
      SessionRow(1, id: composed, text: "composed"),
      SessionRow(1, id: decomposed, text: "decomposed"),
      SessionRow(1, id: "f", text: "f")
    )
    #expect(timeline.rowCount == 3)
    #expect(timeline.entries.map(\.content) == ["decomposed", "f", "composed"])
  }

  @Test
  func `the write with the greater sequence number wins, whenever it arrives`() {
    let new = SessionRow(5, id: "a", text: "new")
    let old = SessionRow(4, id: "a", createdAt: "2026-01-01T12:00:00Z", text: "old")
    #expect(SessionTimeline(rows: [new], updates: [old]).entries.map(\.content) == ["new"])
    #expect(SessionTimeline(rows: [old], updates: [new]).entries.map(\.content) == ["new"])
  }

  @Test
  func `of writes with one sequence number the later wins, and any time beats none`() {
    let late = SessionRow(1, id: "a", createdAt: "2026-01-01T00:00:01Z", text: "late")
    let early = SessionRow(1, id: "a", createdAt: "2026-01-01T00:00:00Z", text: "early")
    let timeless = SessionRow(1, id: "a", text: "timeless")
    #expect(SessionTimeline(late, early, timeless).entries.map(\.content) == ["late"])
    #expect(SessionTimeline(timeless, early).entries.map(\.content) == ["early"])
  }

  @Test
  func `of writes that tie the last to arrive wins`() {
    let timeline = SessionTimeline(
      rows: [SessionRow(1, id: "a", text: "first"), SessionRow(1, id: "a", text: "second")],
      updates: [SessionRow(1, id: "a", text: "third")]
    )
    #expect(timeline.rowCount == 1)
    #expect(timeline.entries.map(\.content) == ["third"])
  }

  @Test
  func `hidden rows are counted`() {
    let timeline = SessionTimeline(SessionRow(1, ["type": "system"]), SessionRow(2, text: "Hello"))
    #expect(timeline.rowCount == 2)
    #expect(timeline.entries.count == 1)
  }
}
