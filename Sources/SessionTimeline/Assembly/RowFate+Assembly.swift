internal import CanonicalJSON

extension RowReading {
  /// Where the row ended, given the entry that it became a part of, if it did.
  func ending(in entry: (draft: EntryDraft, result: TimelineEntry)?) -> (rule: Rule, outcome: RowFate.Outcome) {
    guard let (draft, entry) = entry else { return (payload.rule, .hidden) }
    if entry.blocks.isEmpty {
      // Its blocks moved away, or they never took a place.
      return (draft.slots.isEmpty ? .t7 : .t5, .dissolved)
    }
    return draft.head.id.hasSameBytes(as: id) ? (payload.rule, .shown(entryID: id)) : (.t7, .folded(into: entry.id))
  }
}

extension RowFate.Effect {
  init(of result: ToolResult, isApplied: Bool) {
    self = isApplied ? .appliedResult(toolUseID: result.toolUseID) : .unmatchedResult(toolUseID: result.toolUseID)
  }

  /// What a mention of a tool does beyond its entry; nil where that is nothing.
  init?(of mention: ToolRegister.Mention, _ placement: ToolPlacement) {
    switch mention.reference {
    case .subAgent(let index):
      guard !mention.isNew else { return nil }
      self = .repeatedSubAgent(toolUseID: placement.subAgents[index].toolUseID)
    case .tool(let index):
      let id = placement.tools[index].toolUseID
      switch placement.places[index] {
      case _ where !mention.isNew: self = .repeatedTool(toolUseID: id)
      case .merged: self = .repeatedTool(toolUseID: nil)
      case .subAgent(let owner):
        self = .movedTool(toolUseID: id, subAgentID: placement.subAgents[owner].toolUseID)
      case .entry: return nil
      }
    }
  }
}
