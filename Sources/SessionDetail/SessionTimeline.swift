/// The timeline that a chat view shows for the rows of a session.
///
/// The rules are those of the contract `session-detail`. A comment with a rule's id marks the code
/// that implements the rule. The timeline depends only on the rows, so an initial load and any
/// sequence of updates with the same rows produce the same timeline (R4). ``SessionAccount``
/// reports what happened to each row.
///
/// ```swift
/// let stored = try StoredSession(parsing: data)
/// let decrypted = try DecryptedRows(stored)
/// let timeline = SessionTimeline(rows: decrypted.rows, updates: decrypted.updates)
/// for entry in timeline.entries {
///   print(entry.role, entry.content)
/// }
/// ```
public struct SessionTimeline: Hashable, Sendable {
  /// The number of distinct row ids, including those of hidden rows.
  public let rowCount: Int
  /// The entries to show, in order.
  public let entries: [TimelineEntry]
}

extension SessionTimeline {
  /// Creates the timeline of an initial load followed by updates.
  ///
  /// Takes time linear in the length of the rows' text, plus the time to sort the rows.
  ///
  /// - Parameters:
  ///   - rows: The rows of the initial load, in order of arrival.
  ///   - updates: The rows received after the initial load, in order of arrival.
  public init(rows: [SessionRow], updates: [SessionRow] = []) {
    let arrivals = updates.isEmpty ? rows : rows + updates
    let order = RowOrder(of: arrivals)
    let standing = order.readings(of: arrivals)
    let assembly = TimelineAssembly(of: standing)

    // R3
    self.init(rowCount: order.standing.count, entries: assembly.entries)
  }
}
