/// A row that stands, with what its content says; it does not depend on any other row.
package struct RowReading: Sendable {
  package let id: String
  package let sequenceNumber: Int64
  /// The row's own text, where it is an instant.
  package let createdAt: String?
  package let payload: PayloadReading

  package init(of row: SessionRow, at position: RowPosition) {
    id = row.id
    sequenceNumber = row.sequenceNumber
    createdAt = position.instant == nil ? nil : row.createdAt
    payload = PayloadReading(of: row.content)
  }
}
