import CanonicalJSON
import SessionDetail

extension SessionProperty {
  /// Properties of a timeline that follows its session row by row.
  static let live = [
    SessionProperty("the live timeline is that of the rows so far, after every update") { rows, _ in
      let expected = rows.indices.map { SessionTimeline(rows: Array(rows[...$0])) }
      return [0, rows.count / 3, rows.count * 2 / 3].allSatisfy { loaded in
        var live = LiveSessionTimeline(rows: Array(rows[..<loaded]))
        return rows.indices[loaded...].allSatisfy { index in
          live.update(rows[index])
          return live.shows(expected[index])
        }
      }
    },
    SessionProperty(
      "the changes of an update turn the old list of ids into the new one"
    ) { rows, _ in
      holdsForUpdates(rows) { old, changes, new in
        changes.applied(to: old.map(\.id)) == new.map { TextKey($0.id) }
      }
    },
    SessionProperty(
      "the changes of an update name what differs, once, and nothing else"
    ) { rows, _ in
      holdsForUpdates(rows) { old, changes, new in
        let oldEntries = Dictionary(uniqueKeysWithValues: old.map { (TextKey($0.id), $0) })
        let newEntries = Dictionary(uniqueKeysWithValues: new.map { (TextKey($0.id), $0) })
        let differing = Set(oldEntries.keys).union(newEntries.keys).filter {
          oldEntries[$0] != newEntries[$0]
        }
        return differing == Set(changes.ids) && differing.count == changes.count
      }
    },
    SessionProperty("a row that comes again changes nothing") { rows, _ in
      var live = LiveSessionTimeline(rows: rows)
      let last = Dictionary(rows.map { (RowPosition(of: $0), $0) }) { $1 }
      return rows.allSatisfy { row in
        // R4: of rows that tie completely, only the last may be repeated.
        row != last[RowPosition(of: row)] || live.update(row).isEmpty
      }
    },
  ]

  /// Returns whether a condition holds for the entries before each update, its changes, and the
  /// entries after it.
  private static func holdsForUpdates(
    _ rows: [SessionRow],
    _ holds: ([TimelineEntry], [TimelineChange], [TimelineEntry]) -> Bool
  ) -> Bool {
    var live = LiveSessionTimeline()
    return rows.allSatisfy { row in
      let old = live.entries
      let changes = live.update(row)
      return holds(old, changes, live.entries)
    }
  }
}
