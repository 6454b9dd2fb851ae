internal import CanonicalJSON

/// The rows of one entry joined: tools and sub-agents are places only, to be filled with their
/// states.
struct EntryDraft: Sendable {
  /// What stands at one place of an entry.
  enum Slot: Sendable {
    case text(String)
    case error(String)
    /// The first mention of a tool with an id, or any of one without.
    case tool(RowPart)
    /// The sub-agent with this id.
    case subAgent(String)

    fileprivate var textKey: TextKey? {
      if case .text(let text) = self {
        TextKey(text)
      } else {
        nil
      }
    }
  }

  /// The first row, whose id, place and role the entry has.
  let head: RowReading
  private(set) var slots: [Slot] = []
  /// How often each text stands in `slots`; kept where there are several rows, as is `tailLength`.
  private var textCounts: [TextKey: Int] = [:]
  /// How many texts stand after the last tool or sub-agent.
  private var tailLength = 0

  // T7
  /// Joins rows, the head being the first.
  ///
  /// - Parameter noteFold: is told what each row but the head adds to those before it.
  init(
    of rows: PlacedList<RowReading>,
    head: RowReading,
    _ toolUses: ToolUses,
    noteFold: (RowReading, RowFate.Fold) -> Void = { _, _ in }
  ) {
    self.head = head
    if rows.count == 1 {
      slots = added(by: head, toolUses)
    } else {
      append(added(by: head, toolUses))
      for row in rows.dropFirst() { noteFold(row, fold(added(by: row, toolUses))) }
    }
  }

  /// What a row adds, less what takes no place of its own.
  private func added(by row: RowReading, _ toolUses: ToolUses) -> [Slot] {
    row.blockParts.compactMap { part in
      switch part.block {
      // P3: the entry's role need not be that of the text's own row.
      case .text(let text): head.payload.role.accepts(text) ? .text(text) : nil
      case .error(let message): .error(message)
      case .toolCall: toolUses.takesPlace(part) ? .tool(part) : nil
      case .subAgent(let subAgent): toolUses.takesPlace(part) ? .subAgent(subAgent.toolUseID) : nil
      }
    }
  }

  private mutating func fold(_ added: [Slot]) -> RowFate.Fold {
    let texts = added.filter { $0.textKey != nil }
    let others = added.filter { $0.textKey == nil }
    if texts.lazy.compactMap(\.textKey).allSatisfy({ textCounts[$0, default: 0] > 0 }) {
      append(others)
      return texts.count == added.count ? .nothing : .appending
    } else if tailLength > 0 {
      for text in slots.suffix(tailLength).lazy.compactMap(\.textKey) {
        textCounts[text, default: 0] -= 1
      }
      slots.removeLast(tailLength)
      tailLength = 0
      append(texts + others)
      return .replacing
    } else {
      append(added)
      return .appending
    }
  }

  private mutating func append(_ added: [Slot]) {
    for slot in added {
      if let text = slot.textKey {
        textCounts[text, default: 0] += 1
        tailLength += 1
      } else {
        tailLength = 0
      }
    }
    slots += added
  }
}
