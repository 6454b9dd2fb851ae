/// The rows that stand, put together to the entries that are shown.
package struct TimelineAssembly: Sendable {
  package let entries: [TimelineEntry]
  /// What became of each row, in the order of the rows.
  package let fates: [RowFate]

  /// Assembles rows that stand in the order of the timeline.
  package init(of rows: [RowReading]) {
    // T7, with the tools that T4 and T6 know by id
    let folding = MessageFolding(of: rows)
    // T3, after everything that the tools' own blocks said
    var register = folding.register
    let resultEffects = rows.map { row in
      row.payload.toolResults.map { result in
        RowFate.Effect(of: result, isApplied: register.apply(result))
      }
    }
    // T5, with the tools that T4 knows by their likeness
    let placement = ToolPlacement(of: register, in: folding.drafts)
    let entries = folding.drafts.map { TimelineEntry($0, placement) }

    self.entries = entries.filter { !$0.blocks.isEmpty }
    fates = rows.indices.map { row in
      let toolEffects = folding.mentions[row].compactMap { RowFate.Effect(of: $0, placement) }
      let (rule, outcome) = rows[row].ending(in: folding.draftIndices[row].map { (folding.drafts[$0], entries[$0]) })
      return RowFate(rowID: rows[row].id, rule: rule, outcome: outcome, effects: resultEffects[row] + toolEffects)
    }
  }
}

extension TimelineEntry {
  /// The entry with what stands in its places; it may be left with no block.
  fileprivate init(_ draft: EntryDraft, _ placement: ToolPlacement) {
    self.init(
      id: draft.head.id, role: draft.head.payload.role, sequenceNumber: draft.head.sequenceNumber,
      createdAt: draft.head.createdAt, blocks: draft.slots.compactMap(placement.block))
  }
}

extension ToolPlacement {
  /// What stands at a place of an entry; nil where it stands elsewhere.
  fileprivate func block(at slot: EntryDraft.Slot) -> ContentBlock? {
    switch slot {
    case .text(let text): return .text(text)
    case .error(let message): return .error(message)
    case .tool(.subAgent(let index)): return .subAgent(subAgents[index])
    case .tool(.tool(let index)):
      guard case .entry = places[index] else { return nil }
      return .toolCall(tools[index])
    }
  }
}
