internal import CanonicalJSON

/// The rows of a timeline joined to drafts of its entries, with the register of their tools.
struct MessageFolding: Sendable {
  private(set) var drafts: [EntryDraft] = []
  /// For each row its draft, by index; nil where the row is hidden.
  private(set) var draftIndices: [Int?] = []
  /// For each row the tools and sub-agents that it names, in order.
  private(set) var mentions: [[ToolRegister.Mention]] = []
  private(set) var register = ToolRegister()
  private var messages: [TextKey: Int] = [:]

  /// Joins rows that stand in order.
  init(of rows: [RowReading]) {
    for row in rows {
      fold(row)
    }
  }

  // T7
  private mutating func fold(_ row: RowReading) {
    let (slots, mentions) = enter(row.payload.blocks)
    self.mentions.append(mentions)
    guard !row.payload.blocks.isEmpty else {
      draftIndices.append(nil)
      return
    }
    let index = draftIndex(for: row)
    drafts[index].fold(slots)
    draftIndices.append(index)
  }

  private mutating func draftIndex(for row: RowReading) -> Int {
    if let messageID = row.payload.messageID {
      if let index = messages[messageID] { return index }
      messages[messageID] = drafts.count
    }
    drafts.append(EntryDraft(head: row))
    return drafts.count - 1
  }

  /// Enters the tools of a row; a block that repeats a known one takes no place.
  private mutating func enter(
    _ blocks: [ContentBlock]
  ) -> (slots: [EntryDraft.Slot], mentions: [ToolRegister.Mention]) {
    var slots: [EntryDraft.Slot] = []
    var mentions: [ToolRegister.Mention] = []
    func note(_ mention: ToolRegister.Mention) {
      mentions.append(mention)
      if mention.isNew { slots.append(.tool(mention.reference)) }
    }
    for block in blocks {
      switch block {
      case .text(let text): slots.append(.text(text))
      case .error(let message): slots.append(.error(message))
      case .toolCall(let tool): note(register.enter(tool))
      case .subAgent(let subAgent): note(register.enter(subAgent))
      }
    }
    return (slots, mentions)
  }
}
