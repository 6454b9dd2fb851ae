import CanonicalJSON
import SessionDetail
import Testing

struct MessageFoldingTests {
  @Test
  func `a message in several rows is one entry with the place of the first`() {
    let timeline = SessionTimeline(
      SessionRow(1, .assistant(["type": "thinking"], message: "m")),
      SessionRow(2, createdAt: "2026-01-01T00:00:00Z", .assistant(.text("Looking"), message: "m")),
      SessionRow(3, text: "Wait"),
      SessionRow(4, .assistant(.toolUse("t"), message: "m")),
      SessionRow(5, .assistant(.text("Found"), message: "m"))
    )
    #expect(timeline.entries.map(\.id) == ["row-2", "row-3"])
    #expect(timeline.entries.first?.createdAt == "2026-01-01T00:00:00Z")
    #expect(shape(timeline.entries.first) == ["Looking", "#t", "Found"])
  }

  @Test(
    arguments: [
      // A text has grown.
      ([[.text("Hel")], [.text("Hello")]], ["Hello"]),
      (
        [[.text("A"), .toolUse("t"), .text("B")], [.text("A"), .text("BC"), .toolUse("u")]],
        ["A", "#t", "A", "BC", "#u"]
      ),
      // Blocks are replayed.
      (
        [[.text("A"), .toolUse("t")], [.text("A"), .toolUse("t"), .toolUse("u")]],
        ["A", "#t", "#u"]
      ),
      ([[.text("A"), .text("B")], [.text("B")], [.text("A")]], ["A", "B"]),
      // Blocks are appended.
      ([[.toolUse("t")], [.toolUse("u"), .text("A"), .toolUse("v")]], ["#t", "#u", "A", "#v"]),
      ([[.text("A")], [.toolUse("t"), .text("B")]], ["B", "#t"]),
      // Texts are distinguished by their bytes.
      ([[.text("e\u{301}")], [.toolUse("t")], [.text("\u{E9}")]], ["e\u{301}", "#t", "\u{E9}"]),
    ] as [([[JSONValue]], [String])]
  )
  func `texts that stand already add nothing, others replace those at the end`(
    rows: [[JSONValue]],
    blocks: [String]
  ) {
    let rows = rows.enumerated().map { index, blocks in
      SessionRow(
        Int64(index),
        ["type": "assistant", "message": ["id": "m", "content": .array(blocks)]]
      )
    }
    #expect(
      shape(SessionTimeline(rows: rows).entries.first).map { TextKey($0) }
        == blocks.map { TextKey($0) }
    )
  }

  @Test
  func `rows without a message id stand for themselves`() {
    let row = JSONValue.assistant(.text("A"), message: "")
    #expect(SessionTimeline(SessionRow(1, row), SessionRow(2, row)).entries.count == 2)
  }

  /// Returns the texts of an entry, and the ids of its tools with a number sign in front.
  private func shape(_ entry: TimelineEntry?) -> [String] {
    entry.map(\.blocks).map { blocks in
      blocks.map { block in
        switch block {
        case .text(let text), .error(let text): text
        case .toolCall(let tool): "#\(tool.toolUseID ?? "")"
        case .subAgent(let subAgent): "#\(subAgent.toolUseID)"
        }
      }
    } ?? []
  }
}
