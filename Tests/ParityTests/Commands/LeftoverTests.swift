import Foundation
import Testing

struct LeftoverTests {
  @Test(arguments: [
    "check", "check --verbose -j 2", "check --only greeting", "lint", "matrix", "matrix --check matrix.md",
    "regenerate --dry-run", "regenerate", "run session-detail/timeline", "run session-detail/timeline --jsonl",
    "run session-detail/timeline --events -", "--help", "--version", "chekc",
  ])
  func `no command leaves a file behind, whether it is green or red`(command: String) async throws {
    let suite = try await TemporarySuite.recorded()
    let arguments = command.split(separator: " ").map(String.init)
    let green = try suite.contents()
    _ = try await suite.parity(arguments)
    #expect(try suite.contents() == green, "\(command) should leave a suite that holds as it is")
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try suite.replace("\"clauses\": [\"C2\"]", with: "\"clauses\": [\"C1\"]", in: Sample.matrix)
    let red = try suite.contents()
    _ = try await suite.parity(arguments)
    #expect(try suite.contents() == red, "\(command) should leave a suite with problems as it is")
  }

  @Test func `a regeneration leaves goldens and lock and nothing else`() async throws {
    let suite = try TemporarySuite()
    let before = Set(try suite.contents().keys)
    try await suite.parity("regenerate").expect(.exit(0))
    let new = Set(try suite.contents().keys).subtracting(before)
    #expect(new == Set(Sample.cases.map { Sample.golden(of: $0) } + [TemporarySuite.goldens, TemporarySuite.lock]))
  }

  @Test func `what a killed run left is removed by the next one, and what another run uses is not`() async throws {
    let suite = try TemporarySuite(Self.history)
    let left = suite.url("temporary/parity-history-killed")
    let used = suite.url("temporary/parity-history-in-use")
    for folder in [left, used] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    try suite.write("", to: "temporary/parity-history-killed/history.sqlite")
    let descriptor = open(used.path, O_RDONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX) == 0)
    try await suite.parity("regenerate", environment: ["TMPDIR": suite.url("temporary").path]).expect(.exit(0))
    #expect(try suite.contents(of: "temporary").keys.sorted() == ["parity-history-in-use"])
  }

  /// A suite whose case has a file of its own while it runs.
  private static let history = [
    "Fixtures/chat-history/behavior-matrix.json": """
    {
      "contract": "chat-history",
      "version": "1.0.0",
      "title": "A small suite",
      "clauses": [{ "id": "C1", "text": "What is saved is kept.", "level": "must" }],
      "caseFiles": ["kept.json"],
      "rows": [
        {
          "id": "kept",
          "scenario": "an empty list is opened again",
          "expectedBehavior": "it is empty",
          "clauses": ["C1"],
          "cases": ["reopened"]
        }
      ]
    }

    """,
    "Fixtures/chat-history/kept.json": """
    {
      "cases": [
        {
          "id": "reopened",
          "requires": ["persistence"],
          "input": { "steps": [{ "reopen": true }, { "getSessions": true }] },
          "expect": { "at": { "/results/1": [] } }
        }
      ]
    }

    """,
  ]
}
