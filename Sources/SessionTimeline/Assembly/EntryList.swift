internal import CanonicalJSON

/// The entries of a timeline in order, each with the position of the row that it has its place
/// from.
struct EntryList: Sendable {
  /// An entry and its position, which holds the entry's id.
  struct Item: Sendable {
    let position: RowPosition
    let entry: TimelineEntry
  }

  private(set) var entries: [TimelineEntry]
  private var positions: [RowPosition]

  /// Puts entries in order; those that are in it already are the quickest.
  init(_ items: [Item] = []) {
    let items = items.sorted { $0.position < $1.position }
    entries = items.map(\.entry)
    positions = items.map(\.position)
  }

  /// Puts entries in the place of those at some positions, and tells what that changes.
  ///
  /// Takes time for those entries, and for moving the references to what stands behind the first
  /// that comes or goes.
  mutating func replace(_ stale: [RowPosition], with fresh: [Item]) -> [TimelineChange] {
    let kept = Set(fresh.map(\.position.id))
    let gone = stale.filter { !kept.contains($0.id) }
    remove(gone)
    var changes = gone.map { TimelineChange.removed($0.id) }

    let replaced = Dictionary(stale.map { ($0.id, $0) }) { $1 }
    for item in fresh {
      let id = item.position.id
      guard let index = replaced[id].map(index) else {
        changes.append(.inserted(id, after: insert(item)))
        continue
      }
      if fits(item.position, at: index) {
        if entries[index] != item.entry { changes.append(.updated(id)) }
        positions[index] = item.position
        entries[index] = item.entry
      } else {
        remove([positions[index]])
        changes.append(.moved(id, after: insert(item)))
      }
    }
    return changes
  }

  /// Inserts an entry, and gives the id of the one before it.
  private mutating func insert(_ item: Item) -> TextKey? {
    let index = index(of: item.position)
    positions.insert(item.position, at: index)
    entries.insert(item.entry, at: index)
    return index > 0 ? positions[index - 1].id : nil
  }

  /// Removes entries in one pass, so that a sub-agent may draw in the tools of any number of them.
  private mutating func remove(_ gone: [RowPosition]) {
    let indices = RangeSet(gone.map(index), within: positions)
    positions.removeSubranges(indices)
    entries.removeSubranges(indices)
  }

  /// Where a position is, or where it belongs.
  private func index(of position: RowPosition) -> Int {
    positions.indices.partitionPoint { positions[$0] < position }
  }

  /// Whether a position may take the place of the one at an index.
  private func fits(_ position: RowPosition, at index: Int) -> Bool {
    (index == 0 || positions[index - 1] < position)
      && (index == positions.count - 1 || position < positions[index + 1])
  }
}
