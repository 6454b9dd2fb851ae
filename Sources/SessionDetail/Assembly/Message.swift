internal import CanonicalJSON

// T7
/// The key that groups rows into one entry.
enum EntryKey: Hashable, Sendable {
  /// The id of an assistant's message.
  case message(TextKey)
  /// The id of a row that is an entry of its own.
  case row(TextKey)
}

extension RowReading {
  /// The key of the row's entry, if the row shows anything.
  var entryKey: EntryKey { payload.messageID.map(EntryKey.message) ?? .row(position.id) }
}

/// The rows of one entry.
struct Message: Sendable {
  /// The rows that have a block.
  var rows = PlacedList<RowReading>()
  /// The position of the entry in the timeline, or `nil` if the entry shows nothing.
  private(set) var shownAt: RowPosition?
  /// Whether any block takes a place in the entry, even if the block is finally shown elsewhere.
  private(set) var hasPlaces = false

  /// Merges the rows again, and returns the entry, or `nil` if it shows nothing.
  mutating func settle(with toolUses: ToolUses) -> TimelineEntry? {
    // A row with only texts and errors depends on no other row.
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
  /// Creates the entry with its places filled, or returns `nil` if that leaves no blocks.
  fileprivate init?(_ draft: EntryDraft, _ toolUses: ToolUses) {
    var blocks: [ContentBlock] = []
    var deduplicators = AnonymousToolDeduplicator()
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
        if let first = deduplicators.first(like: tool, orNew: blocks.count) {
          blocks[first] = .toolCall(tool)
        } else {
          blocks.append(.toolCall(tool))
        }
      }
    }

    guard !blocks.isEmpty else { return nil }
    self.init(of: draft.head, blocks: blocks)
  }

  /// Creates an entry that takes its id, role and position from a row.
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
