extension TimelineEntry {
  /// Adjacent blocks of an entry that are drawn as one group.
  public struct DisplayGroup: Hashable, Identifiable, Sendable {
    /// The kind of blocks in the group.
    public enum Kind: String, CaseIterable, Sendable {
      /// A single text or error.
      case block
      /// Consecutive tool calls.
      case standaloneToolCalls
      /// Consecutive sub-agents.
      case parallelAgents
    }

    /// The kind of blocks in the group.
    public let kind: Kind
    /// The range of the group's indices in the entry's blocks.
    public let blocks: Range<Int>

    /// The index of the group's first block, which is unique in the entry.
    public var id: Int { blocks.lowerBound }
  }

  /// The groups in which the blocks are drawn. Together, the groups cover all blocks, in order.
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
