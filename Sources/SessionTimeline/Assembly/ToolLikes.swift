internal import CanonicalJSON

// T4
/// Tells which tools without an id are the same, among those that stand in one entry or sub-agent.
struct ToolLikes: Sendable {
  private struct Likeness: Hashable {
    let parent: TextKey?
    let name: TextKey
    let summary: TextKey
  }

  private var firsts: [Likeness: Int] = [:]

  /// The index of the first tool that is the same; where this is the first, nil, and its own index
  /// is kept.
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
