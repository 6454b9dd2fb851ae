import Testing

/// Tests of ids that are sentences on a terminal of 80 columns.
struct LongNameTests {
  /// Two ids of 60 and 80 characters.
  private static let clause = "a-number-with-a-leading-zero-is-rejected-wherever-it-may-be-"
  private static let rule =
    "the-value-of-a-member-whose-name-was-normalized-is-selected-by-its-own-name-only"

  /// Returns a suite whose clause, rule and row have long ids, and one of whose goldens is wrong.
  private func suite() async throws -> TemporarySuite {
    let suite = try await TemporarySuite.recorded()
    for (old, new) in [
      (#""C1""#, Self.clause), (#""R1""#, Self.rule), (#""message-text""#, Self.rule),
    ] {
      try suite.replace(old, with: "\"\(new)\"", in: Sample.matrix)
    }
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    return suite
  }

  @Test func `the ids have the lengths that the tests are about`() {
    #expect(Self.clause.count == 60)
    #expect(Self.rule.count == 80)
  }

  @Test(arguments: [["check"], ["matrix"], ["review"]])
  func `a long id is whole, and no line is wider than the terminal`(
    command: [String]
  ) async throws {
    let suite = try await suite()
    let terminal = try suite.terminal(command[0], environment: ["TERM": "dumb"])
    let run = try await terminal.end()
    run.expect(.exit(1))

    let lines = run.output.split(whereSeparator: \.isNewline)
    #expect(lines.contains { $0.contains(Self.clause) }, terminal.transcript)
    #expect(lines.contains { $0 == Self.rule }, terminal.transcript)
    // A part of an id is an id that was broken.
    for id in [Self.clause, Self.rule] {
      let start = id.prefix(20)
      let broken = lines.filter { $0.contains(start) && !$0.contains(id) }
      #expect(broken == [], terminal.transcript)
    }
    #expect(lines.filter { $0.count > 80 && !$0.contains("parity ") } == [], terminal.transcript)
  }

  @Test func `matrix prints Markdown byte for byte if it isn't read on a terminal`() async throws {
    let run = try await suite().parity("matrix")
    run.expect(.exit(1), output: ["| \(Self.rule) | ", "| \(Self.clause) | "])
  }
}
