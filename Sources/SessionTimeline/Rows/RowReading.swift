internal import CanonicalJSON

/// A row that stands, with what its content says; it does not depend on any other row.
///
/// It is a class since entries, tools and sub-agents, which are put together from parts of rows,
/// all point to them.
final class RowReading: Placed {
  let position: RowPosition
  /// The row's own text, where it is an instant.
  let createdAt: String?
  let payload: PayloadReading

  init(of row: SessionRow, at position: RowPosition) {
    self.position = position
    createdAt = position.instant == nil ? nil : row.createdAt
    payload = PayloadReading(of: row.content)
  }

  var id: String { position.id.text }

  /// Whether both are one reading; another write of the row has another.
  static func == (left: RowReading, right: RowReading) -> Bool { left === right }

  // R2
  func precedes(_ other: RowReading) -> Bool { position < other.position }
}
