internal import CanonicalJSON

/// A winning row and the reading of its content, which doesn't depend on any other row.
///
/// This is a class because entries, tools and sub-agents, which consist of parts of rows, all refer
/// to their rows.
final class RowReading: Placed {
  let position: RowPosition
  /// The row's own `createdAt` text, if it is a valid instant.
  let createdAt: String?
  let payload: PayloadReading

  /// Reads the content of a row.
  ///
  /// - Parameter position: The sort key of the row, which the caller has computed already.
  init(of row: SessionRow, at position: RowPosition) {
    self.position = position
    createdAt = position.instant == nil ? nil : row.createdAt
    payload = PayloadReading(of: row.text)
  }

  var id: String { position.id.text }

  /// Returns whether both are the same object. Another write of the row has its own reading.
  static func == (left: RowReading, right: RowReading) -> Bool { left === right }

  // R2
  func precedes(_ other: RowReading) -> Bool { position < other.position }
}
