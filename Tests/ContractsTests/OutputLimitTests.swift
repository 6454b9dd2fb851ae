import CanonicalJSON
import Conformance
import Contracts
import Testing

/// Tests of inputs whose outputs grow faster than the inputs do.
struct OutputLimitTests {
  @Test func `a stream that repeats a long id in every event has no output`() async throws {
    let stream = "id: \(Self.longText)\n" + String(repeating: "data: x\n\n", count: 3_000)
    try await expectOverLimit(.eventStream, "parse", ["chunks": [.string(stream)]])
  }

  @Test func `a session that repeats its events in every state has no output`() async throws {
    let event = "event: workflow\ndata: {\"topic\": \"a\", \"ts\": \"b\", \"payload\": {}}\n\n"
    let received: JSONValue = ["receive": ["request": 2, "text": .string(event)]]
    let start: [JSONValue] = [
      ["connect": "session"], ["reply": ["request": 1, "status": 200, "body": ["mode": "live"]]],
      ["open": ["request": 2, "status": 200]],
    ]
    let steps = start + Array(repeating: received, count: 4_000)
    try await expectOverLimit(.eventStream, "session", ["steps": .array(steps)])
  }

  @Test func `an assembly that repeats a long text has no output`() async throws {
    let chunk: JSONValue = [
      "messageID": ["value": "m"],
      "chunkIndex": 0,
      "content": .string(Self.longText),
      "isFinal": false,
    ]
    let content: JSONValue = ["currentContent": "m"]
    let steps = [["add": chunk]] + Array(repeating: content, count: 100)
    try await expectOverLimit(.clawdbotProtocol, "assemble", ["steps": .array(steps)])
  }

  @Test func `a history that repeats a long list has no output`() async throws {
    let session: JSONValue = [
      "sessionId": "s",
      "scenarioTitle": .string(Self.longText),
      "targetLanguage": "de",
      "timestamp": 1,
      "durationSeconds": 1,
      "dialogLines": [],
    ]
    let saved: JSONValue = [
      "save": ["session": session, "profile": ["id": "p", "isPremium": true]]
    ]
    let steps = [saved] + Array(repeating: ["getSessions": true] as JSONValue, count: 100)
    try await expectOverLimit(.chatHistory, "history", ["steps": .array(steps)])
  }

  @Test func `an output that is just within the limit is one`() async throws {
    let text = String(repeating: "x", count: 1 << 20)
    let stream = "id: \(text.dropLast(10))\n" + String(repeating: "data: x\n\n", count: 14)
    let outcome = try await outcome(.eventStream, "parse", ["chunks": [.string(stream)]])
    #expect(outcome.output != nil)
  }

  private static let longText = String(repeating: "x", count: 1_000_000)

  private func outcome(
    _ support: ContractBindings,
    _ operation: String,
    _ input: JSONValue
  ) async throws -> Outcome {
    let reference = try #require(support.implementations.first)
    let request = Request(
      contract: support.name,
      operation: ContractOperation(operation),
      input: input
    )
    return await reference.respond(to: request)
  }

  private func expectOverLimit(
    _ support: ContractBindings,
    _ operation: String,
    _ input: JSONValue,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let outcome = try await outcome(support, operation, input)
    guard case .failure(let failure) = outcome else {
      Issue.record("there should be no output", sourceLocation: sourceLocation)
      return
    }
    #expect(failure.isOverSizeLimit, "\(failure.message)", sourceLocation: sourceLocation)
    #expect(failure.message.contains("16777216 bytes"), sourceLocation: sourceLocation)
  }
}
