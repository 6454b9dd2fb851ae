internal import CanonicalJSON

/// The entries of a timeline in order, each with the position of the row that determines its place.
struct EntryList: Sendable {
  /// An entry and its position. The position contains the entry's id.
  struct Item: Sendable {
    let position: RowPosition
    let entry: TimelineEntry
  }

  private(set) var entries: [TimelineEntry]
  private var positions: [RowPosition]

  /// Creates a list from entries in any order. Sorted entries are fastest.
  init(_ items: [Item] = []) {
    let items = items.sorted { $0.position < $1.position }
    entries = items.map(\.entry)
    positions = items.map(\.position)
  }

  /// Replaces the entries at the given positions with new entries, and returns the resulting
  /// changes.
  ///
  /// Takes time for these entries, and for moving the references to the entries after the first one
  /// that is inserted or removed.
  mutating func replace(_ stale: [RowPosition], with fresh: [Item]) -> [TimelineChange] {
    let kept = Set(fresh.map(\.position.id))
    let gone = stale.filter { !kept.contains($0.id) }
    remove(gone)
    var changes = gone.map { TimelineChange.removed($0.id.text) }

    let replaced = Dictionary(stale.map { ($0.id, $0) }) { $1 }
    for item in fresh {
      let id = item.position.id
      guard let index = replaced[id].map(index) else {
        changes.append(.inserted(id.text, after: insert(item)))
        continue
      }
      if fits(item.position, at: index) {
        if entries[index] != item.entry { changes.append(.updated(id.text)) }
        positions[index] = item.position
        entries[index] = item.entry
      } else {
        remove([positions[index]])
        changes.append(.moved(id.text, after: insert(item)))
      }
    }
    return changes
  }

  /// Inserts an entry, and returns the id of the entry before it, or `nil` if it is the first.
  private mutating func insert(_ item: Item) -> String? {
    let index = index(of: item.position)
    positions.insert(item.position, at: index)
    entries.insert(item.entry, at: index)
    return index > 0 ? positions[index - 1].id.text : nil
  }

  /// Removes entries in one pass, because a sub-agent can absorb the tools of any number of
  /// entries.
  private mutating func remove(_ gone: [RowPosition]) {
    let indices = RangeSet(gone.map(index), within: positions)
    positions.removeSubranges(indices)
    entries.removeSubranges(indices)
  }

  /// Returns the index at which a position is, or at which it would be inserted.
  private func index(of position: RowPosition) -> Int {
    positions.indices.partitionPoint { positions[$0] < position }
  }

  /// Returns whether a position can replace the one at an index without breaking the order.
  private func fits(_ position: RowPosition, at index: Int) -> Bool {
    (index == 0 || positions[index - 1] < position)
      && (index == positions.count - 1 || position < positions[index + 1])
  }
}
