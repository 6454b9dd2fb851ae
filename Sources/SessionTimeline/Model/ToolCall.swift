public import CanonicalJSON

/// One use of a tool, in its latest state.
public struct ToolCall: Equatable, Sendable {
  /// The id that outcomes and repetitions refer to; never empty.
  @ByteWise public var toolUseID: String?
  /// The id of the tool use that this one is part of, a sub-agent's mostly.
  @ByteWise public var parentToolUseID: String?
  /// The tool's name, `Read` for one.
  @ByteWise public var name: String
  /// A line that says what the tool does, `Read Sources/main.swift` for one (T2).
  @ByteWise public var summary: String
  /// How far it is.
  public var status: ToolStatus
  /// What the tool was given; never empty.
  public var input: JSONObject?
  /// What the tool gave back, untrimmed; never blank.
  @ByteWise public var output: String?

  /// A tool call with the given parts.
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

/// How far a tool or sub-agent is.
public enum ToolStatus: String, CaseIterable, Sendable {
  /// At work.
  case running
  /// Done, or nothing is said of it.
  case completed
  /// Ended with an error.
  case failed
}
