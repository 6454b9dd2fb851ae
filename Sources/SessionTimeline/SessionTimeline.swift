/// The timeline that a chat view shows for the rows of a session.
///
/// The rules are those of the contract `session-detail`; a rule's id stands in a comment where it
/// is carried out. The timeline is a function of the rows alone, so an initial load and any
/// sequence of updates that brings the same rows give the same timeline (R4). What became of each
/// row is told by ``SessionAccount``.
public struct SessionTimeline: Sendable {
  /// How many rows there are by distinct id, hidden ones included.
  public let rowCount: Int
  /// What is shown, in order.
  public let entries: [TimelineEntry]
}

extension SessionTimeline {
  /// Reads the rows of an initial load and then the updates, in order of arrival.
  ///
  /// Takes time linear in the text of the rows, plus the sorting of the rows.
  public init(rows: [SessionRow], updates: [SessionRow] = []) {
    let arrivals = updates.isEmpty ? rows : rows + updates
    let order = RowOrder(of: arrivals)
    let standing = order.readings(of: arrivals)
    let assembly = TimelineAssembly(of: standing)
    // R3
    self.init(rowCount: order.standing.count, entries: assembly.entries)
  }
}
