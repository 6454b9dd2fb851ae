import CanonicalJSON
import Conformance
import Contracts
import TestRandomness
import Testing

struct SessionArrivalsTests {
  // MARK: - Enumeration

  @Test(arguments: [(1, 2), (2, 6), (3, 24), (4, 120), (5, 720)])
  func `rows that go anywhere have every order and split, once each`(rows: Int, count: Int) throws {
    let arrivals = try arrivals(rows: (1...rows).map { plain("r\($0)", $0) })
    #expect(arrivals.count == count, "\(rows)! orders in \(rows + 1) splits")
    let inputs = try all(arrivals)
    #expect(Set(inputs).count == count)
    for input in inputs { #expect(Set(arrived(input)) == Set(arrived(inputs[0]))) }
  }

  @Test func `rows that tie keep their order`() throws {
    let tied = [plain("a", 1, "first"), plain("a", 1, "second"), plain("a", 1, "third")]
    let arrivals = try arrivals(
      rows: [tied[0], plain("b", 2)],
      updates: [tied[1], plain("c", 3), tied[2]]
    )
    #expect(arrivals.count == 20 * 6, "5! / 3! orders in 6 splits")
    let inputs = try all(arrivals)
    #expect(Set(inputs).count == 120)
    for input in inputs { #expect(arrived(input).filter { $0["id"] == "a" } == tied) }
  }

  @Test func `rows that do not decrypt keep their order and side`() throws {
    let arrivals = try arrivals(
      rows: [sealed("a"), plain("b", 2)],
      updates: [sealed("c"), plain("d", 4), sealed("e")]
    )
    #expect(
      arrivals.count == 6 * 5,
      "6! / 4! ways to place two rows among three others and the end of the load"
    )
    let inputs = try all(arrivals)
    #expect(Set(inputs).count == 30)
    for input in inputs {
      #expect(ids(input["rows"]).filter { ["a", "c", "e"].contains($0) } == ["a"])
      #expect(ids(input["updates"]).filter { ["a", "c", "e"].contains($0) } == ["c", "e"])
    }
  }

  @Test func `the schedules of 7 rows are numbered, those of 8 are not`() throws {
    let seven = (1...7).map { plain("r\($0)", $0) }
    #expect(try arrivals(rows: seven).count == 40_320)
    #expect(try arrivals(rows: seven + [plain("r8", 8)]).count == nil)
  }

  @Test(arguments: [
    JSONValue.null, ["rows": []], ["rows": [], "updates": []], ["rows": [["id": "a"]]],
  ])
  func `an input without rows has no schedules`(input: JSONValue) {
    #expect(SessionArrivals(of: input) == nil)
  }

  // MARK: - Properties of every schedule

  @Test(arguments: checkedCases)
  func `any schedule of any case is one that R4 allows`(checked: CheckedCase) async throws {
    guard let arrivals = SessionArrivals(of: checked.testCase.input) else { return }
    let allowed = await AllowedArrivals(of: checked)
    for seed in 0..<20 as Range<UInt64> {
      var generator = SplitMix64(seed: seed, name: checked.testCase.name)
      let schedule = arrivals.schedule(using: &generator)
      allowed.expect(arrivals.input(of: schedule), isWhole: true)
      let itself = checked.testCase.input
      #expect(arrivals.baseline(of: schedule) == itself.with("updates", itself["updates"] ?? []))
    }
  }

  @Test func `a row may come again, and late`() throws {
    let arrivals = try arrivals(rows: [plain("a", 5), plain("b", 6)])
    #expect(
      arrivedAtAnyTime(arrivals) == [
        plain("a", 5), plain("b", 6), earlier("a", 4), earlier("b", 5),
      ]
    )
  }

  @Test
  func `an earlier version comes before every version in the case, where there is room`() throws {
    let least: JSONValue = ["id": "b", "sequence_number": -9_007_199_254_740_991, "content": "b"]
    let arrivals = try arrivals(rows: [plain("a", 5), plain("a", 2), least])
    #expect(arrivedAtAnyTime(arrivals) == [plain("a", 5), plain("a", 2), least, earlier("a", 1)])
  }

