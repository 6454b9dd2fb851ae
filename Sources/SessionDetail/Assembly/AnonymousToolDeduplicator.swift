// T4
/// Finds tools without an id that are the same, among the tools of one entry or one sub-agent.
struct AnonymousToolDeduplicator: Sendable {
  private var firsts: [ToolCall.ID: Int] = [:]

  /// Returns the index of the first tool that is the same. If this tool is the first, returns `nil`
  /// and remembers the given index.
  mutating func first(like tool: ToolCall, orNew index: Int) -> Int? {
    guard tool.toolUseID == nil else { return nil }
    if let first = firsts[tool.id] { return first }
    firsts[tool.id] = index
    return nil
  }
}
