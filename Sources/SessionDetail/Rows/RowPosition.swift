package import CanonicalJSON
internal import RFC3339

/// The sort key of a row.
package struct RowPosition: Hashable, Comparable, Sendable {
  package let sequenceNumber: Int64
  /// The creation time in microseconds since 1970-01-01T00:00:00Z, or `nil` if the row has no valid
  /// `createdAt`.
  package let instant: Int64?  // R5
  package let id: TextKey

  /// Reads the sort key of a row. A creation time that isn't valid RFC 3339 counts as missing.
  package init(of row: SessionRow) {
    sequenceNumber = row.sequenceNumber
    instant = row.createdAt.flatMap(DateTime.init)?.microseconds
    id = TextKey(row.id)
  }

  // R1
  /// Returns whether an arriving write of a row with this position loses to the known write. If the
  /// positions are equal, the arriving write wins.
  package func loses(to known: RowPosition) -> Bool { self < known }

  // R2
  /// Returns whether a row comes earlier in the timeline. Between writes of the same row, this
  /// order also implements R1.
  package static func < (left: RowPosition, right: RowPosition) -> Bool {
    // A row without an instant comes before rows with one.
    (left.sequenceNumber, left.instant ?? .min, left.id) < (
      right.sequenceNumber, right.instant ?? .min, right.id
    )
  }
}
