internal import CanonicalJSON

// Written out since the equality that Swift would derive merges canonically equivalent text.

extension TimelineEntry: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: TimelineEntry, right: TimelineEntry) -> Bool {
    left.role == right.role && left.sequenceNumber == right.sequenceNumber && left.id.hasSameBytes(as: right.id)
      && sameBytes(left.createdAt, right.createdAt) && left.blocks == right.blocks
  }
}

extension ContentBlock: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: ContentBlock, right: ContentBlock) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)), (.error(let left), .error(let right)): left.hasSameBytes(as: right)
    case (.toolCall(let left), .toolCall(let right)): left == right
    case (.subAgent(let left), .subAgent(let right)): left == right
    default: false
    }
  }
}

extension ToolCall: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: ToolCall, right: ToolCall) -> Bool {
    left.status == right.status && sameBytes(left.toolUseID, right.toolUseID)
      && sameBytes(left.parentToolUseID, right.parentToolUseID) && left.name.hasSameBytes(as: right.name)
      && left.summary.hasSameBytes(as: right.summary) && left.input == right.input
      && sameBytes(left.output, right.output)
  }
}

extension SubAgent: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: SubAgent, right: SubAgent) -> Bool {
    left.status == right.status && left.toolUseID.hasSameBytes(as: right.toolUseID)
      && left.subagentType.hasSameBytes(as: right.subagentType)
      && left.description.hasSameBytes(as: right.description) && sameBytes(left.result, right.result)
      && left.tools == right.tools
  }
}
