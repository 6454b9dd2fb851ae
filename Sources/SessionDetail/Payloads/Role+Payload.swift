internal import CanonicalJSON

// P5
extension TimelineEntry.Role {
  /// Reads the role that a payload names. Otherwise, the payload's type determines the role.
  package init(of payload: Payload) {
    self =
      payload.object["role"].flatMap(Self.init(named:)) ?? payload.message?["role"].flatMap(
        Self.init(named:)
      )
      ?? Self(of: payload.type)
  }

  /// Reads a role in any case of letters, or returns `nil` for any other value.
  private init?(named node: JSONNode) {
    switch node.string.map({ TextKey($0.asciiLowercased) }) {
    case "user": self = .user
    case "assistant": self = .assistant
    case "system": self = .system
    default: return nil
    }
  }

  /// Returns the role of a payload that names none.
  private init(of type: PayloadType?) {
    switch type {
    case .user, .userPrompt, .userConfirmation, .multipleChoiceResponse: self = .user
    case .assistant, .result, .outputChunk, .streamingThinking, .streamingGenerating,
      .terminalOutput:
      self = .assistant
    case .system, .streamEvent, .toolUse, .toolResult, nil: self = .system
    }
  }
}
