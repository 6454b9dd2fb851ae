internal import CanonicalJSON

/// The merged rows of one entry. Tools and sub-agents are only placeholders, to be filled with
/// their states later.
struct EntryDraft: Sendable {
  /// The content of one place in an entry.
  enum Slot: Sendable {
    case text(String)
    case error(String)
    /// The first mention of a tool with an id, or any mention of a tool without an id.
    case tool(RowPart)
    /// The sub-agent with this id.
    case subAgent(String)

    /// The text of the slot, by which T7 recognizes repeated texts, or `nil` for the other slots.
    fileprivate var textKey: TextKey? {
      if case .text(let text) = self {
        TextKey(text)
      } else {
        nil
      }
    }
  }

  /// The first row, which determines the entry's id, position and role.
  let head: RowReading
  private(set) var slots: [Slot] = []
  /// The number of occurrences of each text in `slots`. This and `tailLength` are maintained only
  /// if there are several rows.
  private var textCounts: [TextKey: Int] = [:]
  /// The number of texts after the last tool or sub-agent.
  private var tailLength = 0

  // T7
  /// Merges rows, starting with the head.
  ///
  /// - Parameter noteFold: Called for each row except the head, with what the row adds to the rows
  ///   before it.
  init(
    of rows: PlacedList<RowReading>,
    head: RowReading,
    _ toolUses: ToolUses,
    noteFold: (RowReading, RowDisposition.Fold) -> Void = { _, _ in }
  ) {
    self.head = head
    if rows.count == 1 {
      slots = added(by: head, toolUses)
    } else {
      append(added(by: head, toolUses))
      for row in rows.dropFirst() { noteFold(row, fold(added(by: row, toolUses))) }
    }
  }

  /// Returns the slots that a row adds, without the blocks that take no place of their own.
  private func added(by row: RowReading, _ toolUses: ToolUses) -> [Slot] {
    row.blockParts.compactMap { part in
      switch part.block {
      // P3: the entry's role can differ from the role of the text's own row.
      case .text(let text): head.payload.role.accepts(text) ? .text(text) : nil
      case .error(let message): .error(message)
      case .toolCall: toolUses.takesPlace(part) ? .tool(part) : nil
      case .subAgent(let subAgent): toolUses.takesPlace(part) ? .subAgent(subAgent.toolUseID) : nil
      }
    }
  }

  /// Adds the slots of a later row by the steps of T7, and returns how they were added.
  private mutating func fold(_ added: [Slot]) -> RowDisposition.Fold {
    let texts = added.filter { $0.textKey != nil }
    let others = added.filter { $0.textKey == nil }

    if texts.lazy.compactMap(\.textKey).allSatisfy({ textCounts[$0, default: 0] > 0 }) {
      // The entry already has all texts of the row, if the row has any.
      append(others)
      return texts.count == added.count ? .nothing : .appending
    } else if tailLength > 0 {
      // The texts replace those at the end of the entry.
      for text in slots.suffix(tailLength).lazy.compactMap(\.textKey) {
        textCounts[text, default: 0] -= 1
      }
      slots.removeLast(tailLength)
      tailLength = 0
      append(texts + others)
      return .replacing
    } else {
      // The entry doesn't end with a text, so the row continues it.
      append(added)
      return .appending
    }
  }

  /// Appends slots, and keeps `textCounts` and `tailLength` up to date.
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
