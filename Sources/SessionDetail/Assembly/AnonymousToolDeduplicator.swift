internal import CanonicalJSON

// T4
/// Finds tools without an id that are the same, among the tools of one entry or one sub-agent.
struct AnonymousToolDeduplicator: Sendable {
  private struct Likeness: Hashable {
    let parent: TextKey?
    let name: TextKey
    let summary: TextKey
  }

  private var firsts: [Likeness: Int] = [:]

  /// Returns the index of the first tool that is the same. If this tool is the first, returns `nil`
  /// and remembers the given index.
  mutating func first(like tool: ToolCall, orNew index: Int) -> Int? {
    guard tool.toolUseID == nil else { return nil }
    let likeness = Likeness(
      parent: tool.parentToolUseID.textKey,
      name: TextKey(tool.name),
      summary: TextKey(tool.summary)
    )
    if let first = firsts[likeness] { return first }
    firsts[likeness] = index
    return nil
  }
}
