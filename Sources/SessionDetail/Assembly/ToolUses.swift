internal import CanonicalJSON

/// The tools and sub-agents of a timeline, by id.
///
/// Rows are recorded first, in any order. Settling then recomputes what they affect.
struct ToolUses: Sendable {
  private var histories = DirtyTrackingTable<TextKey, ToolUseHistory>()

  /// Records the tools, sub-agents and outcomes of a row that is added or removed.
  mutating func note(_ edit: PlacedEdit, of row: RowReading) {
    for index in row.payload.toolResults.indices {
      let outcome = RowPart(row: row, index: index)
      histories.values[touch(outcome.toolResult.toolUseID)].outcomes.apply(edit, to: outcome)
    }

    for mention in row.blockParts {
      switch mention.block {
      case .text, .error: break
      case .subAgent(let subAgent):
        histories.values[touch(subAgent.toolUseID)].subAgentMentions.apply(edit, to: mention)
      case .toolCall(let tool):
        if let id = tool.toolUseID {
          histories.values[touch(id)].toolMentions.apply(edit, to: mention)
        } else if let parent = tool.parentToolUseID {
          histories.values[touch(parent)].children.apply(edit, to: mention)
        }
      }
    }
  }

  /// Updates the tools and sub-agents after rows were recorded, and returns the places where they
  /// were before or are now.
  mutating func settle() -> [RowPart] {
    var places: [RowPart] = []
    // Settle tools first, because a sub-agent shows its own tools. Each tool touches its parent
    // again.
    let noted = histories.takeTouched()
    for index in noted { settleTool(at: index, &places) }
    for index in noted { histories.touch(index) }
    for index in histories.takeTouched() { settleSubAgent(at: index, &places) }
    return places
  }

  /// Returns the index of the history of an id, and marks the history as waiting to be settled. An
  /// id that is new gets an empty history.
  private mutating func touch(_ id: String) -> Int {
    histories.touch(TextKey(id), orNew: ToolUseHistory())
  }

  /// Rebuilds a tool, and moves it to its new parent if the parent or the place changed.
  private mutating func settleTool(at index: Int, _ places: inout [RowPart]) {
    // T5
    let old = histories.values[index].tool?.place
    let oldParent = histories.values[index].tool?.state.parentToolUseID.map { touch($0) }
    histories.values[index].settleTool()
    let new = histories.values[index].tool?.place
    let newParent = histories.values[index].tool?.state.parentToolUseID.map { touch($0) }

    if let old { places.append(old) }
    if let new, new != old { places.append(new) }

    guard oldParent != newParent || old != new else { return }
    if let oldParent, let old { histories.values[oldParent].children.apply(.remove, to: old) }
    if let newParent, let new { histories.values[newParent].children.apply(.insert, to: new) }
  }

  /// Rebuilds a sub-agent with its tools.
  private mutating func settleSubAgent(at index: Int, _ places: inout [RowPart]) {
    guard
      !histories.values[index].subAgentMentions.isEmpty || histories.values[index].subAgent != nil
    else { return }

    let old = histories.values[index].subAgent
    let new = histories.values[index].foldedSubAgent(tools: mergedTools)
    histories.values[index].subAgent = new

    if let old { places.append(old.place) }
    if let new, new.place != old?.place { places.append(new.place) }
    if old == nil || new == nil {
      // T5: the tools leave their entries when a sub-agent appears, and return when it is gone.
      places += histories.values[index].children
    }
  }

  /// Returns the tools of one sub-agent, with repeated tools without an id merged.
  private func mergedTools(_ places: PlacedList<RowPart>) -> [ToolCall] {
    var tools: [ToolCall] = []
    var deduplicators = AnonymousToolDeduplicator()

    for place in places {
      guard let tool = tool(at: place) else { continue }
      // T4
      if let first = deduplicators.first(like: tool, orNew: tools.count) {
        tools[first] = tool
      } else {
        tools.append(tool)
      }
    }

    return tools
  }

  // T7
  /// Returns whether a block takes a place in its entry. A block that repeats an earlier one
  /// doesn't.
  func takesPlace(_ mention: RowPart) -> Bool {
    switch mention.block {
    case .text, .error: return true
    case .subAgent(let subAgent):
      return index(of: subAgent.toolUseID).flatMap { histories.values[$0].subAgentMentions.first }
        == mention
    case .toolCall(let tool):
      guard let id = tool.toolUseID else { return true }
      return index(of: id).flatMap { histories.values[$0].toolMentions.first } == mention
    }
  }

  /// Returns the state of the tool that a block mentions, or `nil` if the block isn't a tool.
  func tool(at mention: RowPart) -> ToolCall? {
    guard case .toolCall(let tool) = mention.block else { return nil }
    guard let id = tool.toolUseID else { return tool }
    return index(of: id).flatMap { histories.values[$0].tool?.state }
  }

  /// Returns the state of a sub-agent, including its tools.
  func subAgent(_ id: String) -> SubAgent? {
    index(of: id).flatMap { histories.values[$0].subAgent?.state }
  }

  // T5
  /// Returns the id of the sub-agent that a tool belongs to, or `nil` if the tool's parent isn't a
  /// sub-agent.
  func owner(of tool: ToolCall) -> TextKey? {
    guard let parent = tool.parentToolUseID, let index = index(of: parent) else { return nil }
    return histories.values[index].subAgentMentions.isEmpty ? nil : TextKey(parent)
  }

  /// Returns whether there is a tool or sub-agent for an outcome with this id (T3).
  func knows(_ id: String) -> Bool {
    guard let index = index(of: id) else { return false }
    return !histories.values[index].toolMentions.isEmpty
      || !histories.values[index].subAgentMentions.isEmpty
  }

  /// Returns the index of the history of an id, or `nil` if no row contains the id.
  private func index(of id: String) -> Int? { histories.index(of: TextKey(id)) }
}
