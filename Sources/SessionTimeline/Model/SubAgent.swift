public import CanonicalJSON

/// A sub-agent with what it did, in its latest state.
public struct SubAgent: Equatable, Sendable {
  /// The id that its tools, its outcome and repetitions refer to; never empty.
  @ByteWise public var toolUseID: String
  /// Its kind, `general-purpose` where nothing better is known.
  @ByteWise public var subagentType: String
  /// What it was asked to do, in short; may be empty.
  @ByteWise public var description: String
  /// How far it is.
  public var status: ToolStatus
  /// What it reported, untrimmed; never blank.
  @ByteWise public var result: String?
  /// Its tools, in order of first appearance.
  public var tools: [ToolCall]

  /// A sub-agent with the given parts.
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
