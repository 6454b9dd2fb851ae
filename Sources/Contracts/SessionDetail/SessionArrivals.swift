package import CanonicalJSON
internal import Conformance
internal import SessionTimeline

/// The orders in which the rows of a session may arrive (rule R4).
///
/// Rows are permuted, split between initial load and updates, delivered again, and preceded or followed by earlier
/// versions of themselves. Different rows that tie completely keep their order and come once; rows that do not decrypt
/// keep their side as well (E2, E3).
package struct SessionArrivals: ScheduleSpace {
  /// One row of the case.
  struct Part: Sendable {
    let row: JSONObject
    let position: RowPosition
    let isInLoad: Bool
    /// Rows of one class keep their order; nil: free to go anywhere.
    var orderClass: Int?
    /// It does not decrypt.
    let isPinned: Bool

    var mayRepeat: Bool { orderClass == nil && !isPinned }
  }

  package struct Schedule: Hashable, Sendable {
    var arrivals: [Arrival]
    /// So many of them are the initial load.
    var loadCount: Int
  }

  struct Arrival: Hashable, Sendable {
    enum Form: Hashable, Sendable {
      case row
      case redelivery
      case earlierVersion
    }

    /// Index of the part.
    let part: Int
    let form: Form
  }

  let parts: [Part]
  private let sessionKey: JSONValue?

  /// Nil where the input holds no rows.
  init?(_ input: JSONValue) {
    guard let stored = SessionRows(input) else { return nil }
    let rows = (input["rows"]?.elements ?? []) + (input["updates"]?.elements ?? [])
    let parts = zip(rows, stored.initial + stored.updates).enumerated().compactMap { index, row in
      row.0.object.map {
        Part(
          row: $0, position: RowPosition(of: row.1), isInLoad: index < stored.initial.count,
          isPinned: !row.1.isReadable(with: stored.sessionKey))
      }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = Self.classified(parts)
    sessionKey = input["session_key"]
  }

  /// Gives the rows that tie completely with a different one a class of their own, and all that are pinned another.
  private static func classified(_ parts: [Part]) -> [Part] {
    let ties = Dictionary(grouping: parts.indices.filter { !parts[$0].isPinned }) { parts[$0].position }
    var classified = parts
    var next = 1
    for indices in ties.values where Set(indices.map { parts[$0].row }).count > 1 {
      for index in indices { classified[index].orderClass = next }
      next += 1
    }
    for index in parts.indices where parts[index].isPinned { classified[index].orderClass = 0 }
    return classified
  }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue {
    let rows = schedule.arrivals.map(row)
    return input(rows: rows.prefix(schedule.loadCount), updates: rows.dropFirst(schedule.loadCount))
  }

  package func baseline(of schedule: Schedule) -> JSONValue {
    let kept = schedule.arrivals.filter { $0.form == .row }.map(\.part).sorted()
    return input(
      rows: kept.filter { parts[$0].isInLoad }.map { .object(parts[$0].row) },
      updates: kept.filter { !parts[$0].isInLoad }.map { .object(parts[$0].row) })
  }

  private func input(rows: some Sequence<JSONValue>, updates: some Sequence<JSONValue>) -> JSONValue {
    var input: JSONObject = ["rows": .array(Array(rows)), "updates": .array(Array(updates))]
    input["session_key"] = sessionKey
    return .object(input)
  }

  private func row(_ arrival: Arrival) -> JSONValue {
    let part = parts[arrival.part]
    guard arrival.form == .earlierVersion else { return .object(part.row) }
    return [
      "id": .string(part.position.id.text), "content": "an earlier version",
      "sequence_number": .number(JSONNumber(Int(earliestSequence(of: part) - 1))),
    ]
  }

  private func earliestSequence(of part: Part) -> Int64 {
    parts.filter { $0.position.id == part.position.id }.map(\.position.sequenceNumber).min()
      ?? part.position.sequenceNumber
  }

  func hasRoomForEarlierVersion(_ part: Part) -> Bool {
    !part.isPinned && earliestSequence(of: part) > -SessionRows.greatestSequenceNumber
  }

  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.arrivals.enumerated().map { index, arrival in
      let part = parts[arrival.part]
      let side = index < schedule.loadCount ? "load  " : "update"
      let sequence = part.position.sequenceNumber
      return switch arrival.form {
      case .row: "\(side)  \(part.position.id.text), sequence number \(sequence)"
      case .redelivery: "\(side)  \(part.position.id.text), sequence number \(sequence), again"
      case .earlierVersion:
        "\(side)  \(part.position.id.text), sequence number \(earliestSequence(of: part) - 1), an earlier version"
      }
    }
  }
}

extension StoredSessionRow {
  /// Whether it is plain or decrypts.
  fileprivate func isReadable(with sessionKey: String?) -> Bool {
    (try? DecryptedRows(rows: [self], sessionKey: sessionKey)) != nil
  }
}

extension RowPosition {
  /// The place of a stored row, which does not depend on what it says.
  fileprivate init(of row: StoredSessionRow) {
    self.init(
      of: SessionRow(id: row.id, sequenceNumber: row.sequenceNumber, createdAt: row.createdAt, content: ""))
  }
}
