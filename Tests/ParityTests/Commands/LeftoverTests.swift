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
}
