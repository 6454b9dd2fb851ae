internal import CanonicalJSON

extension TimelineAssembly {
  /// What became of rows that stand, given all of them in the order of the timeline.
  func fates(of rows: [RowReading]) -> [RowFate] {
    var likes: [ToolScope: ToolLikes] = [:]
    return rows.map { row in
      let results = row.payload.toolResults.map { RowFate.Effect(of: $0, in: toolUses) }
      let mentions = row.blockParts.compactMap { effect(of: $0, &likes) }
      let (rule, outcome) = ending(of: row)
      return RowFate(rowID: row.id, rule: rule, outcome: outcome, effects: results + mentions)
    }
  }

  /// Where the row ended, and by which rule.
  private func ending(of row: RowReading) -> (rule: Rule, outcome: RowFate.Outcome) {
    guard let message = message(of: row), let head = message.rows.first else { return (row.payload.rule, .hidden) }
    if message.shownAt == nil {
      // Its blocks moved away, or they never took a place.
      return (message.hasPlaces ? .t5 : .t7, .dissolved)
    }
    return head == row ? (row.payload.rule, .shown(entryID: row.id)) : (.t7, .folded(into: head.id))
  }

  /// What a block does beyond its entry; nil where that is nothing.
  private func effect(of mention: RowPart, _ likes: inout [ToolScope: ToolLikes]) -> RowFate.Effect? {
    switch mention.block {
    case .text, .error: return nil
    case .subAgent(let subAgent):
      return toolUses.takesPlace(mention) ? nil : .repeatedSubAgent(toolUseID: subAgent.toolUseID)
    case .toolCall(let block):
      guard toolUses.takesPlace(mention), let tool = toolUses.tool(at: mention) else {
        return .repeatedTool(toolUseID: block.toolUseID)
      }
      let owner = toolUses.owner(of: tool)
      let scope = owner.map(ToolScope.subAgent) ?? .entry(mention.row.entryKey)
      if likes[scope, default: ToolLikes()].first(like: tool, orNew: 0) != nil {
        return .repeatedTool(toolUseID: nil)
      }
      return owner.map { .movedTool(toolUseID: tool.toolUseID, subAgentID: $0.text) }
    }
  }
}

/// Where tools without an id may be the same (T4).
private enum ToolScope: Hashable {
  case entry(EntryKey)
  case subAgent(TextKey)
}

extension RowFate.Effect {
  fileprivate init(of result: ToolResult, in toolUses: ToolUses) {
    self =
      toolUses.knows(result.toolUseID)
      ? .appliedResult(toolUseID: result.toolUseID) : .unmatchedResult(toolUseID: result.toolUseID)
  }
}
