import MessageSnapshot
import Testing

struct StartTests {
  private let messages = MessageSnapshot("parity start")

  @Test(arguments: [
    "exits-at-once", "prints-banner", "exits-in-handshake", "refuses-handshake",
    "answers-another-handshake", "speaks-another-version", "has-no-name", "has-bad-name",
    "has-taken-name", "claims-nothing", "claims-another-contract", "names-no-capabilities",
    "capabilities-are-numbers",
  ])
  func `a program that doesn't begin as the protocol asks is not started`(
    mode: String
  ) async throws {
    try await expectNotStarted(mode)
  }

  @Test func `a huge name is told in part`() async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram("has-huge-name"))
    run.expect(.exit(69), output: ["éééé"])
    messages.expect(run.report.replacing(#/é+/#, with: "é"), "has-huge-name")
    #expect(run.output.utf8.count < 10_000)
  }

  @Test func `a program that doesn't answer initialize in time is not started`() async throws {
    try await expectNotStarted(
      "gives-no-handshake",
      "--timeout",
      "2"
    )
  }

  @Test func `a program that floods its output before it has greeted is not started`() async throws
  {
    try await expectNotStarted(
      "floods-at-start",
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
    run.expect(.exit(69), output: [name, "\n  | "])
    // The status and the reason are those of the shell.
    let line = run.report.prefix { $0 != "\n" }.replacing(#/[0-9]+/#, with: "N")
    messages.expect(String(line), command)
  }

  // MARK: - Standard error

  @Test func `what a program writes before it fails to start is shown whole`() async throws {
    let log = try await log(of: "seq 1 40 >&2; exit 3")
    #expect(log == (1...40).map { "\($0)" })
  }

  @Test func `of a long text on standard error the first and the last lines are shown`()
    async throws
  {
    let log = try await log(of: "seq 1 100000 >&2; exit 3")
    #expect(log.count == 40)
    #expect(log.first == "1")
    #expect(log.contains("15"))
    #expect(log.contains("99977"))
    #expect(log.last == "100000")
  }

  @Test func `a long line on standard error isn't cut`() async throws {
    let line = String(repeating: "path/to/", count: 100) + "module"
    #expect(try await log(of: "echo '\(line)' >&2; exit 3") == [line])
  }

  @Test func `a flood without a line end is cut`() async throws {
    let log = try await log(of: "head -c 100000000 /dev/zero | tr '\\0' x >&2; exit 3")
    #expect(log.count <= 40)
    #expect(log.allSatisfy { $0.count <= 1001 })
  }

  @Test func `doctor shows what a program writes before it fails to start`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.parity("doctor", "--command", "seq 1 30 >&2; exit 3")
    run.expect(.exit(69))
    let log = run.output.split(separator: "\n").filter { $0.hasPrefix("     | ") }
    #expect(log.map { $0.dropFirst(7) } == (1...30).map { "\($0)" }, run.transcript)
  }

  /// Returns the lines of standard error that a check shows of a program that doesn't start.
  private func log(of command: String) async throws -> [String] {
    let run = try await TemporarySuite.recorded().parity("check", "--command", command)
    run.expect(.exit(69))
    return run.output.split(separator: "\n").filter { $0.hasPrefix("  | ") }.map {
      String($0.dropFirst(4))
    }
  }

  private func expectNotStarted(
    _ mode: String,
    _ options: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram(mode),
      options,
      sourceLocation: sourceLocation
    )
    run.expect(.exit(69), sourceLocation: sourceLocation)
    messages.expect(run.report, mode, sourceLocation: sourceLocation)
    run.expectCounts(judged: 0, passed: 0, failed: 0, sourceLocation: sourceLocation)
  }
}
