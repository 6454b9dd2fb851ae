import Foundation
import TestPrograms
import Testing

/// Tests of the program that checks what `ChatHistory` stores in a file.
struct ChatHistorySQLiteTests {
  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite([:])
  }

  @Test func `every case of chat-history passes with the repository in a file`() async throws {
    let run = try await suite.parity(
      "check",
      "--root",
      Self.repository,
      "--contract",
      "chat-history",
      "--command",
      try Self.program
    )
    run.expect(.exit(0))
    #expect(run.summaries == ["✓ chat-history 3.1.0 chat-history-sqlite 284 passed"])
  }

  @Test func `each request starts with an empty file, and opens its own again`() async throws {
    let request = """
      {"jsonrpc":"2.0","id":1,"method":"chat-history/history","params":{"steps":[{"getSessions":true},\
      {"save":{"session":{"sessionId":"s","scenarioTitle":"t","targetLanguage":"de","timestamp":1,\
      "durationSeconds":1,"dialogLines":[]},"profile":{"id":"p","isPremium":true}}},{"reopen":true},\
      {"delete":"s"},{"getSessions":true}]}}
      """
    let greeting = #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}"#
    let run = try await suite.start(
      URL(fileURLWithPath: try Self.program),
      [],
      input: [greeting, request, request].joined(separator: "\n")
    )
    run.expect(.exit(0))
    let results = run.output.split(separator: "\n").dropFirst().map { line in
      line.replacing(/^.*"results":/, with: "")
    }
    let saved =
      #"{"success":{"dialogLines":[],"durationSeconds":1,"scenarioTitle":"t","sessionId":"s","targetLanguage":"de","timestamp":1}}"#
    #expect(results == Array(repeating: "[[],\(saved),null,null,[]]}}", count: 2), run.transcript)
  }

  private static var program: String {
    get throws { try BuiltProgram("chat-history-sqlite").url.path }
  }

  /// The root of this package.
  private static let repository = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}
