internal import CanonicalJSON

extension ToolCall {
  // T4
  /// Replaces the whole state with the newer one, but keeps a known parent if the newer state has
  /// none.
  mutating func replace(with newer: ToolCall) {
    let parent = newer.parentToolUseID ?? parentToolUseID
    self = newer
    parentToolUseID = parent
  }

  // T3
  mutating func apply(_ result: ToolResult) {
    status = result.status
    output = result.text ?? output
  }
}

extension SubAgent {
  // T6
  /// Merges the members in which a newer mention has better information.
  mutating func merge(_ newer: SubAgent) {
    if Self.isPlaceholder(subagentType), !Self.isPlaceholder(newer.subagentType) {
      subagentType = newer.subagentType
    }
    description = newer.description.nonBlank ?? description
    result = newer.result ?? result
    if newer.status != .running || status == .running { status = newer.status }
  }

  // T3
  mutating func apply(_ toolResult: ToolResult) {
    status = toolResult.status
    result = toolResult.text ?? result
  }

  private static let placeholders: Set<TextKey> = [
    "unknown", "general", "general-purpose", "general purpose", "",
  ]

  private static func isPlaceholder(_ type: String) -> Bool {
    placeholders.contains(TextKey(type.trimmed.asciiLowercased))
  }
}
