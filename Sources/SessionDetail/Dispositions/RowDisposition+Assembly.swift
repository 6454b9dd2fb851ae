internal import CanonicalJSON

extension TimelineAssembly {
  /// Returns what happened to the winning rows.
  ///
  /// - Parameter rows: All winning rows, in the order of the timeline.
  func dispositions(of rows: [RowReading]) -> [RowDisposition] {
    var deduplicators: [ToolScope: AnonymousToolDeduplicator] = [:]
    var folds: [TextKey: RowDisposition.Fold] = [:]

    return rows.map { row in
      let results = row.payload.toolResults.map { result -> RowDisposition.Effect in
        let id = result.toolUseID
        return toolUses.knows(id)
          ? .appliedResult(toolUseID: id) : .unmatchedResult(toolUseID: id)
      }
      let mentions = row.blockParts.compactMap { effect(of: $0, &deduplicators) }
      let (rule, outcome) = ending(of: row, &folds)

      return RowDisposition(
        rowID: row.id,
        rule: rule,
        outcome: outcome,
        effects: results + mentions,
        wrapperCount: row.payload.wrapperCount,
        artifactCount: row.payload.artifactCount + artifactCount(of: row)
      )
    }
  }

  /// Returns the outcome of a row, and the rule that decided it.
  ///
  /// - Parameter folds: For each message whose first row has been processed, what its later rows
  ///   add, by row id.
  private func ending(
    of row: RowReading,
    _ folds: inout [TextKey: RowDisposition.Fold]
  ) -> (rule: RowDisposition.Rule, outcome: RowDisposition.Outcome) {
    guard let message = message(of: row), let head = message.rows.first else {
      return (row.payload.rule, .hidden(because: row.payload.hiddenReason ?? .nothingToShow))
    }

    if message.shownAt == nil {
      // Its blocks moved away, or never took a place.
      return (message.hasPlaces ? .t5 : .t7, .dissolved)
    }

    if head == row {
      // Merging the rows again is the only way to learn what each later row adds.
      _ = EntryDraft(of: message.rows, head: head, toolUses) { folds[$0.position.id] = $1 }
      return (row.payload.rule, .shown(entryID: row.id))
    }
    return (.t7, .folded(into: head.id, adding: folds[row.position.id] ?? .nothing))
  }

  // P3
  /// Returns the number of the row's texts that its entry can't show because they are protocol
  /// artifacts.
  private func artifactCount(of row: RowReading) -> Int {
    guard let head = message(of: row)?.rows.first else { return 0 }
    return row.payload.blocks.count { block in
      if case .text(let text) = block {
        !head.payload.role.accepts(text)
      } else {
        false
      }
    }
  }

  /// Returns the effect of a block beyond its own entry, or `nil` if it has none.
  private func effect(
    of mention: RowPart,
    _ deduplicators: inout [ToolScope: AnonymousToolDeduplicator]
  ) -> RowDisposition.Effect? {
    switch mention.block {
    case .text, .error: return nil
    case .subAgent(let subAgent):
      let id = subAgent.toolUseID
      return toolUses.takesPlace(mention)
        ? .startedSubAgent(toolUseID: id) : .repeatedSubAgent(toolUseID: id)
    case .toolCall(let block):
      guard toolUses.takesPlace(mention), let tool = toolUses.tool(at: mention) else {
        return .repeatedTool(toolUseID: block.toolUseID)
      }

      let owner = toolUses.owner(of: tool)
      let scope = owner.map(ToolScope.subAgent) ?? .entry(mention.row.entryKey)
      if deduplicators[scope, default: AnonymousToolDeduplicator()].first(like: tool, orNew: 0)
        != nil
      {
        return .repeatedTool(toolUseID: nil)
      }

      let id = tool.toolUseID
      if let owner { return .movedTool(toolUseID: id, subAgentID: owner.text) }
      return tool.parentToolUseID.map { .unclaimedTool(toolUseID: id, parentID: $0) }
    }
  }
}

/// The scope within which tools without an id can be the same (T4).
private enum ToolScope: Hashable {
  case entry(EntryKey)
  case subAgent(TextKey)
}
