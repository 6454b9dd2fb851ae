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
  package var toolResults: [ToolResult] = []
  /// What decided that nothing is shown; nil where something is.
  package var hiddenReason: HiddenReason?
  /// How many wrappers were taken off (P2).
  package var wrapperCount = 0
  /// How many texts were left out as artifacts (P3).
  package var artifactCount = 0

  init(
    rule: Rule,
    role: Role,
    blocks: [ContentBlock] = [],
    orHidden reason: HiddenReason = .nothingToShow
  ) {
    self.rule = rule
    self.role = role
    self.blocks = blocks
    hiddenReason = blocks.isEmpty ? reason : nil
  }

  package init(of content: String) {
    switch RowContent(of: content) {
    case .plainText(let text):
      self.init(rule: .p1, role: .user, text: text.trimmedNonBlank, orHidden: .blank)
    case .payload(let payload, let depth, let isWrapper):
      if isWrapper {
        let isTooDeep = depth == RowContent.wrapperLimit
        self.init(rule: .p2, role: .system, orHidden: isTooDeep ? .tooManyWrappers : .brokenWrapper)
      } else {
        self.init(of: payload)
      }
      wrapperCount = depth
      toolResults = ToolResult.all(in: payload)
    }
  }

  private init(of payload: Payload) {
    switch payload.type {
    case .assistant: self.init(assistant: payload)
    case .user: self.init(user: payload)
    case .result: self.init(result: payload)
    case .terminalOutput: self.init(terminalOutput: payload)
    // P11
    case .userPrompt, .userConfirmation, .multipleChoiceResponse:
      self.init(rule: .p11, role: .user, visibleTextOf: payload)
    case .system, .toolUse, .toolResult: self.init(rule: .p12, role: .system, orHidden: .hiddenType)
    case .outputChunk, .streamEvent, .streamingGenerating, .streamingThinking, nil:
      self.init(other: payload)
    }
  }

  /// A block of each text, less a user's that are protocol artifacts; these decide where there are
  /// no others.
  init(rule: Rule, role: Role, texts: [String], orHidden reason: HiddenReason = .nothingToShow) {
    let accepted = texts.filter(role.accepts)
    let isAllArtifacts = accepted.isEmpty && !texts.isEmpty
    self.init(
      rule: isAllArtifacts ? .p3 : rule,
      role: role,
      blocks: accepted.map(ContentBlock.text),
      orHidden: isAllArtifacts ? .artifact : reason
    )
    artifactCount = texts.count - accepted.count
  }

  /// The same of a single text, if there is one.
  init(rule: Rule, role: Role, text: String?, orHidden reason: HiddenReason = .nothingToShow) {
    self.init(rule: rule, role: role, texts: text.map { [$0] } ?? [], orHidden: reason)
  }

  /// The same of the text that a payload shows, if it has one.
  init(rule: Rule, role: Role, visibleTextOf payload: Payload) {
    self.init(rule: rule, role: role, text: payload.object.visibleText)
    // P6
    if hiddenReason == .nothingToShow, payload.object.isToolTraffic { hiddenReason = .toolTraffic }
  }
}

extension Role {
  // P3
  /// Whether an entry of this role may show the text: no protocol artifact ever becomes the user's.
  package func accepts(_ text: String) -> Bool { self != .user || !ProtocolArtifact.matches(text) }
}