  @Test func `the same generator gives the same schedule, on every platform`() throws {
    let arrivals = try arrivals(
      rows: (1...5).map { plain("r\($0)", $0) },
      updates: [plain("r1", 0), plain("r1", 1, "")]
    )
    var generator = SplitMix64(seed: 6)
    #expect(
      arrivals.arrivals(of: arrivals.schedule(using: &generator)) == [
        "load    r2, sequence number 2", "load    r5, sequence number 5",
        "load    r1, sequence number 1", "load    r3, sequence number 3",
        "update  r1, sequence number 1", "update  r4, sequence number 4",
        "update  r1, sequence number 0",
      ]
    )
  }

  // MARK: - Simplification

  @Test(arguments: checkedCases)
  func `every simplification is one that R4 allows, and every chain of them ends`(
    checked: CheckedCase
  ) async throws {
    guard let arrivals = SessionArrivals(of: checked.testCase.input) else { return }
    let allowed = await AllowedArrivals(of: checked)
    var generator = SplitMix64(seed: 1, name: checked.testCase.name)
    var schedule = arrivals.schedule(using: &generator)
    var simpler = arrivals.simplifications(of: schedule)
    while !simpler.isEmpty {
      for schedule in simpler { allowed.expect(arrivals.input(of: schedule), isWhole: false) }
      schedule = simpler[generator.number(below: simpler.count)]
      let outcome = await checked.respond(to: arrivals.input(of: schedule))
      #expect(await checked.respond(to: arrivals.baseline(of: schedule)) == outcome)
      simpler = arrivals.simplifications(of: schedule)
    }
    #expect(arrived(arrivals.input(of: schedule)).count == 1, "nothing is simpler than one row")
  }

  @Test(arguments: [0, 1, 2, 3] as [UInt64])
  func `the longest way to the simplest schedule ends too`(seed: UInt64) throws {
    let arrivals = try arrivals(rows: (1...8).map { plain("r\($0)", $0) })
    var generator = SplitMix64(seed: seed)
    var schedule = arrivals.schedule(using: &generator)
    var passed: Set = [schedule]
    // The last simplification removes the least.
    while let simpler = arrivals.simplifications(of: schedule).last {
      try #require(passed.insert(simpler).inserted, "no way may lead back")
      schedule = simpler
    }
    #expect(arrived(arrivals.input(of: schedule)).count == 1)
  }

  @Test func `simplifications leave out a row, leave out an extra, load all, or straighten`() throws
  {
    let arrivals = try arrivals(rows: [plain("a", 1), plain("b", 2)])
    // b, then a as an update.
    let schedule = arrivals.schedule(number: 3)
    #expect(
      arrivals.arrivals(of: schedule) == [
        "load    b, sequence number 2", "update  a, sequence number 1",
      ]
    )
    #expect(
      arrivals.simplifications(of: schedule).map(arrivals.arrivals) == [
        ["update  a, sequence number 1"],
        ["load    b, sequence number 2"],
        ["load    b, sequence number 2", "load    a, sequence number 1"],
        ["load    a, sequence number 1", "update  b, sequence number 2"],
      ]
    )
  }

  @Test func `arrivals are told with the time, and with what is late or comes again`() throws {
    let timed = plain("a", 2).with("created_at", "2026-01-01T00:00:00Z")
    let arrivals = try arrivals(rows: [timed, plain("b", 5)])
    var lines = Set<String>()
    for seed in 0..<100 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      lines.formUnion(arrivals.arrivals(of: arrivals.schedule(using: &generator)))
    }
    let expected = [
      "a, sequence number 2, 2026-01-01T00:00:00Z",
      "a, sequence number 2, 2026-01-01T00:00:00Z, again",
      "a, sequence number 1, an earlier version", "b, sequence number 5",
      "b, sequence number 5, again", "b, sequence number 4, an earlier version",
    ]
    #expect(lines == Set(expected.flatMap { ["load    \($0)", "update  \($0)"] }))
  }

  // MARK: - A wrong implementation

  @Test func `that the last arrival wins is caught and shrunk to two arrivals`() async throws {
    var caught = 0
    for checked in Self.checkedCases {
      let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)
      let wrong = LastArrivalWins(reference: checked.implementation)
      guard await wrong.respond(to: checked.testCase.request) == .output(golden) else { continue }
      let result = await OrderIndependence(schedules: 8, seed: 0).result(
        after: .passed(),
        of: .output(golden),
        to: checked.testCase,
        by: checked.suite.contract,
        on: wrong
      )
      guard case .failed(let failures) = result,
        case .dependsOnOrder(let dependence)? = failures.first
      else {
        continue
      }
      caught += 1
      #expect(dependence.arrivals.count == 2, "\(checked): \(dependence.arrivals)")
      #expect(
        dependence.arrivals.allSatisfy { $0.hasPrefix("load  ") },
        "\(checked): \(dependence.arrivals)"
      )
    }
    #expect(caught > (triesEverything ? 300 : 300 / 7))
  }

  // MARK: - Helpers

  private static let checkedCases = Repository.here.checkedCases.filter {
    $0.testCase.contract == "session-detail"
  }
  // A multiple of the number of implementations would leave out all but one.
  .sampled(every: 7)

  private func arrivals(rows: [JSONValue], updates: [JSONValue] = []) throws -> SessionArrivals {
    try #require(SessionArrivals(of: ["rows": .array(rows), "updates": .array(updates)]))
  }

  private func plain(_ id: String, _ sequence: Int, _ content: String = "text") -> JSONValue {
    [
      "id": .string(id), "sequence_number": .number(JSONNumber(sequence)),
      "content": .string(content),
    ]
  }

  private func earlier(_ id: String, _ sequence: Int) -> JSONValue {
    plain(id, sequence, "an earlier version")
  }

  /// Returns a row that can't be decrypted.
  private func sealed(_ id: String) -> JSONValue {
    [
      "id": .string(id), "sequence_number": 1, "content_encrypted": .string("sealed"),
      "content_nonce": .null,
    ]
  }

  private func ids(_ rows: JSONValue?) -> [String] {
    rows?.elements?.compactMap { $0["id"]?.string } ?? []
  }

  /// Returns the inputs of all numbered schedules.
  private func all(_ arrivals: SessionArrivals) throws -> [JSONValue] {
    (0..<(try #require(arrivals.count))).map { arrivals.input(of: arrivals.schedule(number: $0)) }
  }

  /// Returns the rows that arrive in any of 400 random schedules.
  private func arrivedAtAnyTime(_ arrivals: SessionArrivals) -> Set<JSONValue> {
    var seen = Set<JSONValue>()
    for seed in 0..<400 as Range<UInt64> {
      var generator = SplitMix64(seed: seed)
      seen.formUnion(arrived(arrivals.input(of: arrivals.schedule(using: &generator))))
    }
    return seen
  }
}

/// Returns the rows of the initial load, followed by the updates.
private func arrived(_ input: JSONValue) -> [JSONValue] {
  (input["rows"]?.elements ?? []) + (input["updates"]?.elements ?? [])
}

/// What R4 allows for the rows of a case, worked out from their JSON.
private struct AllowedArrivals {
  private let input: JSONValue
  private let rows: [JSONValue]
  /// Different rows with the same id, sequence number and time.
  private let tied: Set<JSONValue>
  /// Rows that produce an error when they are the only ones loaded.
  private let unreadable: Set<JSONValue>

  init(of checked: CheckedCase) async {
    input = checked.testCase.input
    rows = arrived(input)
    let places = Dictionary(grouping: Set(rows)) { row in
      [row["id"] ?? .null, .number(JSONNumber(sequenceNumber(row))), row["created_at"] ?? .null]
    }
    tied = Set(places.values.filter { $0.count > 1 }.flatMap(\.self))
    var unreadable = Set<JSONValue>()
    for row in rows {
      let alone: JSONValue = ["rows": [row]]
      let outcome = await checked.respond(to: alone.with("session_key", input["session_key"]))
      if outcome.output?.value["error"] != nil { unreadable.insert(row) }
    }
    self.unreadable = unreadable
  }

  /// Expects that a scheduled input is one that R4 allows.
  ///
  /// - Parameter isWhole: Whether every row of the case has to be present.
  func expect(_ scheduled: JSONValue, isWhole: Bool) {
    for row in arrived(scheduled) where !rows.contains(row) {
      let versions = rows.filter { $0["id"] == row["id"] }
      #expect(
        !versions.isEmpty && versions.allSatisfy { sequenceNumber(row) < sequenceNumber($0) },
        "a row that is none of the case is an earlier version of one"
      )
    }
    if isWhole { #expect(Set(arrived(scheduled)).isSuperset(of: rows)) }
    let kept = isWhole ? Set(rows) : Set(arrived(scheduled))
    for place in tied.union(unreadable).map({ $0["id"] }) {
      let isBound = { (row: JSONValue) in row["id"] == place && tied.union(unreadable).contains(row)
      }
      let came = arrived(scheduled).filter(isBound)
      let bound = rows.filter(isBound)
      #expect(
        isWhole ? came == bound : came.isSubsequence(of: bound),
        "what is told apart by arrival alone keeps its order, and comes as often as in the case at most"
      )
    }
    for side in ["rows", "updates"] {
      #expect(
        (scheduled[side]?.elements ?? []).filter(unreadable.contains)
          == (input[side]?.elements ?? []).filter { unreadable.contains($0) && kept.contains($0) },
        "what does not decrypt keeps its side"
      )
    }
  }
}

