/// Assembles the winning rows into the entries to show.
///
/// Each row is recorded under keys: its message, and the ids of the tool uses that it names.
/// Settling recomputes only what depends on the keys recorded since the last settling.
struct TimelineAssembly: Sendable {
  private(set) var toolUses = ToolUses()
  private var messages: DirtyTrackingTable<EntryKey, Message>
  private var list = EntryList()

  /// Assembles rows. Rows in the order of the timeline are fastest.
  init(of rows: [RowReading]) {
    messages = DirtyTrackingTable(minimumCapacity: rows.count)
    for row in rows { note(.insert, of: row) }
    // All messages are waiting to be settled, so the places of the tools aren't needed.
    _ = toolUses.settle()
    list = EntryList(settleMessages().fresh)
  }

  /// The entries to show, in order, as of the last settling.
  var entries: [TimelineEntry] { list.entries }

  /// Returns the message that a row is part of, or `nil` if the row shows nothing.
  func message(of row: RowReading) -> Message? {
    guard !row.payload.blocks.isEmpty else { return nil }
    return messages.index(of: row.entryKey).map { messages.values[$0] }
  }

  /// Records a row that is added to the winning rows or removed from them.
  mutating func note(_ edit: PlacedEdit, of row: RowReading) {
    toolUses.note(edit, of: row)
    guard !row.payload.blocks.isEmpty else { return }
    messages.values[messages.touch(row.entryKey, orNew: Message())].rows.apply(edit, to: row)
  }

  /// Updates the entries after rows were recorded, and returns the changes.
  ///
  /// Takes time for the messages, tools and sub-agents that the recorded rows are part of.
  @discardableResult
  mutating func settle() -> [TimelineChange] {
    // T3, T4, T5, T6
    for place in toolUses.settle() { _ = messages.touch(place.row.entryKey, orNew: Message()) }
    let (stale, fresh) = settleMessages()
    // R2
    return list.replace(stale, with: fresh)
  }

  // T7
  /// Merges the rows of the waiting messages, and returns the former positions of their entries and
  /// their new entries.
  private mutating func settleMessages() -> (stale: [RowPosition], fresh: [EntryList.Item]) {
    var stale: [RowPosition] = []
    var fresh: [EntryList.Item] = []

    for index in messages.takeTouched() {
      if let position = messages.values[index].shownAt { stale.append(position) }
      let entry = messages.values[index].settle(with: toolUses)
      if let entry, let position = messages.values[index].shownAt {
        fresh.append(EntryList.Item(position: position, entry: entry))
      }
    }

    return (stale, fresh)
  }
}
