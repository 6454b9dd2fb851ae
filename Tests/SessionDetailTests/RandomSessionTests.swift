import CanonicalJSON
import SessionDetail
import Testing

struct RandomSessionTests {
  @Test
  func `random sessions have all properties`() {
    checkSessions()
  }

  @Test
  func `a seed gives the same session again, and another seed another`() {
    var seven = SessionGenerator(seed: 7)
    var sevenAgain = SessionGenerator(seed: 7)
    var eight = SessionGenerator(seed: 8)
    let rows = seven.rows()
    #expect(rows == sevenAgain.rows())
    #expect(rows != eight.rows())
  }

  @Test
  func `a failure shrinks to what it takes`() {
    #expect(Array(0..<100).shrunk { $0.contains(3) && $0.contains(70) } == [3, 70])
    #expect([1].shrunk { _ in true } == [])
    #expect([1, 2].shrunk { $0.count == 2 } == [1, 2])
  }
}

/// Runs for minutes, and therefore only if the command line names it. docs/reference/checks.md shows how.
@Suite(.enabled(if: CommandLine.arguments.contains { $0.contains("ManyRandomSessionTests") }))
struct ManyRandomSessionTests {
  @Test
  func `a hundred thousand random sessions have all properties`() {
    checkSessions(100_000)
  }
}

/// Checks the sessions of the seeds from 0. Reports the first session that violates a property,
/// shrunk to the fewest rows.
private func checkSessions(_ count: UInt64 = 300) {
  for seed in 0..<count {
    var generator = SessionGenerator(seed: seed)
    let rows = generator.rows()
    guard let property = SessionProperty.broken(by: rows) else { continue }
    let smallest = rows.shrunk { !property.holds(for: $0) }
    let input: JSONValue = ["rows": .array(smallest.map(\.json))]
    Issue.record("seed \(seed) breaks “\(property.name)”: \(input.canonicalText())")
    return
  }
}

extension SessionRow {
  /// The row in the form of the contract's inputs.
  fileprivate var json: JSONValue {
    var row: JSONObject = [
      "id": .string(id),
      "sequence_number": .number(JSONNumber(Int(sequenceNumber))),
      "content": .string(content),
    ]
    row["created_at"] = createdAt.map(JSONValue.string)
    return .object(row)
  }
}
