import Foundation
import MessageSnapshot
import Testing

struct NestingTests {
  private let messages = MessageSnapshot("parity nesting")

  /// Returns an event whose payload is a text, so that the payload may be as deep as its file. Its
  /// output is five levels deeper.
  private static func event(_ levels: Int) throws -> String {
    let input =
      String(repeating: "{\"a\":", count: levels) + "1" + String(repeating: "}", count: levels)
    let block = #"{"type":"tool_use","id":"t","name":"n","input":\#(input)}"#
    let payload = #"{"type":"assistant","message":{"content":[\#(block)]}}"#
    return String(decoding: try JSONEncoder().encode(["raw_json": payload]), as: UTF8.self)
  }

  @Test func `an output of 511 levels is recorded, served and judged`() async throws {
    let suite = try await suite(with: Self.event(506))
    try await suite.parity("regenerate").expect(.exit(0))
    try await suite.parity("check", "--only", "greeting").expect(.exit(0))
    try await suite.shell("\"$PARITY\" check --command \"$PARITY serve\" --only greeting").expect(
      .exit(0)
    )
  }

  @Test(arguments: [507, 508])
  func `a deeper one could not be read again, so it is refused and not recorded`(
    levels: Int
  ) async throws {
    let suite = try await suite(with: Self.event(levels))
    let before = try suite.contents()[Sample.golden(of: "greeting")]
    for (command, message) in [
      ("regenerate", "an output that is too deep to record"),
      ("check", "an output that is too deep to judge"),
    ] {
      let run = try await suite.parity(command)
      run.expect(.exit(1), output: [" 511 levels"])
      messages.expect(run.paragraph("FAILED session-detail/greeting"), message)
    }
    #expect(try suite.contents()[Sample.golden(of: "greeting")] == before)
    let run = try await suite.parity(
      "run",
      "session-detail/timeline",
      input: "{\"events\":[\(try Self.event(levels))]}"
    )
    run.expect(.exit(1), message: "an output that is too deep to print", in: messages)
  }

  private func suite(with event: String) async throws -> TemporarySuite {
    let suite = try await TemporarySuite.recorded()
    try suite.write(
      "{ \"cases\": [{ \"id\": \"greeting\", \"events\": [\(event)], \"expect\": { \"entryCount\": 1 } }] }",
      to: Sample.messages
    )
    try suite.replace(
      "\"cases\": [\"greeting\", \"answer\"]",
      with: "\"cases\": [\"greeting\"]",
      in: Sample.matrix
    )
    for file in [Sample.golden(of: "greeting"), Sample.golden(of: "answer"), TemporarySuite.lock] {
      try suite.remove(file)
    }
    return suite
  }
}
