internal import CanonicalJSON

/// The timeline of a session that is still being written, updated row by row.
///
/// It always equals the `SessionTimeline` of all rows received so far, in order of arrival. It is a
/// value type: a copy isn't affected by updates of the original.
///
/// The time for an update depends on what the row affects, not on the length of the session. The
/// messages, tools and sub-agents that contain the row, or contained an earlier write of it, are
/// each rebuilt as a whole. So a row of a message with thousands of rows, or a tool of a sub-agent
/// with thousands of tools, costs as much as all of them. If an entry is inserted or removed before
/// the end, the references to the entries after it move. An update also copies the array of entries
/// if another copy of the array still exists.
///
/// ```swift
/// var timeline = LiveSessionTimeline(rows: loadedRows)
/// for await row in updates {
///   timeline.update(row)
/// }
/// ```
public struct LiveSessionTimeline: Sendable {
  /// The winning write of each row, by id.
  private var rows: [TextKey: RowReading]
  /// The entries of `rows`, which are settled after each update.
  private var assembly: TimelineAssembly

  /// Creates the timeline of an initial load.
  ///
  /// Takes time linear in the length of the rows' text, plus the time to sort the rows.
  ///
  /// - Parameter arrivals: The rows, in order of arrival.
  public init(rows arrivals: [SessionRow] = []) {
    let readings = RowOrder(of: arrivals).readings(of: arrivals)
    rows = Dictionary(readings.map { ($0.position.id, $0) }) { $1 }
    assembly = TimelineAssembly(of: readings)
  }

  /// The entries to show, in order.
  public var entries: [TimelineEntry] { assembly.entries }

  // R3
  /// The number of distinct row ids, including those of hidden rows.
  public var rowCount: Int { rows.count }

  /// Adds the next row that arrives, and returns the changes to the entries.
  ///
  /// Applied in order, the changes turn the list of entry ids before the update into the list after
  /// it.
  ///
  /// - Parameter row: A new row, or another write of a known row. If the write loses to the known
  ///   one (R1), nothing changes.
  /// - Returns: The changes, which are empty if nothing that is shown changed.
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

/// A change to a list of entries that follows a timeline, described by entry ids.
public enum TimelineChange: Sendable {
  /// An entry with this id was inserted right after another entry, or at the start if `after` is
  /// `nil`.
  case inserted(String, after: String?)
  /// The entry with this id changed and kept its place.
  case updated(String)
  /// The entry with this id was removed.
  case removed(String)
  /// The entry with this id moved to right after another entry, or to the start if `after` is
  /// `nil`. The entry itself changed too.
  case moved(String, after: String?)
}

extension TimelineChange: Hashable {
  /// Returns whether both are the same change with the same ids, compared by their UTF-8 bytes.
  public static func == (left: TimelineChange, right: TimelineChange) -> Bool {
    left.parts == right.parts
  }

  /// Hashes the case and its ids.
  public func hash(into hasher: inout Hasher) { hasher.combine(parts) }

  /// The name of the case, followed by its ids.
  private var parts: [TextKey?] {
    switch self {
    case .inserted(let id, let predecessor): ["inserted", id.textKey, predecessor.textKey]
    case .updated(let id): ["updated", id.textKey]
    case .removed(let id): ["removed", id.textKey]
    case .moved(let id, let predecessor): ["moved", id.textKey, predecessor.textKey]
    }
  }
}

extension LiveSessionTimeline: Equatable {
  /// Returns whether both show the same entries of the same number of rows, whatever rows they
  /// consist of.
  public static func == (left: LiveSessionTimeline, right: LiveSessionTimeline) -> Bool {
    left.rowCount == right.rowCount && left.entries == right.entries
  }
}

extension LiveSessionTimeline: CustomReflectable {
  /// The public properties, which `print` and `#expect` show.
  public var customMirror: Mirror {
    Mirror(self, children: ["rowCount": rowCount, "entries": entries], displayStyle: .struct)
  }
}
