internal import CanonicalJSON
internal import Conformance
internal import SessionTimeline

// R1, R2, R3, R4
extension Deviation {
  static var ofRows: [Deviation] {
    [
      keeping("R1", "last arrival wins") { _, _ in true },
      keeping("R1", "first arrival wins") { _, _ in false },
      keeping("R1", "ties go to the earlier arrival") { known, new in known.position < new.position },
      keeping("R1", "the creation time decides before the sequence number") { known, new in
        (new.time, new.position.sequenceNumber) >= (known.time, known.position.sequenceNumber)
      },
      keeping("R1", "the creation time is left out") { known, new in
        new.position.sequenceNumber >= known.position.sequenceNumber
      },
      keeping("R1", "creation times are compared as text") { known, new in
        (new.position.sequenceNumber, new.createdAt ?? "") >= (known.position.sequenceNumber, known.createdAt ?? "")
      },
      asking("R1", "an update always replaces") { input in
        let updated = Set((input["updates"]?.elements ?? []).compactMap { $0["id"]?.string.map { TextKey($0) } })
        return input.mappingElements("rows") { updated.contains(TextKey($0["id"]?.string ?? "")) ? nil : $0 }
      },
      asking("R1", "ids that are canonically equivalent are one") { input in
        // String's own equality is canonical equivalence.
        var first: [String: String] = [:]
        return input.mappingRows { row in
          guard let id = row["id"]?.string else { return row }
          first[id] = first[id] ?? id
          return row.setting("id", .string(first[id] ?? id))
        }
      },
      ordering("R2", "ids go by UTF-16 code units") { $0.id.utf16.lexicographicallyPrecedes($1.id.utf16) },
      ordering("R2", "ids go by letters, whatever their case") {
        ($0.id.lowercased(), $0.id) < ($1.id.lowercased(), $1.id)
      },
      ordering("R2", "ties go by arrival") { $0.arrival < $1.arrival },
      ordering("R2", "a missing creation time comes last", instants: true) {
        ($0.position.instant ?? .max) < ($1.position.instant ?? .max)
      },
      ordering("R2", "creation times are cut to the millisecond", instants: true) {
        ($0.milliseconds, TextKey($0.id)) < ($1.milliseconds, TextKey($1.id))
      },
      ordering("R2", "creation times are compared as text", instants: true) {
        ($0.createdAt ?? "") < ($1.createdAt ?? "")
      },
      ordering("R2", "the creation time decides before the sequence number", instants: true, sequence: false) {
        ($0.time, $0.position.sequenceNumber) < ($1.time, $1.position.sequenceNumber)
      },
      ordering("R2", "sequence numbers are compared as text", sequence: false) {
        "\($0.position.sequenceNumber)" < "\($1.position.sequenceNumber)"
      },
      answering("R2", "a creation time that does not parse is repeated") { output, input in
        let times = Dictionary(input.arrivals.map { (TextKey($0["id"]?.string ?? ""), $0["created_at"]) }) { $1 }
        return output.mappingElements("entries") { entry in
          entry.setting("createdAt", times[TextKey(entry["id"]?.string ?? "")] ?? nil)
        }
      },
      reading(row: "R2", "second 60 is a time") { row in
        guard let time = row["created_at"]?.string, time.hasSuffix(":60Z") else { return row }
        return row.setting("created_at", .string(time.dropLast(4) + ":59Z"))
      },
      reading(row: "R2", "t and z may be lower-case") { row in
        row.setting("created_at", row["created_at"]?.string.map { .string($0.uppercased()) })
      },
      answering("R3", "hidden rows are not counted") { output, _ in
        output.settingRowCount { _ in output["entries"]?.elements?.count ?? 0 }
      },
      answering("R3", "every arrival is counted") { output, input in
        output.settingRowCount { _ in input.arrivals.count }
      },
      ordering("R4", "updates are appended", sequence: false) { first, second in
        first.isUpdate != second.isUpdate ? second.isUpdate : first.position < second.position
      },
      Deviation("R4", "updates do not reach what is loaded") { input, reference in
        let loaded = reference(input.mappingElements("updates") { _ in nil })
        let updated = reference(input.replacingRows((input["updates"]?.elements ?? []).compactMap(\.object)))
        guard case .object(let output) = loaded else { return loaded }
        let entries = (loaded["entries"]?.elements ?? []) + (updated["entries"]?.elements ?? [])
        return .object(output.setting("entries", .array(entries)))
      },
    ]
  }

