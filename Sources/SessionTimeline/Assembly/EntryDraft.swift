internal import CanonicalJSON

/// An entry while its rows come in: tools and sub-agents are places only, to be filled in the end.
struct EntryDraft: Sendable {
  /// What stands at one place of an entry.
  enum Slot: Sendable {
    case text(String)
    case error(String)
    case tool(ToolRegister.Reference)
  }

  /// The first row, whose id, place and role the entry has.
  let head: RowReading
  private(set) var slots: [Slot] = []
  /// How often each text stands in `slots`.
  private var textCounts: [TextKey: Int] = [:]
  /// How many texts stand after the last tool or sub-agent.
  private var tailLength = 0

  init(head: RowReading) {
    self.head = head
  }

  // T7
  /// Adds what the next row of the message shows, less what takes no place of its own.
  mutating func fold(_ added: [Slot]) {
    let added = added.filter(accepts)
    let texts = added.filter(\.isText)
    if texts.allSatisfy(stands) {
      append(added.filter { !$0.isText })
    } else if tailLength > 0 {
      removeTail()
      append(texts)
      append(added.filter { !$0.isText })
    } else {
      append(added)
    }
  }

  /// Whether the slot may stand in an entry of this role, which need not be that of the slot's own row (P3).
  private func accepts(_ slot: Slot) -> Bool {
    guard case .text(let text) = slot else { return true }
    return head.payload.role.accepts(text)
  }

  private func stands(_ slot: Slot) -> Bool {
    guard case .text(let text) = slot else { return true }
    return textCounts[TextKey(text), default: 0] > 0
  }

  private mutating func append(_ added: [Slot]) {
    for slot in added {
      if case .text(let text) = slot {
        textCounts[TextKey(text), default: 0] += 1
        tailLength += 1
      } else {
        tailLength = 0
      }
    }
    slots += added
  }

  private mutating func removeTail() {
    for case .text(let text) in slots.suffix(tailLength) {
      textCounts[TextKey(text), default: 0] -= 1
    }
    slots.removeLast(tailLength)
    tailLength = 0
  }
}

extension EntryDraft.Slot {
  fileprivate var isText: Bool {
    if case .text = self { true } else { false }
  }
}
