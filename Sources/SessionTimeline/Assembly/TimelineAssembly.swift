/// The rows that stand, put together to the entries that are shown.
///
/// What a row takes part in is noted under keys: its message, and the ids of tool uses that it
/// names. Settling works out anew what stands under the keys that were noted, and nothing else.
struct TimelineAssembly: Sendable {
  private(set) var toolUses = ToolUses()
  private var messages: Register<EntryKey, Message>
  private var list = EntryList()

  /// Assembles rows; those in the order of the timeline are the quickest.
  init(of rows: [RowReading]) {
    messages = Register(minimumCapacity: rows.count)
    for row in rows { note(.insert, of: row) }
    // All messages wait to be settled, wherever the tools have their places.
    _ = toolUses.settle()
    list = EntryList(settleMessages().fresh)
  }

  /// What is shown, in order, as of the last settling.
  var entries: [TimelineEntry] { list.entries }

  /// The message that a row is a part of; nil where the row shows nothing.
  func message(of row: RowReading) -> Message? {
    guard !row.payload.blocks.isEmpty else { return nil }
    return messages.index(of: row.entryKey).map { messages.values[$0] }
  }

  /// Notes a row that stands from now on, or stands no more.
  mutating func note(_ edit: PlacedEdit, of row: RowReading) {
    toolUses.note(edit, of: row)
    guard !row.payload.blocks.isEmpty else { return }
    messages.values[messages.touch(row.entryKey, orNew: Message())].rows.apply(edit, to: row)
  }

  /// Brings the entries up to date with the rows, and tells what that changes.
  ///
  /// Takes time for the messages, tools and sub-agents that the rows noted since then take part in.
  @discardableResult
  mutating func settle() -> [TimelineChange] {
    // T3, T4, T5, T6
    for place in toolUses.settle() { _ = messages.touch(place.row.entryKey, orNew: Message()) }
    let (stale, fresh) = settleMessages()
    // R2
    return list.replace(stale, with: fresh)
  }

  // T7
  /// Joins the rows of the messages that wait, and gives where their entries stood and those that
  /// they have now.
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
