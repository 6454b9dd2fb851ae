import CanonicalJSON
import Conformance
import Contracts
import Testing

struct ChunkArrivalsTests {
  // MARK: - Enumeration

  @Test(arguments: [(2, 2), (3, 6), (4, 24), (5, 120)])
  func `chunks of different indexes have every order, once each`(chunks: Int, count: Int) throws {
    let arrivals = try arrivals((0..<chunks).map { add("m", $0) })
    #expect(arrivals.count == count)
    let inputs = try all(arrivals)
    #expect(Set(inputs).count == count)
    for input in inputs { #expect(Set(steps(input)) == Set(steps(inputs[0]))) }
  }

  @Test func `chunks of one id and index keep their order`() throws {
    let tied = [add("m", 1, "first"), add("m", 1, "second"), add("m", 1.0, "third")]
    let arrivals = try arrivals([tied[0], add("m", 0), tied[1], add("n", 1), tied[2]])
    #expect(arrivals.count == 20, "5! / 3! orders")
    for input in try all(arrivals) { #expect(steps(input).filter(tied.contains) == tied) }
  }

  @Test func `nothing changes places with a step that is no chunk`() throws {
    let ask: JSONValue = ["currentContent": "m"]
    let arrivals = try arrivals([
      add("m", 0), add("m", 1), ask, add("m", 2), add("m", 3), ["reset": true], add("m", 4),
    ])
    #expect(arrivals.count == 4)
    for input in try all(arrivals) {
      let steps = steps(input)
      #expect(steps[2] == ask && steps[5] == ["reset": true] && steps[6] == add("m", 4))
      #expect(Set(steps[0...1]) == [add("m", 0), add("m", 1)])
    }
  }

  @Test func `the schedules of 7 chunks are numbered, those of 8 are not`() throws {
    #expect(try arrivals((0..<7).map { add("m", $0) }).count == 5_040)
    #expect(try arrivals((0..<8).map { add("m", $0) }).count == nil)
  }

  @Test(arguments: [
    JSONValue.null, ["steps": []], ["type": "MessageID", "json": "{}"],
    ["steps": [["reset": true], ["complete": "m"]]],
    ["steps": [["add": "no chunk"]]],
  ])
  func `an input without chunks has no schedules`(input: JSONValue) {
    #expect(ChunkArrivals(of: input) == nil)
  }

  @Test func `chunks that can come in one order only have no schedules`() {
    #expect(ChunkArrivals(of: ["steps": [add("m", 0), ["isComplete": "m"], add("m", 1)]]) == nil)
    #expect(ChunkArrivals(of: ["steps": [add("m", 0, "a"), add("m", 0, "b")]]) == nil)
  }

  // MARK: - Properties of every schedule

  @Test(arguments: checkedCases)
  func `any schedule has the steps of its case, and every simplification is simpler`(
    checked: CheckedCase
  ) async throws {
    guard let arrivals = ChunkArrivals(of: checked.testCase.input) else { return }
    for seed in 0..<2 as Range<UInt64> {
      var generator = SplitMix64(seed: seed, name: checked.testCase.name)
      var schedule = arrivals.schedule(using: &generator)
      let scheduled = arrivals.input(of: schedule)
      #expect(
        scheduled == checked.testCase.input
          || Set(steps(scheduled)) == Set(steps(checked.testCase.input))
      )
      #expect(arrivals.baseline(of: schedule) == checked.testCase.input)
      var simpler = arrivals.simplifications(of: schedule)
      while !simpler.isEmpty {
        schedule = simpler[generator.number(below: simpler.count)]
        let outcome = await checked.respond(to: arrivals.input(of: schedule))
        #expect(await checked.respond(to: arrivals.baseline(of: schedule)) == outcome)
        simpler = arrivals.simplifications(of: schedule)
      }
      #expect(steps(arrivals.input(of: schedule)).count == 1, "nothing is simpler than one step")
    }
  }

  @Test func `simplifications leave out a message, leave out a step, or straighten`() throws {
    let arrivals = try arrivals([add("a", 0), add("b", 0), ["complete": "a"]])
    let schedule = arrivals.schedule(number: 1)
    let lines = [#"add  b, chunk 0, "b0""#, #"add  a, chunk 0, "a0""#, #"{"complete":"a"}"#]
    #expect(arrivals.arrivals(of: schedule) == lines)
    #expect(
      arrivals.simplifications(of: schedule).map(arrivals.arrivals) == [
        [lines[0]], [lines[1], lines[2]], [lines[1], lines[2]], [lines[0], lines[2]],
        [lines[0], lines[1]],
        [lines[1], lines[0], lines[2]],
      ]
    )
  }

  @Test func `a final chunk is told as one`() throws {
    let final: JSONValue = [
      "add": ["messageID": ["value": "m"], "chunkIndex": -1, "content": "!\n", "isFinal": true]
    ]
    let arrivals = try arrivals([final, add("m", 0)])
    #expect(
      arrivals.arrivals(of: arrivals.schedule(number: 0)).first
        == #"add  m, chunk -1, final, "!\n""#
    )
  }

