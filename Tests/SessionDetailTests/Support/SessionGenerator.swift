import CanonicalJSON
import SessionDetail
import TestRandomness

/// Generates sessions of random rows from so few ids, places and texts that most of them collide.
struct SessionGenerator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  /// Returns the rows of a session in order of arrival.
  mutating func rows() -> [SessionRow] {
    var rows: [SessionRow] = []
    let count = Int.random(in: 1...(random.once(in: 12) ? 32 : 12), using: &random)
    while rows.count < count {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: if let row = rows.randomElement(using: &random) { rows.append(row) }
      case 1: if let row = rows.randomElement(using: &random) { rows.append(rewritten(row)) }
      case 2: rows += replay(of: rows)
      default: rows.append(row(after: rows.count))
      }
    }
    return rows
  }

  /// Returns a row that is usually new, with a sequence number close to its position.
  private mutating func row(after count: Int) -> SessionRow {
    SessionRow(
      id: random.once(in: 4) ? rowID() : "r\(count)",
      sequenceNumber: Int64(random.once(in: 3) ? Int.random(in: -2...10, using: &random) : count),
      createdAt: createdAt(),
      content: content()
    )
  }

  /// Returns another write of a row, which randomly keeps some of its values.
  private mutating func rewritten(_ row: SessionRow) -> SessionRow {
    var row = row
    if random.once(in: 2) { row.sequenceNumber += Int64(Int.random(in: -2...3, using: &random)) }
    if random.once(in: 3) { row.createdAt = createdAt() }
    if !random.once(in: 4) { row.content = content() }
    return row
  }

  /// Returns some of the last rows again, each unchanged or with a new id.
  private mutating func replay(of rows: [SessionRow]) -> [SessionRow] {
    rows.suffix(3).enumerated().map { index, row in
      var row = row
      if random.once(in: 2) { row.id = "r\(rows.count + index)" }
      return row
    }
  }

  private mutating func rowID() -> String {
    random.pick("a", "b", "\u{E9}", "e\u{301}", "z", "\u{FF5E}", "\u{1F600}", "r1", "r2", "r3")
  }

  private mutating func createdAt() -> String? {
    random.pick(
      nil,
      nil,
      "2026-01-01T00:00:00Z",
      "2026-01-01T01:00:00+01:00",
      "2026-01-01T00:00:00.0000019Z",
      "2026-01-01T00:00:00.000001Z",
      "2026-01-01T00:00:01Z",
      "2026-02-30T00:00:00Z",
      ""
    )
  }
}
