internal import CanonicalJSON

extension ToolCall {
  // T4
  /// Replaces the whole state with the newer one, but keeps a known parent if the newer state has
  /// none.
  mutating func replace(with newer: ToolCall) {
    let parent = newer.parentToolUseID ?? parentToolUseID
    self = newer
    parentToolUseID = parent
  }

  // T3
  /// Takes over the status and the output that the outcomes leave.
  mutating func apply(_ outcome: StandingOutcome) {
    status = outcome.status ?? status
    output = outcome.text ?? output
  }
}

extension SubAgent {
  // T6
  /// Merges the members in which a newer mention has better information.
  mutating func merge(_ newer: SubAgent) {
    if Self.isPlaceholder(subagentType), !Self.isPlaceholder(newer.subagentType) {
      subagentType = newer.subagentType
    }
    description = newer.description.nonBlank ?? description
    result = newer.result ?? result
    if newer.status != .running || status == .running { status = newer.status }
  }

  // T3
  /// Takes over the status and the result that the outcomes leave.
  mutating func apply(_ outcome: StandingOutcome) {
    status = outcome.status ?? status
    result = outcome.text ?? result
  }

  private static let placeholders: Set<TextKey> = [
    "unknown", "general", "general-purpose", "general purpose", "",
  ]

  /// Returns whether a type says nothing about the kind of sub-agent. Letter case and white space
  /// at the ends don't matter.
  private static func isPlaceholder(_ type: String) -> Bool {
    placeholders.contains(TextKey(type.trimmed.asciiLowercased))
  }
}

// T3
/// The status and text that the outcomes of a tool or sub-agent leave after its mentions.
struct StandingOutcome: Sendable {
  /// The status of the latest outcome, or `nil` if there is none or a mention replaced it.
  private(set) var status: ToolStatus?
  /// The latest text of an outcome, or `nil` if there is none or a mention replaced it.
  private(set) var text: String?

  /// Adds the next outcome in the order of rows. Its status replaces the earlier one. So does its
  /// text, if it has any.
  mutating func add(_ result: ToolResult) {
    status = result.status
    text = result.text ?? text
  }

  /// Discards the outcomes so far, because a later mention states a final status.
  ///
  /// - Parameter keepsText: Whether the text stays, because the mention has none that could replace
  ///   it.
  mutating func discard(keepingText keepsText: Bool) {
    status = nil
    if !keepsText { text = nil }
  }
}
