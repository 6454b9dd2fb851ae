/// Neighbouring blocks of an entry that are drawn as one.
public struct DisplayGroup: Sendable, Hashable {
  /// What the group holds.
  public enum Kind: String, CaseIterable, Sendable {
    /// One text or error.
    case block
    /// A run of tool calls.
    case standaloneToolCalls
    /// A run of sub-agents.
    case parallelAgents
  }

  /// What the group holds.
  public let kind: Kind
  /// Its positions in the entry's blocks.
  public let blocks: Range<Int>
}

extension TimelineEntry {
  /// The blocks in groups as they are drawn; together the groups cover all blocks, in order.
  public var display: [DisplayGroup] {
    // T8
    var groups: [DisplayGroup] = []
    for (index, block) in blocks.enumerated() {
      let kind: DisplayGroup.Kind =
        switch block {
        case .text, .error: .block
        case .toolCall: .standaloneToolCalls
        case .subAgent: .parallelAgents
        }
      if kind != .block, let last = groups.last, last.kind == kind {
        groups[groups.count - 1] = DisplayGroup(
          kind: kind,
          blocks: last.blocks.lowerBound..<index + 1
        )
      } else {
        groups.append(DisplayGroup(kind: kind, blocks: index..<index + 1))
      }
    }
    return groups
  }
}
