/// One piece of an entry.
public enum ContentBlock: Sendable {
  /// Trimmed text, never blank.
  case text(String)
  /// A tool that the assistant called itself.
  case toolCall(ToolCall)
  /// A sub-agent with the tools that it called.
  case subAgent(SubAgent)
  /// What went wrong.
  case error(String)
}