private func sequenceNumber(_ row: JSONValue) -> Int {
  row["sequence_number"]?.number?.integer.map { Int($0) } ?? Int(
    row["sequence_number"]?.string ?? ""
  ) ?? 0
}

/// The reference without rule R1: of the writes of a row, it keeps the last to arrive.
private struct LastArrivalWins: Implementation {
  let reference: any Implementation

  let name = "wrong"
  let capabilities: Set<String> = []

  func respond(to request: Request) async -> Outcome {
    var rows: [JSONValue] = []
    for row in arrived(request.input) {
      rows.removeAll { $0["id"] == row["id"] }
      rows.append(row)
    }
    return await reference.respond(
      to: Request(
        contract: request.contract,
        operation: request.operation,
        input: request.input.with("rows", .array(rows)).with("updates", nil)
      )
    )
  }
}

extension CheckedCase {
  fileprivate func respond(to input: JSONValue) async -> Outcome {
    await implementation.respond(
      to: Request(contract: testCase.contract, operation: testCase.operation, input: input)
    )
  }
}

extension JSONValue {
  fileprivate func with(_ key: String, _ value: JSONValue?) -> JSONValue {
    guard var object else { return self }
    object[key] = value
    return .object(object)
  }
}

extension [JSONValue] {
  fileprivate func isSubsequence(of others: [JSONValue]) -> Bool {
    var rest = others[...]
    return allSatisfy { element in
      guard let index = rest.firstIndex(of: element) else { return false }
      rest = rest[(index + 1)...]
      return true
    }
  }
}
