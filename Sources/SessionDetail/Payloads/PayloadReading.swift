package import CanonicalJSON

/// The reading of a single row's content, independent of other rows.
package struct PayloadReading: Sendable {
  /// The rule that produced the blocks, or that hides the row.
  package var rule: RowDisposition.Rule
  /// The role of an entry that shows the blocks.
  package var role: TimelineEntry.Role
  /// The blocks to show, or an empty array if the row is hidden. Sub-agents have no tools yet.
  package var blocks: [ContentBlock]
  /// The indices of the tools and sub-agents in `blocks` that state a final status (T3).
  var conclusiveBlocks: Set<Int> = []
  /// The id of the message that the row is part of (T7).
  package var messageID: TextKey?
  /// The tool outcomes in the row, whether or not the row is hidden (T3).
  package var toolResults: [ToolResult] = []
  /// The reason why the row shows nothing, or `nil` if it shows something.
  package var hiddenReason: RowDisposition.HiddenReason?
  /// The number of wrappers that were removed (P2).
  package var wrapperCount = 0
  /// The number of texts that were omitted as protocol artifacts (P3, P14).
  package var artifactCount = 0

  /// Creates a reading without artifacts, outcomes or a message id, which the caller can add.
  ///
  /// - Parameter reason: The reason why the row is hidden, if there are no blocks.
  init(
    rule: RowDisposition.Rule,
    role: TimelineEntry.Role,
    blocks: [ContentBlock] = [],
    orHidden reason: RowDisposition.HiddenReason = .nothingToShow
  ) {
    self.rule = rule
    self.role = role
    self.blocks = blocks
    hiddenReason = blocks.isEmpty ? reason : nil
  }

  /// Reads a row's content: plain text, or a payload inside of any wrappers.
  package init(of content: RowText) {
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

  /// Reads a payload by the rule for its type.
  private init(of payload: Payload) {
    switch payload.type {
    case .assistant: self.init(assistant: payload)
    case .user: self.init(user: payload)
    case .result: self.init(result: payload)
    case .terminalOutput: self.init(terminalOutput: payload)
    // P11
    case .userPrompt, .userConfirmation, .multipleChoiceResponse:
      self.init(rule: .p11, role: .user, visibleTextOf: payload)
    case .system: self.init(rule: .p12, role: .system, orHidden: .hiddenType)
    case .outputChunk, .streamEvent, .streamingGenerating, .streamingThinking, .toolResult,
      .toolUse, nil:
      self.init(other: payload)
    }
  }

  /// Creates a reading with one block for each text, without a user's texts that are protocol
  /// artifacts. If all texts are artifacts, the row is hidden by P3.
  init(
    rule: RowDisposition.Rule,
    role: TimelineEntry.Role,
    texts: [String],
    orHidden reason: RowDisposition.HiddenReason = .nothingToShow
  ) {
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

  /// Creates a reading with a block for a single text, if there is one.
  init(
    rule: RowDisposition.Rule,
    role: TimelineEntry.Role,
    text: String?,
    orHidden reason: RowDisposition.HiddenReason = .nothingToShow
  ) {
    self.init(rule: rule, role: role, texts: text.map { [$0] } ?? [], orHidden: reason)
  }

  /// Creates a reading with a block for the visible text of a payload, if there is one.
  init(rule: RowDisposition.Rule, role: TimelineEntry.Role, visibleTextOf payload: Payload) {
    self.init(rule: rule, role: role, text: payload.object.visibleText(for: role))
    // P6
    if hiddenReason == .nothingToShow, role == .user, payload.object.isToolTraffic {
      hiddenReason = .toolTraffic
    }
  }
}

extension TimelineEntry.Role {
  // P3
  /// Returns whether an entry of this role can show the text. A user's entry can't show a protocol
  /// artifact.
  package func accepts(_ text: String) -> Bool { self != .user || !ProtocolArtifact.matches(text) }
}
