internal import CanonicalJSON

/// A block of content in an entry.
///
/// A block is identified by its index in the entry: an entry can have several blocks with the same
/// text. ``TimelineEntry/display`` has the indices of the blocks of each group.
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

extension ContentBlock: Hashable {
  /// Returns whether both blocks are equal. Texts are compared by their UTF-8 bytes.
  public static func == (left: ContentBlock, right: ContentBlock) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)), (.error(let left), .error(let right)):
      left.hasSameBytes(as: right)
    case (.toolCall(let left), .toolCall(let right)): left == right
    case (.subAgent(let left), .subAgent(let right)): left == right
    default: false
    }
  }

  /// Hashes the contents that `==` compares.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text): hasher.combine(text.textKey)
    case .error(let message): hasher.combine(message.textKey)
    case .toolCall(let tool): hasher.combine(tool)
    case .subAgent(let subAgent): hasher.combine(subAgent)
    }
  }
}
