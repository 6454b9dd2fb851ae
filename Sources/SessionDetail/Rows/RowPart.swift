/// A block or tool outcome of a row, identified by the row and its index in the row.
struct RowPart: Placed {
  let row: RowReading
  let index: Int

  var block: ContentBlock { row.payload.blocks[index] }
  var toolResult: ToolResult { row.payload.toolResults[index] }
  /// Whether the block states a final status (T3).
  var isConclusive: Bool { row.payload.conclusiveBlocks.contains(index) }

  // R2
  /// Returns whether this part comes before another: by row, then by the order of
  /// `message.content`.
  func precedes(_ other: RowPart) -> Bool {
    row.position == other.row.position ? index < other.index : row.position < other.row.position
  }
}

extension RowReading {
  /// The row's blocks in order, without its tool outcomes.
  var blockParts: some Sequence<RowPart> {
    payload.blocks.indices.lazy.map { RowPart(row: self, index: $0) }
  }
}
