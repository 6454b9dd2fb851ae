internal import CanonicalJSON

/// The tools and sub-agents of a timeline in their latest state, in order of first appearance.
///
/// What has an id is known by it over the whole timeline. A tool and a sub-agent with one id are two things (T4).
package struct ToolRegister: Sendable {
  /// One thing of a register.
  package enum Reference: Sendable {
    /// An index into `tools`.
    case tool(Int)
    /// An index into `subAgents`.
    case subAgent(Int)
  }

  /// A block that names a tool or sub-agent.
  package struct Mention: Sendable {
    package let reference: Reference
    /// Whether it is the first to do so.
    package let isNew: Bool
  }

  /// Every tool with its own id, and every single mention of one without.
  package private(set) var tools: [ToolCall] = []
  package private(set) var subAgents: [SubAgent] = []
  private var toolIndices: [TextKey: Int] = [:]
  private var subAgentIndices: [TextKey: Int] = [:]

  package init() {}

  // T4
  /// Takes the next state of a tool.
  package mutating func enter(_ tool: ToolCall) -> Mention {
    if let id = tool.toolUseID {
      if let index = toolIndices[TextKey(id)] {
        tools[index].replace(with: tool)
        return Mention(reference: .tool(index), isNew: false)
      }
      toolIndices[TextKey(id)] = tools.count
    }
    tools.append(tool)
    return Mention(reference: .tool(tools.count - 1), isNew: true)
  }

  // T6
  /// Takes the next state of a sub-agent.
  package mutating func enter(_ subAgent: SubAgent) -> Mention {
    if let index = subAgentIndices[TextKey(subAgent.toolUseID)] {
      subAgents[index].merge(subAgent)
      return Mention(reference: .subAgent(index), isNew: false)
    }
    subAgentIndices[TextKey(subAgent.toolUseID)] = subAgents.count
    subAgents.append(subAgent)
    return Mention(reference: .subAgent(subAgents.count - 1), isNew: true)
  }

  // T3
  /// Gives the outcome to the tool and the sub-agent with its id; false where there is neither.
  package mutating func apply(_ result: ToolResult) -> Bool {
    let tool = toolIndices[TextKey(result.toolUseID)]
    let subAgent = subAgentIndices[TextKey(result.toolUseID)]
    if let tool { tools[tool].apply(result) }
    if let subAgent { subAgents[subAgent].apply(result) }
    return tool != nil || subAgent != nil
  }

  // T5
  /// The sub-agent that a tool belongs to, by its index.
  package func owner(of tool: ToolCall) -> Int? {
    tool.parentToolUseID.flatMap { subAgentIndices[TextKey($0)] }
  }
}
