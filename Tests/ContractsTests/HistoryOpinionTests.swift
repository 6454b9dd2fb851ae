import CanonicalJSON
import Conformance
import Contracts
import Testing

/// The deviations of `chat-history` are made from an implementation of their own, which has to be right but for its mistake.
struct HistoryOpinionTests {
  private static let judged = Repository.here.judgedCases.filter {
    $0.testCase.contract == "chat-history" && $0.implementation.name == "reference-sqlite"
  }

  @Test(arguments: judged)
  func `without a mistake it gives every golden`(judged: JudgedCase) throws {
    let golden = try #require(try judged.suite.goldens.golden(of: judged.testCase.id)?.value)
    #expect(ChatHistoryContract.secondOpinion(on: judged.testCase.input) == golden)
  }

  @Test func `memory says that it can't be opened again`() async throws {
    let contract = ChatHistoryContract()
    let request = Request(contract: contract.id, operation: "history", input: ["steps": [["reopen": true]]])
    let failure = ImplementationFailure("memory can't be opened again; the case requires persistence")
    let reference = try #require(contract.implementations.first)
    #expect(await reference.respond(to: request) == .failure(failure))
  }

  @Test(arguments: 0..<120 as Range<UInt64>)
  func `without a mistake it agrees with both repositories on any script`(seed: UInt64) async throws {
    var generator = SplitMix64(seed: seed)
    let persists = seed % 2 == 0
    let steps = (0..<40).map { _ in generator.historyStep(persists: persists) }
    let input: JSONValue = ["now": 1_000, "steps": .array(steps)]
    let contract = ChatHistoryContract()
    let request = Request(contract: contract.id, operation: "history", input: input)
    for implementation in contract.implementations
    where !persists || implementation.capabilities.contains("persistence") {
      let outcome = await implementation.respond(to: request)
      #expect(outcome == .output(ChatHistoryContract.secondOpinion(on: input)), "\(implementation.name): \(input)")
    }
  }
}

extension SplitMix64 {
  private mutating func pick<Element>(_ choices: [Element]) -> Element { choices[number(below: choices.count)] }

  /// Few ids and times, so that they meet.
  fileprivate mutating func historyStep(persists: Bool) -> JSONValue {
    let id: JSONValue = pick(["a", "b", "", "é", "e\u{301}", "session_1000", "a\u{0}"])
    switch number(below: persists ? 15 : 14) {
    case 0: return ["updateProfile": ["isPremium": true]]
    case 1: return ["updateProfile": pick([.null, ["isPremium": false], ["currentTargetLanguage": "fr"]])]
    case 2: return ["startSession": ["stats": pick([[:], ["sessionId": id], ["startedAt": -1]])]]
    case 3: return ["startSession": ["scenario": ["name": id], "dialogHistory": .array(lines())]]
    case 4, 5: return ["endSession": true]
    case 6, 7, 8:
      let session: JSONValue = [
        "sessionId": id, "scenarioTitle": pick(["x", "y"]), "timestamp": pick([0, 1_000, -5]), "targetLanguage": "es",
        "durationSeconds": 61, "dialogLines": .array(lines()),
      ]
      return ["save": ["session": session, "profile": pick([["isPremium": true], ["isPremium": true], [:], .null])]]
    case 9: return ["getSessions": true]
    case 10: return ["delete": id]
    case 11: return number(below: 3) == 0 ? ["clear": true] : ["row": id]
    case 12: return ["failNext": "networkError"]
    case 13: return ["advance": pick([0, 1, -1])]
    default: return ["reopen": true]
    }
  }

  private mutating func lines() -> [JSONValue] {
    (0..<number(below: 3)).map { _ in
      [
        "id": pick(["1", "2"]), "roleName": "r", "textNative": pick(["é", "e\u{301}", "\u{0}"]), "textTranslated": "t",
      ]
    }
  }
}