  // MARK: - A wrong implementation

  @Test
  func `that chunks stand in order of arrival is caught and shrunk to a few steps`() async throws {
    var caught = 0
    for checked in Self.checkedCases {
      let wrong = RewritingImplementation(
        base: checked.implementation,
        change: Self.numberedInOrderOfArrival
      )
      let golden = try #require(try checked.suite.goldens.golden(of: checked.testCase.id)?.value)
      guard await wrong.respond(to: checked.testCase.request) == .output(golden) else { continue }
      let result = await OrderIndependence(schedules: 24, seed: 0).result(
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
      // Two chunks, and a final one if the case requires a complete message.
      #expect(
        dependence.arrivals.count { $0.hasPrefix("add") } <= 3,
        "\(checked): \(dependence.arrivals)"
      )
    }
    #expect(caught > 5)
  }

  // MARK: - Helpers

  private static let checkedCases = Repository.here.checkedCases.filter {
    $0.testCase.operation.name == "assemble"
  }

  private func arrivals(_ steps: [JSONValue]) throws -> ChunkArrivals {
    try #require(ChunkArrivals(of: ["steps": .array(steps)]))
  }

  private func add(_ id: String, _ index: JSONValue, _ content: String? = nil) -> JSONValue {
    [
      "add": [
        "messageID": ["value": .string(id)],
        "chunkIndex": index,
        "content": .string(content ?? "\(id)\(index)"),
        "isFinal": false,
      ]
    ]
  }

  private func add(_ id: String, _ index: Int) -> JSONValue { add(id, .number(JSONNumber(index))) }

  /// Returns the input with the chunks of each message renumbered in order of arrival. Chunks
  /// without a valid number are unchanged.
  @Sendable private static func numberedInOrderOfArrival(_ input: JSONValue) -> JSONValue {
    var counts: [JSONValue: Int] = [:]
    let steps = (input["steps"]?.elements ?? []).map { step -> JSONValue in
      guard var chunk = step["add"]?.object, let id = chunk["messageID"],
        let index = chunk["chunkIndex"],
        case .number(let number) = index, number.integer.map({ $0 >= 0 }) ?? false
      else { return step }
      chunk["chunkIndex"] = .number(JSONNumber(counts[id, default: 0]))
      counts[id, default: 0] += 1
      return ["add": .object(chunk)]
    }
    return ["steps": .array(steps)]
  }

  private func steps(_ input: JSONValue) -> [JSONValue] { input["steps"]?.elements ?? [] }

  private func all(_ arrivals: ChunkArrivals) throws -> [JSONValue] {
    (0..<(try #require(arrivals.count))).map { arrivals.input(of: arrivals.schedule(number: $0)) }
  }
}

extension CheckedCase {
  fileprivate func respond(to input: JSONValue) async -> Outcome {
    await implementation.respond(
      to: Request(contract: testCase.contract, operation: testCase.operation, input: input)
    )
  }
}
