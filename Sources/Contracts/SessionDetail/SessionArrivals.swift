package import CanonicalJSON
package import Conformance
internal import SessionDetail

/// The orders in which the rows of a session may arrive (rule R4).
///
/// Rows are permuted, split between initial load and updates, delivered again, and preceded or
/// followed by earlier versions of themselves. Different rows that tie completely keep their order
/// and arrive once. So do rows that can't be decrypted, which also stay in the load or in the
/// updates, and other rows with the id of such a row of the load (E2, E3).
package struct SessionArrivals: ScheduleSpace {
  /// A row of the case.
  private struct Row: Sendable {
    let json: JSONObject
    let position: RowPosition
    let isInLoad: Bool
    /// Whether the row may arrive anywhere.
    var isMovable: Bool
  }

  /// The arrival of a row, which may be a redelivery or an earlier version.
  package struct Arrival: Hashable, Sendable {
    /// What arrives: the row as the case has it, the same row again, or an older write of it.
    enum Form {
      case original, redelivery, earlierVersion
    }

    /// The index of the row in the case, in which updates follow the initial load.
    let row: Int
    var form = Form.original
    /// Whether the row is in the initial load. All arrivals in the load come before all updates.
    var isInLoad: Bool
  }

  package typealias Schedule = [Arrival]

  private let rows: [Row]
  /// The sequences that keep their order, as indices of rows. One of them contains `endOfLoad`.
  private let orders: Interleavings
  /// The input of the case. Schedules replace its rows and updates.
  private let input: JSONObject

  /// Creates the space, or returns `nil` if the case has no rows.
  package init?(_ session: SessionRows) {
    let stored = session.stored
    let key = stored.sessionKey.flatMap(SessionKey.init(base64:))
    var rows = zip(session.json, stored.rows + stored.updates).enumerated().map { index, part in
      let (json, row) = part
      return Row(
        json: json,
        position: RowPosition(of: row.withoutContent),
        isInLoad: index < stored.rows.count,
        isMovable: (try? row.decrypted(with: key)) != nil
      )
    }

    // Whether the load fails depends on which rows with the same id it has.
    let fixed = Set(rows.filter { !$0.isMovable && $0.isInLoad }.map(\.position.id))
    for index in rows.indices where fixed.contains(rows[index].position.id) {
      rows[index].isMovable = false
    }

    guard !rows.isEmpty else { return nil }

    self.rows = rows
    orders = Interleavings(sequences: Self.sequences(of: rows))
    input = session.input
  }

  /// The index that represents the end of the initial load among the indices of rows.
  private var endOfLoad: Int { rows.count }

  /// Returns the sequences that keep their order. A row that may arrive anywhere is a sequence by
  /// itself. All rows that can't move form one sequence with the end of the load.
  private static func sequences(of rows: [Row]) -> [[Int]] {
    let immovable = rows.indices.filter { !rows[$0].isMovable }
    let fixed =
      immovable.filter { rows[$0].isInLoad } + [rows.count]
      + immovable.filter { !rows[$0].isInLoad }

    let ties = Dictionary(grouping: rows.indices.filter { rows[$0].isMovable }) {
      rows[$0].position
    }.values

    let others = ties.flatMap { tie in
      Set(tie.map { rows[$0].json }).count > 1 ? [tie] : tie.map { [$0] }
    }
    return others.sorted { $0[0] < $1[0] } + [fixed]
  }

  // MARK: - Choosing schedules

  /// The number of orders and splits if there are at most 7 rows, otherwise `nil`.
  package var count: Int? { rows.count <= 7 ? orders.count : nil }

  /// Returns the order and split with a number. Each row arrives once.
  package func schedule(number: Int) -> Schedule {
    schedule(order: orders.interleaving(number: number))
  }

  /// Returns a random order and split, with up to three extra arrivals.
  package func schedule(using generator: inout SplitMix64) -> Schedule {
    var schedule = schedule(order: orders.interleaving(using: &generator))
    for _ in 0..<generator.number(below: 4) { addExtra(to: &schedule, using: &generator) }
    return schedule
  }

  /// Returns the schedule for an order.
  ///
  /// - Parameter order: The indices of rows, and `endOfLoad`.
  private func schedule(order: [Int]) -> Schedule {
    let parts = order.split(separator: endOfLoad, omittingEmptySubsequences: false)
    return zip(parts, [true, false]).flatMap { part, isInLoad in
      part.map { Arrival(row: $0, isInLoad: isInLoad) }
    }
  }

  /// Inserts a second delivery or an earlier version of a random row at a random place. Does
  /// nothing if the row doesn't allow it.
  private func addExtra(to schedule: inout Schedule, using generator: inout SplitMix64) {
    let row = generator.number(below: rows.count)
    let form: Arrival.Form = generator.number(below: 2) == 0 ? .redelivery : .earlierVersion
    let earlierFits = earlierSequenceNumber(than: rows[row]) >= -SequenceNumber.greatest
    let isPossible =
      form == .redelivery
      ? orders.sequences.contains([row]) : rows[row].isMovable && earlierFits
    guard isPossible else { return }

    let loadCount = schedule.count(where: \.isInLoad)
    let place = generator.number(below: schedule.count + 1)
    let isInLoad = place < loadCount || (place == loadCount && generator.number(below: 2) == 0)
    schedule.insert(Arrival(row: row, form: form, isInLoad: isInLoad), at: place)
  }

  // MARK: - Inputs

  /// Returns the input of the case, with the rows and updates of the schedule.
  package func input(of schedule: Schedule) -> JSONValue {
    var input = input
    input["rows"] = .array(schedule.filter(\.isInLoad).map(json))
    input["updates"] = .array(schedule.filter { !$0.isInLoad }.map(json))
    return .object(input)
  }

  /// Returns the input with the original rows of the schedule, each where the case has it.
  package func baseline(of schedule: Schedule) -> JSONValue {
    let kept = schedule.filter { $0.form == .original }.map(\.row).sorted()
    return input(of: kept.map { Arrival(row: $0, isInLoad: rows[$0].isInLoad) })
  }

  /// Returns the row that arrives. An earlier version has the id, but a lower sequence number and
  /// another content.
  private func json(_ arrival: Arrival) -> JSONValue {
    let row = rows[arrival.row]
    guard arrival.form == .earlierVersion else { return .object(row.json) }
    return [
      "id": .string(row.position.id.text),
      "content": "an earlier version",
      "sequence_number": .number(JSONNumber(Int(earlierSequenceNumber(than: row)))),
    ]
  }

  /// Returns a sequence number below those of all versions of the row in the case.
  private func earlierSequenceNumber(than row: Row) -> Int64 {
    rows.reduce(row.position.sequenceNumber) {
      $1.position.id == row.position.id ? min($0, $1.position.sequenceNumber) : $0
    } - 1
  }

  /// Returns one line for each row, with its id, sequence number and creation time.
  package func arrivals(of schedule: Schedule) -> [String] {
    schedule.map { "\($0.isInLoad ? "load  " : "update")  \(text(of: $0))" }
  }

  /// Returns whether a row arrives after a row with the same id and a greater sequence number,
  /// which rule R1 keeps.
  package func isStaleUpdate(_ schedule: Schedule) -> Bool {
    var greatest: [TextKey: Int64] = [:]

    for arrival in schedule {
      let row = rows[arrival.row]
      let number =
        arrival.form == .earlierVersion
        ? earlierSequenceNumber(than: row) : row.position.sequenceNumber

      let id = TextKey(row.position.id.text)
      if let known = greatest[id], number < known { return true }
      greatest[id] = max(greatest[id] ?? number, number)
    }

    return false
  }

  /// Returns the rules that a stale update breaks. In other schedules, any rule about several rows
  /// may be broken.
  package func clauses(of schedule: Schedule) -> [String] {
    isStaleUpdate(schedule) ? ["R1", "R4"] : []
  }

  /// Returns an arrival without the part of the input that it is in.
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

  // MARK: - Simplification

  /// Returns schedules without a row, without one of two deliveries, without updates, or with two
  /// neighbors swapped back into the order of the case.
  package func simplifications(of schedule: Schedule) -> [Schedule] {
    let originals = schedule.filter { $0.form == .original }.map(\.row)
    let withoutRow = originals.map { row in schedule.filter { $0.row != row } }
    let withoutExtra = schedule.indices.filter { schedule[$0].form != .original }.map { extra in
      Array(schedule[..<extra] + schedule[(extra + 1)...])
    }
    let allInLoad = schedule.map { Arrival(row: $0.row, form: $0.form, isInLoad: true) }

    var simpler = originals.count > 1 ? withoutRow : []
    simpler += withoutExtra
    simpler += Self.withoutFirstDelivery(schedule)
    if allInLoad != schedule { simpler.append(allInLoad) }
    simpler += Self.straightened(schedule)

    // Rows that can't move stay in the load or in the updates. All other simplifications are
    // valid.
    return simpler.filter { schedule in
      schedule.allSatisfy { rows[$0.row].isMovable || rows[$0.row].isInLoad == $0.isInLoad }
    }
  }

  /// Returns schedules in which one of the rows that are delivered twice arrives only the second
  /// time.
  private static func withoutFirstDelivery(_ schedule: Schedule) -> [Schedule] {
    schedule.indices.filter { schedule[$0].form == .redelivery }.map { again in
      var moved = schedule
      moved[again].form = .original
      let first = schedule.firstIndex { $0.row == schedule[again].row && $0.form == .original }
      if let first { moved.remove(at: first) }
      return moved
    }
  }

  /// Returns schedules in which two neighbors are swapped back into the order of the case.
  private static func straightened(_ schedule: Schedule) -> [Schedule] {
    let descents = schedule.indices.dropLast().filter { schedule[$0].row > schedule[$0 + 1].row }
    return descents.map { index in
      var straightened = schedule
      straightened.swapAt(index, index + 1)
      // The end of the load stays in the same place.
      for place in [index, index + 1] { straightened[place].isInLoad = schedule[place].isInLoad }
      return straightened
    }
  }
}
