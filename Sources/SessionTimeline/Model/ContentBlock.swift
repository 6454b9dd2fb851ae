/// One piece of an entry.
public enum ContentBlock: Sendable {
  /// Trimmed text, never blank.
  case text(String)
  /// A tool that the assistant called itself.
  indirect case toolCall(ToolCall)
  /// A sub-agent with the tools that it called.
  indirect case subAgent(SubAgent)
  /// What went wrong.
  case error(String)
}
