import CanonicalJSON
import Conformance
import Contracts
import Testing

/// Tests of the database files, which requests use one after another.
struct HistoryFileTests {
  @Test func `a request sees no session of the requests before it`() async throws {
    let saving: [JSONValue] = [Self.savedSession, ["getSessions": true]]
    let first = try await results(of: saving)
    #expect(first.count == 2)
    #expect(first.last?.elements?.count == 1)

    #expect(try await results(of: [["getSessions": true]]) == [[]])
    #expect(try await results(of: saving) == first)
    #expect(try await results(of: [["screen": true]]).first?["screen"] == "upsell")
  }

  @Test func `a file is opened again with the sessions of its own request`() async throws {
    let steps: [JSONValue] = [Self.savedSession, ["reopen": true], ["getSessions": true]]
    for _ in 0..<3 {
      #expect(try await results(of: steps).last?.elements?.map { $0["sessionId"] } == ["s"])
    }
  }

  @Test func `a failure on demand and a failed request don't affect the next request`()
    async throws
  {
    #expect(try await results(of: [["failNext": "networkError"]]) == [.null])
    #expect(try await results(of: [["getSessions": true]]) == [[]])

    let manyLists = Array(repeating: ["getSessions": true] as JSONValue, count: 100)
    let outcome = try await outcome(of: [Self.saved(title: Self.longText)] + manyLists)
    guard case .failure(let failure) = outcome else {
      Issue.record("there should be no output")
      return
    }
    #expect(failure.isOverSizeLimit)
    #expect(try await results(of: [["getSessions": true]]) == [[]])
  }

  private static let longText = String(repeating: "x", count: 1_000_000)
  private static let savedSession = saved(title: "t")

  private static func saved(title: String) -> JSONValue {
    let session: JSONValue = [
      "sessionId": "s",
      "scenarioTitle": .string(title),
      "targetLanguage": "de",
      "timestamp": 1,
      "durationSeconds": 1,
      "dialogLines": [],
    ]
    return ["save": ["session": session, "profile": ["id": "p", "isPremium": true]]]
  }

  /// Returns the result of each step.
  private func results(of steps: [JSONValue]) async throws -> [JSONValue] {
    try #require(try await outcome(of: steps).output?.value["results"]?.elements)
  }

  private func outcome(of steps: [JSONValue]) async throws -> Outcome {
    let implementations = ContractBindings.chatHistory.implementations
    let reference = try #require(implementations.first { $0.name == "reference-sqlite" })
    return await reference.respond(
      to: Request(
        contract: "chat-history",
        operation: ContractOperation("history"),
        input: ["steps": .array(steps)]
      )
    )
  }
}
