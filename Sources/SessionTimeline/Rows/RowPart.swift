/// A block or an outcome of a row, told by the row and its index there.
struct RowPart: Placed {
  let row: RowReading
  let index: Int

  var block: ContentBlock { row.payload.blocks[index] }
  var toolResult: ToolResult { row.payload.toolResults[index] }

  // R2, and the order of `message.content` within a row
  func precedes(_ other: RowPart) -> Bool {
    row.position == other.row.position ? index < other.index : row.position < other.row.position
  }
}

extension RowReading {
  var blockParts: some Sequence<RowPart> {
    payload.blocks.indices.lazy.map { RowPart(row: self, index: $0) }
  }
}
