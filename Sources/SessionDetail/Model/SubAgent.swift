public import CanonicalJSON

/// A sub-agent and its tools, in its latest state.
public struct SubAgent: Equatable, Sendable {
  /// The id that the sub-agent's tools, outcome and repetitions refer to; never empty.
  @ByteWise public var toolUseID: String
  /// The kind of sub-agent; `general-purpose` if no other kind is known.
  @ByteWise public var subagentType: String
  /// A short description of the sub-agent's task, which can be empty.
  @ByteWise public var description: String
  /// The status of the sub-agent.
  public var status: ToolStatus
  /// The result that the sub-agent reported, untrimmed and never blank.
  @ByteWise public var result: String?
  /// The tools that the sub-agent called, in order of first appearance.
  public var tools: [ToolCall]

  /// Creates a sub-agent.
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
