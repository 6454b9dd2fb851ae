internal import CanonicalJSON

/// Which of the arrived rows stand, and in which order.
package struct RowOrder: Sendable {
  /// A row that stands.
  package struct Row: Sendable {
    /// Its place in order of arrival, from 0.
    package let arrival: Int
    package let position: RowPosition
  }

  /// The rows that stand, one per id, in the order of the timeline.
  package let standing: [Row]
  /// For each arrived row, the arrival that stands for its id: its own, or that of the write it lost to.
  package let winners: [Int]

  package init(of arrivals: [SessionRow]) {
    let rows = arrivals.enumerated().map { Row(arrival: $0.offset, position: RowPosition(of: $0.element)) }

    // R1
    var latest: [TextKey: Row] = [:]
    for row in rows {
      if let known = latest[row.position.id], row.position.loses(to: known.position) { continue }
      latest[row.position.id] = row
    }
    winners = rows.map { latest[$0.position.id]?.arrival ?? $0.arrival }

    // R2
    standing = latest.values.sorted { $0.position < $1.position }
  }

  /// The rows that stand, read.
  func readings(of arrivals: [SessionRow]) -> [RowReading] {
    standing.map { RowReading(of: arrivals[$0.arrival], at: $0.position) }
  }
}
