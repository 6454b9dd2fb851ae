internal import CanonicalJSON

// T7
/// What joins rows to one entry.
enum EntryKey: Hashable, Sendable {
  /// The id of an assistant's message.
  case message(TextKey)
  /// The id of a row that stands for itself.
  case row(TextKey)
}

extension RowReading {
  /// What the row's entry is known by, if it shows something.
  var entryKey: EntryKey { payload.messageID.map(EntryKey.message) ?? .row(position.id) }
}

/// The rows of one entry.
struct Message: Sendable {
  /// Those that have a block.
  var rows = PlacedList<RowReading>()
  /// The position of the entry in the timeline; nil where it shows nothing.
  private(set) var shownAt: RowPosition?
  /// Whether any block takes a place in the entry, even if it stands elsewhere in the end.
  private(set) var hasPlaces = false

  /// Joins the rows anew and gives the entry, unless it shows nothing.
  mutating func settle(with toolUses: ToolUses) -> TimelineEntry? {
    // A row of nothing but texts and errors depends on no other.
    if rows.count == 1, let row = rows.first, row.payload.blocks.allSatisfy({ $0.line != nil }) {
      hasPlaces = true
      shownAt = row.position
      return TimelineEntry(of: row, blocks: row.payload.blocks)
    }
    let draft = rows.first.map { EntryDraft(of: rows, head: $0, toolUses) }
    let entry = draft.flatMap { TimelineEntry($0, toolUses) }
    hasPlaces = draft?.slots.isEmpty == false
    shownAt = entry == nil ? nil : draft?.head.position
    return entry
  }
}

extension TimelineEntry {
  /// The entry with what stands in its places; nil where that is nothing.
  fileprivate init?(_ draft: EntryDraft, _ toolUses: ToolUses) {
    var blocks: [ContentBlock] = []
    var likes = ToolLikes()
    for slot in draft.slots {
      switch slot {
      case .text(let text): blocks.append(.text(text))
      case .error(let message): blocks.append(.error(message))
      case .subAgent(let id):
        if let subAgent = toolUses.subAgent(id) { blocks.append(.subAgent(subAgent)) }
      case .tool(let place):
        // T5
        guard let tool = toolUses.tool(at: place), toolUses.owner(of: tool) == nil else { continue }
        // T4
        if let first = likes.first(like: tool, orNew: blocks.count) {
          blocks[first] = .toolCall(tool)
        } else {
          blocks.append(.toolCall(tool))
        }
      }
    }
    guard !blocks.isEmpty else { return nil }
    self.init(of: draft.head, blocks: blocks)
  }

  /// The entry that has its place from a row.
  fileprivate init(of row: RowReading, blocks: [ContentBlock]) {
    self.init(
      id: row.id,
      role: row.payload.role,
      sequenceNumber: row.position.sequenceNumber,
      createdAt: row.createdAt,
      blocks: blocks
    )
  }
}
