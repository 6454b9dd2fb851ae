internal import CanonicalJSON

/// Which of the arrived rows stand, and in which order.
package struct RowOrder: Sendable {
  package struct Row: Sendable {
    /// Its place in order of arrival, from 0.
    package let arrival: Int
    package let position: RowPosition
  }

  /// The rows that stand, one per id, in the order of the timeline.
  package let standing: [Row]
  /// For each arrived row, the arrival that stands for its id: its own, or that of the write it
  /// lost to.
  package let winners: [Int]

  package init(of arrivals: [SessionRow]) {
    // R1
    var writes = Register<TextKey, Row>(minimumCapacity: arrivals.count)
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

  func readings(of arrivals: [SessionRow]) -> [RowReading] {
    standing.map { RowReading(of: arrivals[$0.arrival], at: $0.position) }
  }
}
