import Foundation
import MessageSnapshot
import Testing

struct ReviewTerminalTests {
  private let messages = MessageSnapshot("parity review on a terminal")

  @Test
  func `keys accept one change and leave another, and the end writes what was accepted`()
    async throws
  {
    let suite = try await twoChanges()
    let before = try suite.contents(of: TemporarySuite.goldens)
    let terminal = try suite.terminal("review")
    try await terminal.expect("changed session-detail/answer\n")
    try await terminal.expect("+ \"good night\"")
    try await terminal.expect("1 of 2: a accept, r reject, s skip, / filter, q quit, ? help ")
    #expect(!terminal.isRestored, "keys should come at once")
    try await terminal.type("a")
    try await terminal.expect("changed session-detail/success_hidden\n")
    try await terminal.expect("2 of 2, 1 left: ")
    #expect(
      try suite.contents(of: TemporarySuite.goldens) == before,
      "nothing is written before the end"
    )
    try await terminal.type("r")
    try await terminal.expect("accepted session-detail/answer\n")
    try await terminal.expect("1 golden written; 1 change pending\n")
    try await terminal.end().expect(.exit(1))
    #expect(terminal.isRestored)
    let after = try suite.contents(of: TemporarySuite.goldens)
    #expect(
      after.filter { before[$0.key] != $0.value }.keys.sorted() == ["answer.json"],
      terminal.transcript
    )
  }

  @Test(arguments: ["\r", "\n", "\u{1B}", "\u{1B}[A", "\u{1B}OP", "\u{1B}a", "y", "\t", "é", " "])
  func `no other key decides anything`(key: String) async throws {
    let suite = try await twoChanges()
    let before = try suite.contents()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type(key)
    messages.expect(try await terminal.expect("1 of 2: "), "a key that decides nothing")
    try await terminal.type("q")
    let run = try await terminal.end()
    run.expect(.exit(1), output: ["2 changes pending\n"])
    messages.expect(lines(of: run).last ?? "", "a review in which nothing is accepted")
    #expect(try suite.contents() == before, terminal.transcript)
  }

  @Test func `keys that are pasted together decide one change at most`() async throws {
    let suite = try await twoChanges()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("aaaa")
    try await terminal.expect("2 of 2, 1 left: ")
    try await terminal.type("q")
    try await terminal.end().expect(.exit(1), output: ["1 golden written; 1 change pending\n"])
  }

  @Test func `ctrl-C writes nothing of what was accepted`() async throws {
    let suite = try await twoChanges()
    let before = try suite.contents()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("a")
    try await terminal.expect("2 of 2, 1 left: ")
    try await terminal.type("\u{3}")
    let run = try await terminal.end()
    run.expect(.exit(130))
    messages.expect(lines(of: run).last ?? "", "an interrupted review")
    #expect(terminal.isRestored)
    #expect(try suite.contents() == before, terminal.transcript)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGSEGV])
  func `a signal leaves the terminal as it was and writes nothing`(signal: Int32) async throws {
    let suite = try await twoChanges()
    let before = try suite.contents()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("a")
    try await terminal.expect("2 of 2, 1 left: ")
    terminal.send(signal)
    let run = try await terminal.end()
    #expect([.exit(128 + signal), .signal(signal)].contains(run.end), terminal.transcript)
    #expect(terminal.isRestored, terminal.transcript)
    #expect(try suite.contents() == before, terminal.transcript)
  }

  @Test func `accepting the rest asks for a word`() async throws {
    let suite = try await twoChanges()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("A")
    try await terminal.expect("type 'accept' and press Enter to accept the remaining 2 goldens: ")
    try await terminal.type("yes\r")
    messages.expect(try await terminal.expect("1 of 2: "), "another word than the one to type")
    try await terminal.type("A")
    try await terminal.expect("to accept the remaining 2 goldens: ")
    try await terminal.type("accept\u{1B}")
    messages.expect(try await terminal.expect("1 of 2: "), "the word and Esc")
    try await terminal.type("A")
    try await terminal.expect("to accept the remaining 2 goldens: ")
    try await terminal.type("acceptt\u{7F}\r")
    try await terminal.end().expect(.exit(0), output: ["2 goldens written; nothing is pending\n"])
    #expect(terminal.isRestored)
  }

  @Test func `a filter takes first what matches it`() async throws {
    let suite = try await twoChanges()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("/")
    try await terminal.expect("filter by case or row, with * and ?: ")
    try await terminal.type("nothing*\r")
    messages.expect(try await terminal.expect("1 of 2: "), "a filter that matches nothing")
    try await terminal.type("/")
    try await terminal.type("result-*\r")
    try await terminal.expect("changed session-detail/success_hidden\n")
    try await terminal.expect("2 of 2 that match 'result-*': ")
    try await terminal.type("a")
    let note = try await terminal.expect("changed session-detail/answer\n")
    messages.expect(note, "a filter that matches nothing else")
    try await terminal.type("q")
    try await terminal.end().expect(.exit(1), output: ["1 golden written; 1 change pending\n"])
  }

  @Test func `what breaks an expectation can't be accepted`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace("\"entryCount\": 0", with: "\"entryCount\": 3", in: Sample.results)
    let before = try suite.contents()
    let terminal = try suite.terminal("review")
    try await terminal.expect("refused session-detail/success_hidden\n")
    try await terminal.expect("1 of 1: r ")
    try await terminal.type("a")
    messages.expect(try await terminal.expect("1 of 1: "), "a change that can't be accepted")
    try await terminal.type("A")
    messages.expect(try await terminal.expect("1 of 1: "), "nothing that can be accepted")
    try await terminal.type("r")
    try await terminal.end().expect(.exit(1))
    #expect(try suite.contents() == before, terminal.transcript)
  }

  @Test func `what changes while somebody reviews is not written`() async throws {
    let suite = try await twoChanges()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("a")
    try await terminal.expect("2 of 2, 1 left: ")
    try suite.replace("good night", with: "good evening", in: Sample.messages)
    let before = try suite.contents()
    try await terminal.type("a")
    let run = try await terminal.end()
    run.expect(.exit(1))
    let error = lines(of: run).first { $0.hasPrefix("error: ") } ?? ""
    messages.expect(error.replacing(#/[0-9a-f]{12}/#, with: "TOKEN"), "a change during a review")
    #expect(try suite.contents() == before, terminal.transcript)
  }

  @Test func `nothing pending ends at once`() async throws {
    let suite = try await TemporarySuite.recorded()
    let terminal = try suite.terminal("review")
    try await terminal.end().expect(.exit(0), output: ["nothing is pending\n"])
  }

  @Test func `with CI set nobody is asked in vain`() async throws {
    let suite = try await twoChanges()
    let terminal = try suite.terminal("review", environment: ["CI": "1"])
    let run = try await terminal.end()
    run.expect(.exit(73))
    messages.expect(lines(of: run).first { $0.hasPrefix("error: ") } ?? "", "CI")
  }

  @Test func `each line fits 80 columns`() async throws {
    let suite = try await twoChanges()
    let terminal = try suite.terminal("review")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("?")
    messages.expect(try await terminal.expect("1 of 2: "), "the end of the help")
    try await terminal.type("v")
    try await terminal.expect("1 of 2: ")
    try await terminal.type("q")
    let run = try await terminal.end()
    for line in run.output.split(whereSeparator: \.isNewline) {
      #expect(line.count <= 80, "this line has \(line.count) columns: \(line)")
    }
  }

  /// Returns the lines that a terminal shows, each without what it replaces.
  private func lines(of run: ProgramRun) -> [String] {
    run.output.split(whereSeparator: \.isNewline).map(String.init)
  }
}

/// Returns the sample with changed outputs of `answer` and `success_hidden`.
private func twoChanges() async throws -> TemporarySuite {
  let suite = try await changedSuite()
  try suite.replace(
    "\"result\": \"done\" }]",
    with: "\"result\": \"done\" }, { \"type\": \"user\" }]",
    in: Sample.results
  )
  return suite
}
