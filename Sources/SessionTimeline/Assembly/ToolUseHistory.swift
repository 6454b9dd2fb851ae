/// Everything that rows say under one id of tool uses, and what follows from it.
///
/// A tool and a sub-agent with one id are two things, and an outcome goes to both (T4).
struct ToolUseHistory: Sendable {
  /// The blocks of the tool with this id.
  var toolMentions = PlacedList<RowPart>()
  /// The blocks of the sub-agent with this id.
  var subAgentMentions = PlacedList<RowPart>()
  /// The outcomes with this id (T3).
  var outcomes = PlacedList<RowPart>()
  /// The first mentions of the tools whose parent has this id, be it a sub-agent or not (T5).
  var children = PlacedList<RowPart>()

  /// The tool as it was settled last; nil where there is none.
  private(set) var tool: Standing<ToolCall>?
  /// The sub-agent as it was settled last; nil where there is none.
  var subAgent: Standing<SubAgent>?

  /// The state of a tool or sub-agent, and where it stands.
  struct Standing<State: Sendable>: Sendable {
    /// Its first mention.
    let place: RowPart
    let state: State
  }

  /// Makes the tool of the mentions and outcomes.
  mutating func settleTool() {
    guard let first = toolMentions.first, case .toolCall(var tool) = first.block else {
      self.tool = nil
      return
    }
    // T4
    for mention in toolMentions.dropFirst() {
      if case .toolCall(let newer) = mention.block { tool.replace(with: newer) }
    }
    // T3, after everything that the tool's own blocks said
    for outcome in outcomes { tool.apply(outcome.toolResult) }
    self.tool = Standing(place: first, state: tool)
  }

  /// The sub-agent that the mentions and outcomes make, with these tools.
  func foldedSubAgent(tools: (PlacedList<RowPart>) -> [ToolCall]) -> Standing<SubAgent>? {
    guard let first = subAgentMentions.first, case .subAgent(var subAgent) = first.block else {
      return nil
    }
    // T6
    for mention in subAgentMentions.dropFirst() {
      if case .subAgent(let newer) = mention.block { subAgent.merge(newer) }
    }
    // T3
    for outcome in outcomes { subAgent.apply(outcome.toolResult) }
    // T5
    subAgent.tools = tools(children)
    return Standing(place: first, state: subAgent)
  }
}
