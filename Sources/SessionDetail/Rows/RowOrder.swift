internal import CanonicalJSON

/// The winning rows among those that arrived, and their order.
package struct RowOrder: Sendable {
  /// A winning row, by its arrival and its sort key.
  package struct Row: Sendable {
    /// The row's zero-based index in order of arrival.
    package let arrival: Int
    package let position: RowPosition
  }

  /// The winning rows, one per id, in the order of the timeline.
  package let standing: [Row]
  /// For each arrived row, the arrival index of the winning write with the same id, which can be
  /// the row itself.
  package let winners: [Int]

  /// Finds the winning write of each id, and sorts the winning rows.
  ///
  /// - Parameter arrivals: All rows, in order of arrival.
  package init(of arrivals: [SessionRow]) {
    // R1
    var writes = DirtyTrackingTable<TextKey, Row>(minimumCapacity: arrivals.count)
    let indices = arrivals.indices.map { arrival in
      let row = Row(arrival: arrival, position: RowPosition(of: arrivals[arrival]))
      let index = writes.index(of: row.position.id, orNew: row)
      let isFirst = writes.values[index].arrival == arrival
      if !isFirst, !row.position.loses(to: writes.values[index].position) {
        writes.values[index] = row
      }
      return index
    }
    winners = indices.map { writes.values[$0].arrival }

    // R2
    standing = writes.values.sorted { $0.position < $1.position }
  }

  /// Returns the readings of the winning rows, in the order of the timeline. Rows don't depend on
  /// each other, so many of them are read on all cores.
  func readings(of arrivals: [SessionRow]) -> [RowReading] {
    standing.mapOnEveryCore(partSize: 64) {
      RowReading(of: arrivals[$0.arrival], at: $0.position)
    }
  }
}
