import Testing

struct TerminalTests {
  @Test func `a terminal that moves no cursor gets no control sequence`() async throws {
    let suite = try await TemporarySuite.recorded()
    for words in [["check"], ["review"]] {
      let terminal = try suite.terminal(words[0], environment: ["TERM": "dumb"])
      let run = try await terminal.end()
      run.expect(.exit(0))
      #expect(!terminal.seen.contains("\u{1B}"), terminal.transcript)
    }
  }

  @Test func `the line of progress fits a terminal of 20 columns`() async throws {
    let suite = try await TemporarySuite.recorded(Sample.many(24, saying: "hello"))
    let terminal = try suite.terminal("check", columns: 20)
    try await terminal.end().expect(.exit(0))
    let lines = terminal.seen.split(separator: "\r\u{1B}[K").dropLast()
    #expect(
      !lines.isEmpty && lines.allSatisfy { $0.count < 20 },
      "\(lines)\n\(terminal.transcript)"
    )
  }

  @Test(arguments: ["auto", "never"])
  func `no line of a red check is wider than a terminal of 60 columns, except a command`(
    color: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    try suite.remove(Sample.golden(of: "answer"))
    let terminal = try suite.terminal("check", "--color", color, columns: 60)
    let run = try await terminal.end()
    run.expect(.exit(1), output: ["FAILED session-detail/greeting (reference)\n"])
    let lines = run.output.split { $0 == "\n" || $0 == "\r" || $0 == "\r\n" }
    let wide = lines.filter { $0.count > 60 && !$0.contains("parity ") }
    #expect(wide == [], terminal.transcript)
    #expect(lines.contains { $0.contains("2 of 4 cases failed, 1 error in ") }, terminal.transcript)
  }

  @Test func `JSON is escaped for a person and exact for a program`() async throws {
    let suite = try await TemporarySuite.recorded()
    let event = #"{"type":"user","message":{"content":"a\u001b\u009b\u202eb"}}"#
    try suite.write(event, to: "events")
    let terminal = try suite.terminal("run", "session-detail/timeline", "--events", "events")
    try await terminal.end().expect(.exit(0), output: [#""content": "a\u001b\u009b\u202eb""#])
    let run = try await suite.parity("run", "session-detail/timeline", "--events", "events")
    run.expect(.exit(0), output: ["\"content\": \"a\\u001b\u{9B}\u{202E}b\""])
  }
}
