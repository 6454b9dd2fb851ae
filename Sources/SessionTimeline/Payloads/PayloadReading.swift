package import CanonicalJSON

/// What a row's content says on its own.
package struct PayloadReading: Sendable {
  /// The rule that gave the blocks, or that hides the row.
  package var rule: Rule
  package var role: Role
  /// What is shown of it; empty where the row is hidden. Sub-agents have no tools yet.
  package var blocks: [ContentBlock]
  /// The message that the row is a part of (T7).
  package var messageID: TextKey?
  /// The outcomes of tools that it brings, whether it is hidden or not (T3).
  package var toolResults: [ToolResult]

  package init(
    rule: Rule, role: Role, blocks: [ContentBlock], messageID: TextKey? = nil, toolResults: [ToolResult] = []
  ) {
    self.rule = rule
    self.role = role
    self.blocks = blocks
    self.messageID = messageID
    self.toolResults = toolResults
  }

  package init(of content: String) {
    switch RowContent(of: content) {
    case .plainText(let text): self.init(rule: .p1, role: .user, text: text.trimmedNonBlank)
    case .wrapper(let payload):
      self.init(rule: .p2, role: .system, blocks: [])
      toolResults = ToolResult.all(in: payload)
    case .payload(let payload):
      self.init(of: payload)
      toolResults = ToolResult.all(in: payload)
    }
  }

  private init(of payload: Payload) {
    switch payload.type {
    case .assistant: self.init(assistant: payload)
    case .user: self.init(user: payload)
    case .result: self.init(result: payload)
    case .terminalOutput: self.init(terminalOutput: payload)
    case .userPrompt, .userConfirmation, .multipleChoiceResponse: self.init(command: payload)
    case .system, .toolUse, .toolResult: self.init(rule: .p12, role: .system, blocks: [])
    case .outputChunk, .streamEvent, .streamingGenerating, .streamingThinking, nil: self.init(other: payload)
    }
  }

  /// A block of each text, less a user's that are protocol artifacts; these decide where there are no others.
  init(rule: Rule, role: Role, texts: [String]) {
    let accepted = texts.filter(role.accepts)
    self.init(
      rule: accepted.isEmpty && !texts.isEmpty ? .p3 : rule, role: role, blocks: accepted.map(ContentBlock.text))
  }

  /// The same of a single text, if there is one.
  init(rule: Rule, role: Role, text: String?) {
    self.init(rule: rule, role: role, texts: text.map { [$0] } ?? [])
  }
}

extension Role {
  // P3
  /// Whether an entry of this role may show the text: no protocol artifact ever becomes the user's.
  package func accepts(_ text: String) -> Bool {
    self != .user || !ProtocolArtifact.matches(text)
  }
}
