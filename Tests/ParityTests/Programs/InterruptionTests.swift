import Foundation
import Testing

struct InterruptionTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a check that is asked to end leaves no program that hangs, and sums up what ran`(
    signal: Int32
  ) async throws {
    let run = try await check(MisbehavingProgram("hangs-with-child"), sending: signal)
    run.expect(.exit(128 + signal))
    #expect(
      run.lastLine.wholeMatch(of: /INTERRUPTED  (before|after) [^,]*, [1-4] skipped/) != nil,
      run.transcript
    )
  }

  @Test
  func `a check that is asked to end leaves no child that hangs in a group of its own`()
    async throws
  {
    let run = try await check(
      MisbehavingProgram("hangs-with-child-in-its-own-group"),
      sending: SIGTERM
    )
    run.expect(.exit(128 + SIGTERM))
  }

  @Test(arguments: ["doctor", "repro greeting"])
  func `an examination that is asked to end does so at once, and leaves nothing`(
    command: String
  ) async throws {
    let run = try await check(MisbehavingProgram("hangs-always"), by: command, sending: SIGINT)
    run.expect(.exit(128 + SIGINT))
    #expect(!run.output.contains("FIX "), "it can't be known what to fix\n\(run.transcript)")
  }

  @Test func `a program whose harness is killed sees the end of its input`() async throws {
    let run = try await check(MisbehavingProgram("hangs"), sending: SIGKILL)
    run.expect(.signal(SIGKILL))
  }

  @Test
  func `a regeneration that is asked to end while a second implementation hangs writes nothing`()
    async throws
  {
    let goldens = try suite.contents(of: "Golden")
    let run = try await check(MisbehavingProgram("hangs"), by: "regenerate", sending: SIGTERM)
    run.expect(.exit(128 + SIGTERM))
    #expect(try suite.contents(of: "Golden") == goldens, run.transcript)
  }

  @Test
  func `a report that nobody reads ends the check quietly, and the program with it`() async throws {
    let program = MisbehavingProgram("exits")
    let run = try await suite.shell(#""$PARITY" check --command "\#(try program.command)" | true"#)
    run.expect(.exit(0))
    run.expectNoErrors()
    try await program.expectNoneLeft(run)
  }

  /// Runs a command, and sends it a signal once the program has had time for the handshake. The
  /// command fails the test if it waits until the program is overdue.
  private func check(
    _ program: MisbehavingProgram,
    by command: String = "check",
    sending signal: Int32
  ) async throws -> ProgramRun {
    let script = #""command": ["/bin/sh", "-c", "touch started && exec \"$@\"", "sh", "#
    let entry = try program.entry(named: "mine").replacingOccurrences(
      of: "\"command\": [",
      with: script
    )
    try suite.list(entry)
    let interruption = Launch.Interruption(
      signal: signal,
      after: .seconds(1),
      once: [.appears(suite.url("started"))]
    )
    let run = try await suite.process(
      command.split(separator: " ").map(String.init) + [
        "--implementation", "mine", "--timeout", "3000",
      ],
      interruption: interruption,
      gate: .sleepers
    )
    try await program.expectNoneLeft(run)
    return run
  }
}
