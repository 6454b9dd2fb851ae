import CanonicalJSON
import Conformance
import Contracts
import Testing

/// The deviations of `event-stream` are made from an implementation of their own, which has to be right but for its mistake.
struct SecondOpinionTests {
  private static let judged = Repository.here.judgedCases.filter {
    $0.testCase.contract == "event-stream" && $0.implementation.isDefault
  }

  @Test(arguments: judged)
  func `without a mistake it gives every golden`(judged: JudgedCase) throws {
    guard let opinion = EventStreamContract.secondOpinion(on: judged.testCase.operation) else { return }
    let golden = try #require(try judged.suite.goldens.golden(of: judged.testCase.id)?.value)
    #expect(opinion(judged.testCase.input) == golden)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `without a mistake it agrees with the reference on any stream`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let chunks = (0..<4).map { _ in JSONValue.string(generator.text(of: Self.parts, most: 8)) }
    try await expectAgreement(on: "parse", ["chunks": .array(chunks)])
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `without a mistake it agrees with the reference on any session`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    var steps: [JSONValue] = [["connect": "a"], ["reply": ["request": 1, "status": 200, "body": ["mode": "live"]]]]
    for _ in 0..<40 { steps.append(generator.step()) }
    try await expectAgreement(on: "session", ["steps": .array(steps)])
  }

  private static let parts = [
    "data", "data: ", "event: a", "id: ", "id: \u{0}", "retry: ", "7", ":", " ", "é", "\u{FEFF}", "\n", "\r", "\r\n",
    "\n\n", "x",
  ]

  private func expectAgreement(on operation: String, _ input: JSONValue) async throws {
    let contract = EventStreamContract()
    let opinion = try #require(EventStreamContract.secondOpinion(on: operation))
    for implementation in contract.implementations {
      let request = Request(contract: contract.id, operation: operation, input: input)
      #expect(await implementation.respond(to: request) == .output(opinion(input)), "\(implementation.name): \(input)")
    }
  }
}

extension SplitMix64 {
  fileprivate mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }

  fileprivate mutating func text(of parts: [String], most: Int) -> String {
    (0..<number(below: most + 1)).map { _ in pick(parts) }.joined()
  }

  /// Requests get numbers that are likely to be those that run.
  fileprivate mutating func step() -> JSONValue {
    let request = JSONValue.number(JSONNumber(1 + number(below: 12)))
    let status = pick([200, 200, 200, 204, 401, 500] as [JSONValue])
    switch number(below: 12) {
    case 0: return ["connect": pick(["a", "b"])]
    case 1, 2, 3:
      let body: JSONValue = number(below: 8) == 0 ? [] : ["mode": pick(["live", "live", "complete", .null])]
      return ["reply": ["request": request, "status": pick([200, 500]), "body": body]]
    case 4, 5: return ["open": ["request": request, "status": status]]
    case 6: return ["receive": ["request": request, "text": .string(text(of: Self.events, most: 4))]]
    case 7:
      let chunks = (0..<number(below: 3)).map { _ in JSONValue.string(text(of: Self.events, most: 2)) }
      return ["receive": ["request": request, "chunks": .array(chunks)]]
    case 8: return ["close": ["request": request]]
    case 9: return number(below: 2) == 0 ? ["pause": true] : ["resume": true]
    default: return ["advance": pick([0, 100, 1_000, 29_999, 40_000])]
    }
  }

  private static let events = [
    "event: workflow\ndata: {\"topic\":\"a\",\"ts\":\"1\",\"payload\":null}\n\n", "event: workflow\ndata: x\n\n",
    "data: x\n\n", "id: 3\n\n", "retry: 40000\n", "retry: 50\n", "retry: 70000\n", ": x\n", "id: 4\ndata: half",
  ]
}
