internal import CanonicalJSON

/// The tools and sub-agents of a timeline, by id.
///
/// Rows are noted first, in any order; settling then works out anew what they touched.
struct ToolUses: Sendable {
  private var histories = Register<TextKey, ToolUseHistory>()

  /// Notes the tools, sub-agents and outcomes of a row that comes or goes.
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

  /// Brings tools and sub-agents up to date with their rows, and gives all places where they stood
  /// or stand.
  mutating func settle() -> [RowPart] {
    var places: [RowPart] = []
    // Tools first, since a sub-agent shows its own; each touches its parent again.
    let noted = histories.takeTouched()
    for index in noted { settleTool(at: index, &places) }
    for index in noted { histories.touch(index) }
    for index in histories.takeTouched() { settleSubAgent(at: index, &places) }
    return places
  }

  private mutating func touch(_ id: String) -> Int {
    histories.touch(TextKey(id), orNew: ToolUseHistory())
  }

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
      // T5: the tools leave their entries for a sub-agent that appears, and return when it is gone.
      places += histories.values[index].children
    }
  }

  /// The tools that stand in one sub-agent.
  private func mergedTools(_ places: PlacedList<RowPart>) -> [ToolCall] {
    var tools: [ToolCall] = []
    var likes = ToolLikes()
    for place in places {
      guard let tool = tool(at: place) else { continue }
      // T4
      if let first = likes.first(like: tool, orNew: tools.count) {
        tools[first] = tool
      } else {
        tools.append(tool)
      }
    }
    return tools
  }

  // T7
  /// Whether a block takes a place in its entry: what repeats an earlier one takes none.
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

  /// The state of the tool that a block mentions.
  func tool(at mention: RowPart) -> ToolCall? {
    guard case .toolCall(let tool) = mention.block else { return nil }
    guard let id = tool.toolUseID else { return tool }
    return index(of: id).flatMap { histories.values[$0].tool?.state }
  }

  /// The state of a sub-agent, with its tools.
  func subAgent(_ id: String) -> SubAgent? {
    index(of: id).flatMap { histories.values[$0].subAgent?.state }
  }

  // T5
  /// The id of the sub-agent that a tool belongs to; nil where its parent is none.
  func owner(of tool: ToolCall) -> TextKey? {
    guard let parent = tool.parentToolUseID, let index = index(of: parent) else { return nil }
    return histories.values[index].subAgentMentions.isEmpty ? nil : TextKey(parent)
  }

  /// Whether there is a tool or sub-agent for an outcome (T3).
  func knows(_ id: String) -> Bool {
    guard let index = index(of: id) else { return false }
    return !histories.values[index].toolMentions.isEmpty
      || !histories.values[index].subAgentMentions.isEmpty
  }

  private func index(of id: String) -> Int? { histories.index(of: TextKey(id)) }
}
