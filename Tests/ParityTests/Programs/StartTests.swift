import Testing

struct StartTests {
  @Test(arguments: [
    ("exits-at-once", "exited with status 3\n  | licence expired\n"),
    (
      "prints-banner",
      "wrote a line that is no JSON (column 1: expected a value, found 'W'): Welcome!\n"
    ),
    (
      "exits-in-handshake",
      #"exited with status 1, having written half a line: {"jsonrpc":"2.0","id":0,"res"#
    ),
    ("refuses-handshake", "answered initialize with error -32603: out of memory\n"),
    ("answers-another-handshake", "answered the id 1 before initialize, whose id is 0\n"),
    ("speaks-another-version", "speaks version 2 of the protocol, and this harness 1\n"),
    ("has-no-name", "doesn't say 'implementation.name' in its reply to initialize\n"),
    (
      "has-bad-name",
      "calls itself 'no name!', but a name is 1 to 80 of A-Z a-z 0-9 _ . - that begin with"
    ),
    ("has-taken-name", "calls itself 'reference', which is taken\n"),
    (
      "claims-nothing",
      "claims none of the contracts at hand: session-detail; --contract names others\n"
    ),
    (
      "claims-another-contract",
      "claims none of the contracts at hand: session-detail; --contract names others\n"
    ),
    (
      "names-no-capabilities",
      "doesn't say 'capabilities' in its reply to initialize, which is an array of strings\n"
    ),
    (
      "capabilities-are-numbers",
      "doesn't say 'capabilities' in its reply to initialize, which is an array of strings"
    ),
  ])
  func `a program that doesn't begin as the protocol asks is not started`(
    mode: String,
    message: String
  ) async throws {
    try await expectNotStarted(mode, message)
  }

  @Test func `a huge name is told in part`() async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram("has-huge-name"))
    run.expect(.exit(69), output: [" calls itself 'éééé", " bytes in all)\n"])
    #expect(run.output.utf8.count < 10_000)
  }

  @Test func `a program that doesn't answer initialize in time is not started`() async throws {
    try await expectNotStarted(
      "gives-no-handshake",
      "gave no reply within 2 s (--timeout)\n",
      "--timeout",
      "2"
    )
  }

  @Test func `a program that floods its output before it has greeted is not started`() async throws
  {
    try await expectNotStarted(
      "floods-at-start",
      "wrote a line of more than 100000 bytes (--reply-limit)\n",
      "--reply-limit",
      "100000"
    )
  }

  @Test func `a program is ended where the suite has nothing to ask it`() async throws {
    let suite = try await TemporarySuite.recorded()
    let program = MisbehavingProgram("gives-no-handshake")
    let run = try await suite.parity("check", "--only", "nothing", "--command", try program.command)
    run.expect(.exit(64))
    try await program.expectNoneLeft(run)
  }

  @Test(arguments: [
    ("no-such-program-anywhere", "no-such-program-anywhere"),
    ("tools/nothing", "tools/nothing"),
    ("'unfinished", "'unfinished"),
  ])
  func `a command that there is not is told, and what the shell says of it`(
    command: String,
    name: String
  ) async throws {
    let run = try await TemporarySuite.recorded().parity("check", "--command", command)
    run.expect(.exit(69), output: ["NOT STARTED \(name) exited with status ", "\n  | "])
  }

  private func expectNotStarted(
    _ mode: String,
    _ message: String,
    _ options: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram(mode),
      options,
      sourceLocation: sourceLocation
    )
    run.expect(.exit(69), output: ["NOT STARTED ", " \(message)"], sourceLocation: sourceLocation)
    run.expectCounts(judged: 0, passed: 0, failed: 0, sourceLocation: sourceLocation)
  }
}
