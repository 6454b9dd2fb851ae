internal import CanonicalJSON

extension ToolCall {
  // T4
  /// Takes over the newer state whole, but keeps a known parent.
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
  /// Takes over what a newer mention knows better.
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
