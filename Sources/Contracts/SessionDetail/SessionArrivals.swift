package import CanonicalJSON
internal import ClaudeEvents
package import Conformance
internal import SessionTimeline

/// The orders in which the rows of a session may arrive (rule R4).
///
/// Rows are permuted, split between initial load and updates, delivered again, and preceded or followed by earlier
/// versions of themselves. Different rows that tie completely keep their order and come once; so do rows that do not
/// decrypt, which keep their side as well (E2, E3).
package struct SessionArrivals: ScheduleSpace {
  /// A row of the case.
  private struct Row: Sendable {
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

    /// The schedule with some of its arrivals, each on its side.
    fileprivate func keeping(_ isKept: (Int) -> Bool) -> Self {
      let kept = arrivals.indices.filter(isKept)
      return Self(arrivals: kept.map { arrivals[$0] }, loadCount: kept.count { $0 < loadCount })
    }
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

  private let rows: [Row]
  /// What keeps its order among itself, by indices of rows; `endOfLoad` is one of the indices.
  private let orders: Interleavings
  private let sessionKey: JSONValue?

  /// Nil where there are no rows.
  package init?(_ stored: SessionRows) {
    let rows = zip(stored.json, stored.initial + stored.updates).enumerated().map { index, part in
      let (json, row) = part
      // Its place does not depend on what it says.
      let bare = SessionRow(id: row.id, sequenceNumber: row.sequenceNumber, createdAt: row.createdAt, content: "")
      return Row(
        json: json, position: RowPosition(of: bare), isInLoad: index < stored.initial.count,
        isReadable: row.plain(with: stored.sessionKey) != nil)
    }
    guard !rows.isEmpty else { return nil }
    self.rows = rows
    orders = Interleavings(sequences: Self.sequences(of: rows))
    sessionKey = stored.sessionKey.map(JSONValue.string)
  }

  /// Stands for the end of the initial load among the indices of rows.
  private var endOfLoad: Int { rows.count }

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

  // MARK: - Choice

  /// Every order and split where there are at most 7 rows.
  package var count: Int? { rows.count <= 7 ? orders.count : nil }

  package func schedule(number: Int) -> Schedule { schedule(order: orders.interleaving(number: number)) }

  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var schedule = schedule(order: orders.interleaving(using: &generator))
    for _ in 0..<generator.number(below: 4) { addExtra(to: &schedule, using: &generator) }
    return schedule
  }

  /// - Parameter order: indices of rows, and `endOfLoad`.
  private func schedule(order: [Int]) -> Schedule {
    Schedule(
      arrivals: order.filter { $0 != endOfLoad }.map { Arrival(row: $0, form: .original) },
      loadCount: order.prefix { $0 != endOfLoad }.count)
  }

  /// Delivers a row once more, or an earlier version of it, anywhere; nothing where the row does not allow it.
  private func addExtra(to schedule: inout Schedule, using generator: inout SplitMix64) {
    let row = generator.number(below: rows.count)
    let form: Arrival.Form = generator.number(below: 2) == 0 ? .redelivery : .earlierVersion
    let earlierFits = earlierSequenceNumber(than: rows[row]) >= -SequenceNumber.greatest
    guard form == .redelivery ? orders.sequences.contains([row]) : rows[row].isReadable && earlierFits else { return }
    let place = generator.number(below: schedule.arrivals.count + 1)
    let isInLoad = place < schedule.loadCount || (place == schedule.loadCount && generator.number(below: 2) == 0)
    schedule.arrivals.insert(Arrival(row: row, form: form), at: place)
    if isInLoad { schedule.loadCount += 1 }
  }

  // MARK: - Inputs

  package func input(of schedule: Schedule) -> JSONValue {
    let rows = schedule.arrivals.map(json)
    var input: JSONObject = [
      "rows": .array(Array(rows.prefix(schedule.loadCount))),
      "updates": .array(Array(rows.dropFirst(schedule.loadCount))),
    ]
    input["session_key"] = sessionKey
    return .object(input)
  }

  package func baseline(of schedule: Schedule) -> JSONValue {
    let kept = schedule.arrivals.filter { $0.form == .original }.sorted { $0.row < $1.row }
    return input(of: Schedule(arrivals: kept, loadCount: kept.count { rows[$0.row].isInLoad }))
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

  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.arrivals.enumerated().map { index, arrival in
      let side = index < schedule.loadCount ? "load  " : "update"
      return "\(side)  \(text(of: arrival))"
    }
  }

  private func text(of arrival: Arrival) -> String {
    let row = rows[arrival.row]
    let createdAt = row.json["created_at"]?.string.map { ", \($0)" } ?? ""
    let rest =
      switch arrival.form {
      case .original: "\(row.position.sequenceNumber)\(createdAt)"
      case .redelivery: "\(row.position.sequenceNumber)\(createdAt), again"
      case .earlierVersion: "\(earlierSequenceNumber(than: row)), an earlier version"
      }
    return "\(row.position.id), sequence number \(rest)"
  }

  // MARK: - Simpler ones

  /// Without a row, without one of two deliveries, without updates, with two neighbours in the case's order.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let arrivals = schedule.arrivals
    let rows = arrivals.filter { $0.form == .original }.map(\.row)
    let withoutRow = rows.map { row in schedule.keeping { arrivals[$0].row != row } }
    let withoutExtra = arrivals.indices.filter { arrivals[$0].form != .original }.map { extra in
      schedule.keeping { $0 != extra }
    }
    // A row that came again has come only then.
    let withoutFirstDelivery = arrivals.indices.filter { arrivals[$0].form == .redelivery }.map { again in
      var moved = schedule
      moved.arrivals[again] = Arrival(row: arrivals[again].row, form: .original)
      return moved.keeping { $0 == again || arrivals[$0] != moved.arrivals[again] }
    }
    let withoutUpdates =
      schedule.loadCount < arrivals.count ? [Schedule(arrivals: arrivals, loadCount: arrivals.count)] : []
    let straightened = arrivals.indices.dropLast().filter { arrivals[$0].row > arrivals[$0 + 1].row }.map { index in
      var straightened = schedule
      straightened.arrivals.swapAt(index, index + 1)
      return straightened
    }
    let simpler =
      (rows.count > 1 ? withoutRow : []) + withoutExtra + withoutFirstDelivery + withoutUpdates + straightened
    return simpler.filter(keepsSides)
  }

  /// Whether the rows that do not decrypt are on their side; nothing else can go wrong on the way to the case's order.
  private func keepsSides(_ schedule: Schedule) -> Bool {
    schedule.arrivals.enumerated().allSatisfy { index, arrival in
      let row = rows[arrival.row]
      return row.isReadable || row.isInLoad == (index < schedule.loadCount)
    }
  }
}
