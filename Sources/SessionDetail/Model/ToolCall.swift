internal import CanonicalJSON

/// A single use of a tool, in its latest state.
public struct ToolCall: Sendable {
  /// The id that outcomes and repetitions refer to; never empty.
  public var toolUseID: String?
  /// The id of the tool use that contains this one, usually that of a sub-agent.
  public var parentToolUseID: String?
  /// The name of the tool, such as `Read`.
  public var name: String
  /// A one-line summary of what the tool does, such as `Read Sources/main.swift` (T2).
  public var summary: String
  /// The status of the tool call.
  public var status: ToolStatus
  /// The input of the tool, or `nil` if it has none.
  public var input: Input?
  /// The output of the tool, untrimmed and never blank.
  public var output: String?

  /// Creates a tool call. Nothing is checked, so pass `nil` instead of an empty id or a blank
  /// output.
  ///
  /// - Parameters:
  ///   - toolUseID: The id that outcomes and repetitions refer to.
  ///   - parentToolUseID: The id of the tool use that contains this one.
  ///   - name: The name of the tool.
  ///   - summary: A one-line summary of what the tool does.
  ///   - status: The status of the tool call.
  ///   - input: The input, or `nil` if the tool has none.
  ///   - output: The output, or `nil` if there is none yet.
  public init(
    toolUseID: String? = nil,
    parentToolUseID: String? = nil,
    name: String,
    summary: String,
    status: ToolStatus,
    input: Input? = nil,
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

extension ToolCall: Hashable {
  /// Returns whether all members are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: ToolCall, right: ToolCall) -> Bool {
    left.status == right.status
      && left.toolUseID.hasSameBytes(as: right.toolUseID)
      && left.parentToolUseID.hasSameBytes(as: right.parentToolUseID)
      && left.name.hasSameBytes(as: right.name)
      && left.summary.hasSameBytes(as: right.summary)
      && left.input == right.input
      && left.output.hasSameBytes(as: right.output)
  }

  /// Hashes the members that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(toolUseID.textKey)
    hasher.combine(parentToolUseID.textKey)
    hasher.combine(name.textKey)
    hasher.combine(summary.textKey)
    hasher.combine(status)
    hasher.combine(input)
    hasher.combine(output.textKey)
  }
}

extension ToolCall: Identifiable {
  /// The identity of a tool call among the tools of an entry or a sub-agent.
  public struct ID: Hashable, Sendable {
    /// The values in which the tool calls of one entry or sub-agent differ.
    private enum Identity: Hashable {
      case toolUse(TextKey)
      case anonymous(parent: TextKey?, name: TextKey, summary: TextKey)
    }

    private let identity: Identity

    /// Takes the identity from a tool's current state. Its status, input and output don't matter.
    fileprivate init(_ tool: ToolCall) {
      if let toolUseID = tool.toolUseID {
        identity = .toolUse(toolUseID.textKey)
      } else {
        identity = .anonymous(
          parent: tool.parentToolUseID.textKey,
          name: tool.name.textKey,
          summary: tool.summary.textKey
        )
      }
    }
  }

  // T4
  /// The identity of the tool call, which stays the same while its state changes.
  ///
  /// It is the tool use id. Without one, it consists of the parent, the name and the summary: an
  /// entry or a sub-agent has only one tool call for each combination of them.
  public var id: ID { ID(self) }
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
