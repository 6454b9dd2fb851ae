internal import CanonicalJSON

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

  /// What it says itself: its text or error; nil for tools and sub-agents.
  var line: String? {
    switch self {
    case .text(let line), .error(let line): line
    case .toolCall, .subAgent: nil
    }
  }
}

// Written out since the equality that Swift would derive merges canonically equivalent text.
extension ContentBlock: Equatable {
  /// Whether both are alike, text byte by byte.
  public static func == (left: ContentBlock, right: ContentBlock) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)), (.error(let left), .error(let right)):
      left.hasSameBytes(as: right)
    case (.toolCall(let left), .toolCall(let right)): left == right
    case (.subAgent(let left), .subAgent(let right)): left == right
    default: false
    }
  }
}
