package import CanonicalJSON

/// The payload types that the rules name.
package enum PayloadType: String, CaseIterable, Sendable {
  case assistant
  case multipleChoiceResponse = "mcq_response_command"
  case outputChunk = "output_chunk"
  case result
  case streamEvent = "stream_event"
  case streamingGenerating = "streaming_generating"
  case streamingThinking = "streaming_thinking"
  case system
  case terminalOutput = "terminal_output"
  case toolResult = "tool_result"
  case toolUse = "tool_use"
  case user
  case userConfirmation = "user_confirmation_command"
  case userPrompt = "user_prompt_command"

  /// Returns the type with this name, which must be in lower case, or `nil` if no rule names it.
  package init?(name: TextKey) {
    guard let type = Self.allCases.first(where: { name == TextKey($0.rawValue) }) else {
      return nil
    }
    self = type
  }
}
