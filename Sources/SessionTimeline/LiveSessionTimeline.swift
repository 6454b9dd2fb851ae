public import CanonicalJSON

/// The timeline of a session that is being written, kept current row by row.
///
/// It always equals the `SessionTimeline` of all rows that it was given, in order of arrival. It is
/// a value: a copy does not follow the updates of the original.
///
/// An update takes time for what its row touches, not for the length of the session: the messages,
/// tools and sub-agents that the row takes part in, or took part in by an earlier write, are put
/// together anew, each as a whole. So a row of a message of thousands of rows, or a tool of a
/// sub-agent with thousands of tools, costs as much as all of them. Where an entry comes or goes
/// before the end, the references to the entries behind it move; and an update copies the array of
/// entries when somebody else still holds it.
public struct LiveSessionTimeline: Sendable {
  /// The rows that stand.
  private var rows: [TextKey: RowReading]
  private var assembly: TimelineAssembly

  /// Reads the rows of an initial load, in order of arrival.
  ///
  /// Takes time linear in the text of the rows, plus the sorting of the rows.
  public init(rows arrivals: [SessionRow] = []) {
    let readings = RowOrder(of: arrivals).readings(of: arrivals)
    rows = Dictionary(readings.map { ($0.position.id, $0) }) { $1 }
    assembly = TimelineAssembly(of: readings)
  }

  /// What is shown, in order.
  public var entries: [TimelineEntry] { assembly.entries }

  // R3
  /// How many rows there are by distinct id, hidden ones included.
  public var rowCount: Int { rows.count }

  /// Takes in the next row that arrives, and tells what it changed.
  ///
  /// Taken one by one, in order, the changes turn the list of ids from before the update into the
  /// one after it.
  @discardableResult
  public mutating func update(_ row: SessionRow) -> [TimelineChange] {
    let position = RowPosition(of: row)
    let known = rows[position.id]
    // R1
    if let known, position.loses(to: known.position) { return [] }
    let reading = RowReading(of: row, at: position)
    rows[position.id] = reading
    // R4
    if let known { assembly.note(.remove, of: known) }
    assembly.note(.insert, of: reading)
    return assembly.settle()
  }
}

/// One step that a list of entries takes to follow its timeline, by the ids of entries.
public enum TimelineChange: Hashable, Sendable {
  /// A new entry with this id stands right after another; nil: at the start.
  case inserted(TextKey, after: TextKey?)
  /// The entry with this id shows something else.
  case updated(TextKey)
  /// The entry with this id is gone.
  case removed(TextKey)
  /// The entry with this id stands right after another now, nil: at the start, and shows something
  /// else.
  case moved(TextKey, after: TextKey?)
}
