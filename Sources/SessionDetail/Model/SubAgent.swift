internal import CanonicalJSON

/// A sub-agent and its tools, in its latest state.
public struct SubAgent: Sendable {
  /// The id that the sub-agent's tools, outcome and repetitions refer to; never empty.
  public var toolUseID: String
  /// The kind of sub-agent; `general-purpose` if no other kind is known.
  public var subagentType: String
  /// A short description of the sub-agent's task, which can be empty.
  public var description: String
  /// The status of the sub-agent.
  public var status: ToolStatus
  /// The result that the sub-agent reported, untrimmed and never blank.
  public var result: String?
  /// The tools that the sub-agent called, in order of first appearance.
  public var tools: [ToolCall]

  /// Creates a sub-agent. Nothing is checked, so pass `nil` instead of a blank result.
  ///
  /// - Parameters:
  ///   - toolUseID: The id that the sub-agent's tools, outcome and repetitions refer to.
  ///   - subagentType: The kind of sub-agent; `general-purpose` if no other kind is known.
  ///   - description: A short description of the task, which can be empty.
  ///   - status: The status of the sub-agent.
  ///   - result: The result that the sub-agent reported.
  ///   - tools: The tools that the sub-agent called, in order of first appearance.
  public init(
    toolUseID: String,
    subagentType: String,
    description: String,
    status: ToolStatus,
    result: String? = nil,
    tools: [ToolCall] = []
  ) {
    self.toolUseID = toolUseID
    self.subagentType = subagentType
    self.description = description
    self.status = status
    self.result = result
    self.tools = tools
  }
}

extension SubAgent: Identifiable {
  /// The tool use id, which is unique among the sub-agents of a timeline.
  public var id: String { toolUseID }
}

extension SubAgent: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: SubAgent, right: SubAgent) -> Bool {
    left.status == right.status
      && left.toolUseID.hasSameBytes(as: right.toolUseID)
      && left.subagentType.hasSameBytes(as: right.subagentType)
      && left.description.hasSameBytes(as: right.description)
      && left.result.hasSameBytes(as: right.result)
      && left.tools == right.tools
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(toolUseID.textKey)
    hasher.combine(subagentType.textKey)
    hasher.combine(description.textKey)
    hasher.combine(status)
    hasher.combine(result.textKey)
    hasher.combine(tools)
  }
}
