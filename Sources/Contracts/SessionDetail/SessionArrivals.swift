package import CanonicalJSON
internal import ClaudeEvents
internal import Conformance
internal import SessionTimeline

/// The orders in which the rows of a session may arrive (rule R4).
///
/// Rows are permuted, split between initial load and updates, delivered again, and preceded or followed by earlier
/// versions of themselves. Different rows that tie completely keep their order and come once; so do rows that do not
/// decrypt, which keep their side as well (E2, E3).
package struct SessionArrivals: ScheduleSpace {
  /// A row of the case.
  struct Row: Sendable {
    let json: JSONObject
    let position: RowPosition
    let isInLoad: Bool
    /// Whether it is plain or decrypts.
    let isReadable: Bool
  }

  package struct Schedule: Hashable, Sendable {
    var arrivals: [Arrival]
    /// So many of them are the initial load.
    var loadCount: Int
  }

  struct Arrival: Hashable, Sendable {
    enum Form: Hashable, Sendable {
      case original
      case redelivery
      case earlierVersion
    }

    /// Its index in the case, where updates follow the initial load.
    let row: Int
    let form: Form
  }

  let rows: [Row]
  /// What keeps its order among itself, by indices of rows; `endOfLoad` is one of the indices.
  let sequences: [[Int]]
  private let sessionKey: JSONValue?

  /// Nil where there are no rows.
  package init?(_ stored: SessionRows) {
    let rows = zip(stored.json, stored.initial + stored.updates).enumerated().map { index, row in
      Row(
        json: row.0, position: RowPosition(of: row.1), isInLoad: index < stored.initial.count,
        isReadable: row.1.isReadable(with: stored.sessionKey))
    }
    guard !rows.isEmpty else { return nil }
    self.rows = rows
    sequences = Self.sequences(of: rows)
    sessionKey = stored.sessionKey.map(JSONValue.string)
  }

  /// Stands for the end of the initial load among the indices of rows.
  var endOfLoad: Int { rows.count }

  /// A row that goes anywhere is a sequence by itself; what does not decrypt is one around the end of the load.
  private static func sequences(of rows: [Row]) -> [[Int]] {
    let unreadable = rows.indices.filter { !rows[$0].isReadable }
    let fixed = unreadable.filter { rows[$0].isInLoad } + [rows.count] + unreadable.filter { !rows[$0].isInLoad }
    let ties = Dictionary(grouping: rows.indices.filter { rows[$0].isReadable }) { rows[$0].position }.values
    let others = ties.flatMap { tie in
      Set(tie.map { rows[$0].json }).count > 1 ? [tie] : tie.map { [$0] }
    }
    return others.sorted { $0[0] < $1[0] } + [fixed]
  }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue {
    let rows = schedule.arrivals.map(json)
    return input(rows: rows.prefix(schedule.loadCount), updates: rows.dropFirst(schedule.loadCount))
  }

  package func baseline(of schedule: Schedule) -> JSONValue {
    let kept = schedule.arrivals.filter { $0.form == .original }.map(\.row).sorted()
    return input(
      rows: kept.filter { rows[$0].isInLoad }.map { .object(rows[$0].json) },
      updates: kept.filter { !rows[$0].isInLoad }.map { .object(rows[$0].json) })
  }

  private func input(rows: some Sequence<JSONValue>, updates: some Sequence<JSONValue>) -> JSONValue {
    var input: JSONObject = ["rows": .array(Array(rows)), "updates": .array(Array(updates))]
    input["session_key"] = sessionKey
    return .object(input)
  }

  private func json(_ arrival: Arrival) -> JSONValue {
    let row = rows[arrival.row]
    guard arrival.form == .earlierVersion else { return .object(row.json) }
    return [
      "id": .string(row.position.id.text), "content": "an earlier version",
      "sequence_number": .number(JSONNumber(Int(earlierSequenceNumber(than: row)))),
    ]
  }

  /// Below that of every version of the row in the case.
  private func earlierSequenceNumber(than row: Row) -> Int64 {
    rows.reduce(row.position.sequenceNumber) {
      $1.position.id == row.position.id ? min($0, $1.position.sequenceNumber) : $0
    } - 1
  }

  /// Whether a row may come in this form beside its own.
  func allows(_ arrival: Arrival) -> Bool {
    switch arrival.form {
    case .original: true
    case .redelivery: sequences.contains([arrival.row])
    case .earlierVersion:
      rows[arrival.row].isReadable
        && earlierSequenceNumber(than: rows[arrival.row]) >= -SequenceNumber.greatest
    }
  }

  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.arrivals.enumerated().map { index, arrival in
      let side = index < schedule.loadCount ? "load  " : "update"
      return "\(side)  \(text(of: arrival))"
    }
  }

  private func text(of arrival: Arrival) -> String {
    let row = rows[arrival.row]
    let id = row.position.id.text
    if arrival.form == .earlierVersion {
      return "\(id), sequence number \(earlierSequenceNumber(than: row)), an earlier version"
    }
    return "\(id), sequence number \(row.position.sequenceNumber)"
      + (row.json["created_at"]?.string.map { ", \($0)" } ?? "") + (arrival.form == .redelivery ? ", again" : "")
  }
}

extension StoredSessionRow {
  fileprivate func isReadable(with sessionKey: String?) -> Bool {
    if case .plain = content { return true }
    return (try? DecryptedRows(rows: [self], sessionKey: sessionKey)) != nil
  }
}

extension RowPosition {
  /// The place of a stored row, which does not depend on what it says.
  fileprivate init(of row: StoredSessionRow) {
    self.init(
      of: SessionRow(id: row.id, sequenceNumber: row.sequenceNumber, createdAt: row.createdAt, content: ""))
  }
}
