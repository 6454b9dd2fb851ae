public import CanonicalJSON

/// A single use of a tool, in its latest state.
public struct ToolCall: Equatable, Sendable {
  /// The id that outcomes and repetitions refer to; never empty.
  @ByteWise public var toolUseID: String?
  /// The id of the tool use that contains this one, usually that of a sub-agent.
  @ByteWise public var parentToolUseID: String?
  /// The name of the tool, such as `Read`.
  @ByteWise public var name: String
  /// A one-line summary of what the tool does, such as `Read Sources/main.swift` (T2).
  @ByteWise public var summary: String
  /// The status of the tool call.
  public var status: ToolStatus
  /// The input of the tool; never empty.
  public var input: JSONObject?
  /// The output of the tool, untrimmed and never blank.
  @ByteWise public var output: String?

  /// Creates a tool call. Pass `nil` instead of an empty id, input or output.
  public init(
    toolUseID: String? = nil,
    parentToolUseID: String? = nil,
    name: String,
    summary: String,
    status: ToolStatus,
    input: JSONObject? = nil,
    output: String? = nil
  ) {
    self.toolUseID = toolUseID
    self.parentToolUseID = parentToolUseID
    self.name = name
    self.summary = summary
    self.status = status
    self.input = input
    self.output = output
  }
}

/// The status of a tool or sub-agent.
public enum ToolStatus: String, CaseIterable, Sendable {
  /// Running.
  case running
  /// Completed. Also used if the status is missing or unknown.
  case completed
  /// Failed with an error.
  case failed
}
