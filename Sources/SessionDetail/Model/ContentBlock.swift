internal import CanonicalJSON

/// A block of content in an entry.
public enum ContentBlock: Sendable {
  /// Trimmed text, which is never blank.
  case text(String)
  /// A tool call that isn't part of a sub-agent.
  indirect case toolCall(ToolCall)
  /// A sub-agent and the tools that it called.
  indirect case subAgent(SubAgent)
  /// An error message.
  case error(String)

  /// The text or error message, or `nil` for tools and sub-agents.
  var line: String? {
    switch self {
    case .text(let line), .error(let line): line
    case .toolCall, .subAgent: nil
    }
  }
}

// Not synthesized, because the synthesized equality would treat canonically equivalent texts as
// equal.
extension ContentBlock: Equatable {
  /// Returns whether both blocks are equal. Text is compared byte by byte.
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
