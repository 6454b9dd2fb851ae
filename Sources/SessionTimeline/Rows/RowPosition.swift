package import CanonicalJSON
internal import RFC3339

/// What a row is ordered by.
package struct RowPosition: Hashable, Comparable, Sendable {
  package let sequenceNumber: Int64
  /// Microseconds since 1970-01-01T00:00:00Z; nil where the row has no `createdAt` that parses.
  package let instant: Int64?
  package let id: TextKey

  package init(of row: SessionRow) {
    sequenceNumber = row.sequenceNumber
    instant = row.createdAt.flatMap(DateTime.init)?.microseconds
    id = TextKey(row.id)
  }

  // R1
  /// Whether a write of a row that arrives with this position loses to one with another; of equals
  /// the later wins.
  package func loses(to known: RowPosition) -> Bool { self < known }

  // R2; between writes of one row, R1 as well.
  package static func < (left: RowPosition, right: RowPosition) -> Bool {
    // A row without an instant comes before those that have one.
    (left.sequenceNumber, left.instant ?? .min, left.id) < (
      right.sequenceNumber, right.instant ?? .min, right.id
    )
  }
}
