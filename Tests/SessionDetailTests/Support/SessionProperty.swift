import CanonicalJSON
import SessionDetail
import TestRandomness

/// A property of the rows of every session and their timeline.
struct SessionProperty: Sendable {
  typealias Check = @Sendable ([SessionRow], SessionTimeline) -> Bool

  let name: String
  private let check: Check

  init(_ name: String, _ check: @escaping Check) {
    self.name = name
    self.check = check
  }

  func holds(for rows: [SessionRow]) -> Bool {
    check(rows, SessionTimeline(rows: rows))
  }

  /// Returns the first property that some rows violate.
  static func broken(by rows: [SessionRow]) -> SessionProperty? {
    let timeline = SessionTimeline(rows: rows)
    return (batch + live).first { !$0.check(rows, timeline) }
  }

  private static let batch = [
    SessionProperty("the same rows give the same timeline") { rows, timeline in
      SessionTimeline(rows: rows).json == timeline.json
    },
    SessionProperty(
      "load and updates give the timeline of all rows, wherever the load ends"
    ) { rows, timeline in
      let half = rows.count / 2
      let load = Array(rows[..<half])
      let updates = Array(rows[half...])
      return SessionTimeline(rows: load, updates: updates).json == timeline.json
        && SessionAccount(rows: load, updates: updates).dispositions
          == SessionAccount(rows: rows).dispositions
    },
    SessionProperty(
      "every order of arrival that R4 allows gives the same timeline"
    ) { rows, timeline in
      var random = SeededGenerator(seed: UInt64(rows.count))
      return [rows.reversed(), rows.shuffled(using: &random), rows.shuffled(using: &random)]
        .allSatisfy { arrival in
          let other = SessionTimeline(rows: arrival.withTies(orderedAsIn: rows))
          return other.rowCount == timeline.rowCount && other.entries == timeline.entries
        }
    },
    SessionProperty("rows are counted by the bytes of their ids") { rows, timeline in
      timeline.rowCount == Set(rows.map { TextKey($0.id) }).count
    },
    SessionProperty("every row has a disposition, and the account has the timeline") {
      rows,
      timeline in
      let account = SessionAccount(rows: rows)
      return account.dispositions.count == rows.count
        && (try? account.timeline.get().json) == timeline.json
        && zip(account.dispositions, rows).allSatisfy { $0.rowID.hasSameBytes(as: $1.id) }
    },
    SessionProperty("the entries are those of the rows that are shown") { rows, timeline in
      let shown = SessionAccount(rows: rows).dispositions.compactMap { disposition in
        if case .shown(let id) = disposition.outcome {
          TextKey(id)
        } else {
          nil
        }
      }
      return Set(shown) == Set(timeline.entries.map { TextKey($0.id) })
        && shown.count == timeline.entries.count
    },
    SessionProperty("no entry of the user shows a protocol artifact") { _, timeline in
      timeline.entries.filter { $0.role == .user }.flatMap(\.blocks).allSatisfy { block in
        if case .text(let text) = block {
          !ProtocolArtifact.matches(text)
        } else {
          true
        }
      }
    },
    SessionProperty("every id of a tool or sub-agent stands once") { _, timeline in
      let tools = (timeline.tools + timeline.subAgents.flatMap(\.tools)).compactMap {
        $0.toolUseID.map { TextKey($0) }
      }
      let subAgents = timeline.subAgents.map { TextKey($0.toolUseID) }
      return Set(tools).count == tools.count && Set(subAgents).count == subAgents.count
    },
    SessionProperty(
      "entries have blocks, ids of their own, and the order of their rows"
    ) { _, timeline in
      let entries = timeline.entries
      return entries.allSatisfy {
        !$0.blocks.isEmpty && $0.display.flatMap(\.blocks) == Array($0.blocks.indices)
      }
        && Set(entries.map { TextKey($0.id) }).count == entries.count
        && zip(entries, entries.dropFirst()).allSatisfy { $0.sequenceNumber <= $1.sequenceNumber }
    },
  ]
}

extension [SessionRow] {
  /// Returns the rows in this order, except that rows that tie completely are in their relative
  /// order from `original`.
  fileprivate func withTies(orderedAsIn original: [SessionRow]) -> [SessionRow] {
    var ties = Dictionary(grouping: original.reversed(), by: RowPosition.init)
    return map { ties[RowPosition(of: $0)]?.popLast() ?? $0 }
  }
}
