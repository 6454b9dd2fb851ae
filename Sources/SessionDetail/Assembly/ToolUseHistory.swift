/// Everything that rows contain for one tool use id, and the resulting tool and sub-agent.
///
/// A tool and a sub-agent with the same id are separate, and an outcome applies to both (T4).
struct ToolUseHistory: Sendable {
  /// The blocks of the tool with this id.
  var toolMentions = PlacedList<RowPart>()
  /// The blocks of the sub-agent with this id.
  var subAgentMentions = PlacedList<RowPart>()
  /// The outcomes with this id (T3).
  var outcomes = PlacedList<RowPart>()
  /// The first mentions of the tools whose parent has this id, whether or not the parent is a
  /// sub-agent (T5).
  var children = PlacedList<RowPart>()

  /// The tool as of the last settling, or `nil` if there is none.
  private(set) var tool: Standing<ToolCall>?
  /// The sub-agent as of the last settling, or `nil` if there is none.
  var subAgent: Standing<SubAgent>?

  /// The state of a tool or sub-agent, and its place.
  struct Standing<State: Sendable>: Sendable {
    /// The first mention of the tool or sub-agent.
    let place: RowPart
    let state: State
  }

  /// Rebuilds the tool from its mentions and outcomes.
  mutating func settleTool() {
    guard let first = toolMentions.first, case .toolCall(var tool) = first.block else {
      self.tool = nil
      return
    }

    // T4
    for mention in toolMentions.dropFirst() {
      if case .toolCall(let newer) = mention.block { tool.replace(with: newer) }
    }

    tool.apply(standingOutcome(among: toolMentions) { _ in false })
    self.tool = Standing(place: first, state: tool)
  }

  /// Returns the sub-agent that the mentions and outcomes produce, or `nil` if nothing mentions it.
  ///
  /// - Parameter tools: Returns the states of the tools at the given places.
  func foldedSubAgent(tools: (PlacedList<RowPart>) -> [ToolCall]) -> Standing<SubAgent>? {
    guard let first = subAgentMentions.first, case .subAgent(var subAgent) = first.block else {
      return nil
    }

    // T6
    for mention in subAgentMentions.dropFirst() {
      if case .subAgent(let newer) = mention.block { subAgent.merge(newer) }
    }

    let outcome = standingOutcome(among: subAgentMentions) { mention in
      guard case .subAgent(let subAgent) = mention.block else { return true }
      return subAgent.result == nil
    }
    subAgent.apply(outcome)

    // T5
    subAgent.tools = tools(children)
    return Standing(place: first, state: subAgent)
  }

  // T3
  /// Returns the status and text of the outcomes that no later final mention replaces.
  ///
  /// - Parameter keepsText: Returns whether a mention that states a final status leaves the text of
  ///   earlier outcomes as it is.
  private func standingOutcome(
    among mentions: PlacedList<RowPart>,
    keepsText: (RowPart) -> Bool
  ) -> StandingOutcome {
    var standing = StandingOutcome()
    var conclusions = mentions.filter(\.isConclusive)[...]

    for outcome in outcomes {
      while let conclusion = conclusions.first, conclusion.precedes(outcome) {
        standing.discard(keepingText: keepsText(conclusion))
        conclusions = conclusions.dropFirst()
      }
      standing.add(outcome.toolResult)
    }

    for conclusion in conclusions {
      standing.discard(keepingText: keepsText(conclusion))
    }

    return standing
  }
}