  /// Another rule for which of two writes of a row stays.
  private static func keeping(
    _ rule: String, _ mistake: String, replaces: @escaping @Sendable (_ known: Arrival, _ new: Arrival) -> Bool
  ) -> Deviation {
    asking(rule, mistake) { input in
      guard input.isPlain else { return input }
      var order: [TextKey] = []
      var kept: [TextKey: Arrival] = [:]
      for arrival in Arrival.all(in: input) {
        let key = arrival.position.id
        if let known = kept[key] {
          if replaces(known, arrival) { kept[key] = arrival }
        } else {
          order.append(key)
          kept[key] = arrival
        }
      }
      return input.replacingRows(order.compactMap { kept[$0]?.row })
    }
  }

  /// Another order of the rows that stand, which numbers stand for while the reference is asked.
  private static func ordering(
    _ rule: String, _ mistake: String, instants: Bool = false, sequence: Bool = true,
    by precedes: @escaping @Sendable (Arrival, Arrival) -> Bool
  ) -> Deviation {
    Deviation(rule, mistake) { input, reference in
      guard input.isPlain else { return reference(input) }
      let arrivals = Arrival.all(in: input)
      let standing = Arrival.standing(in: arrivals)
      let sorted = standing.sorted { first, second in
        let positions = (first.position, second.position)
        if sequence, positions.0.sequenceNumber != positions.1.sequenceNumber {
          return positions.0.sequenceNumber < positions.1.sequenceNumber
        }
        if sequence, !instants, positions.0.instant != positions.1.instant { return positions.0 < positions.1 }
        if precedes(first, second) { return true }
        return precedes(second, first) ? false : positions.0 < positions.1
      }
      let numbered = sorted.enumerated().map { $1.row.setting("sequence_number", .number(JSONNumber($0 + 1))) }
      let numbers = Dictionary(standing.map { ($0.position.id, $0.position.sequenceNumber) }) { $1 }
      return reference(input.replacingRows(numbered)).mappingElements("entries") { entry in
        let number = numbers[TextKey(entry["id"]?.string ?? "")] ?? 0
        return entry.setting("sequenceNumber", .number(JSONNumber(Int(number))))
      }
    }
  }
}

/// A row and what it is ordered by.
struct Arrival: Sendable {
  let arrival: Int
  let row: JSONObject
  /// What the reference orders, without its content.
  let plain: SessionRow
  let position: RowPosition
  let isUpdate: Bool

  var id: String { position.id.text }
  var createdAt: String? { row["created_at"]?.string }
  /// In microseconds, a missing one before all others.
  var time: Int64 { position.instant ?? .min }
  var milliseconds: Int64 { position.instant.map { $0 / 1_000 } ?? .min }

  static func all(in input: JSONValue) -> [Arrival] {
    let loadCount = input["rows"]?.elements?.count ?? 0
    return input.arrivals.enumerated().compactMap { index, row in
      guard let id = row["id"]?.string, let number = row["sequence_number"].flatMap(SessionRows.sequenceNumber) else {
        return nil
      }
      let plain = SessionRow(id: id, sequenceNumber: number, createdAt: row["created_at"]?.string, content: "")
      return Arrival(
        arrival: index, row: row, plain: plain, position: RowPosition(of: plain), isUpdate: index >= loadCount)
    }
  }

  /// Those that R1 keeps, in the order of R2.
  static func standing(in arrivals: [Arrival]) -> [Arrival] {
    RowOrder(of: arrivals.map(\.plain)).standing.map { arrivals[$0.arrival] }
  }
}

extension JSONValue {
  fileprivate func settingRowCount(_ count: (JSONObject) -> Int) -> JSONValue {
    guard case .object(let output) = self, output["rowCount"] != nil else { return self }
    return .object(output.setting("rowCount", .number(JSONNumber(count(output)))))
  }
}
