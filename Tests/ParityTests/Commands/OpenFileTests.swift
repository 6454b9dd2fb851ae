import MessageSnapshot
import Testing

struct OpenFileTests {
  private let messages = MessageSnapshot("parity open files")

  @Test(arguments: ["0", "1025", "4611686018427387904"])
  func `a number of jobs that makes no sense is wrong usage`(jobs: String) async throws {
    let run = try await TemporarySuite.recorded().parity("check", "-j", jobs)
    run.expect(.exit(64), errors: ["'\(jobs)'"])
    let message = run.messages.replacing("'\(jobs)'", with: "'N'")
    messages.expect(message, "a number of jobs that makes no sense")
  }

  // MARK: - Fewer jobs

  @Test
  func `jobs beyond what there can be files open for are not begun, and that is told`() async throws
  {
    let run = try await check("ulimit -n 256", jobs: 50)
    run.expect(
      .exit(0),
      output: ["misbehaving   60 passed\n"],
      errors: ["-j 50 ", " 256 (ulimit -n)"]
    )
    messages.expect(withoutNumbers(run), "fewer jobs of a check")
    run.expectCounts(judged: 60, passed: 60, failed: 0)
  }

  @Test func `a limit that may be raised is raised`() async throws {
    let run = try await check("ulimit -Sn 64", jobs: 50)
    run.expect(.exit(0), output: ["misbehaving   60 passed\n"])
    run.expectNoErrors()
  }

  @Test(arguments: [(64, 8), (128, 8), (256, 16)])
  func `fuzz starts no more processes than there can be files open for`(
    limit: Int,
    jobs: Int
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.shell("ulimit -n \(limit); \(Self.fuzz) -j \(jobs)")
    run.expect(
      .exit(0),
      output: ["PASS  session-detail/timeline: "],
      errors: ["-j \(jobs) ", " \(limit) (ulimit -n)"]
    )
    messages.expect(withoutNumbers(run), "fewer jobs of fuzz")
  }

  @Test func `fuzz raises a limit that may be raised`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.shell("ulimit -Sn 64; \(Self.fuzz) -j 8")
    run.expect(.exit(0), output: ["PASS  session-detail/timeline: "])
    run.expectNoErrors()
  }

  private static let fuzz = """
    program="'$PARITY' serve"; exec "$PARITY" fuzz --contract session-detail --inputs 300 \
    --command "$program" --command "$program"
    """

  @Test
  func `an audit judges fewer mutants at once if the open files don't suffice`() async throws {
    let suite = try await TemporarySuite.withMutants([.wrong, .silent, .wrong, .silent])
    let run = try await suite.shell("ulimit -n 64; exec \"$PARITY\" audit -j 30")
    run.expect(
      .exit(0),
      errors: ["-j 30 ", " 64 (ulimit -n)", "using -j 2\n"]
    )
    messages.expect(withoutNumbers(run), "fewer jobs of an audit")
  }

  // MARK: - Too few files for one job

  @Test func `where nothing can be opened, one message says so`() async throws {
    let run = try await check("ulimit -n 20", jobs: 2)
    run.expect(.exit(69))
    expectLack(run, limit: 20, message: "no open files")
  }

  @Test(arguments: ["check --schedules 0", "run session-detail/greeting", "regenerate"])
  func `more programs than there can be files open for are not started, and that is told`(
    command: String
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let program = MisbehavingProgram("behaves")
    let programs = "--command \"\(try program.command)\""
    for jobs in command.hasPrefix("run") ? [""] : ["", " -j 9"] {
      let all = Array(repeating: programs, count: 8).joined(separator: " ")
      let run = try await suite.shell("ulimit -n 64; exec \"$PARITY\" \(command)\(jobs) \(all)")
      run.expect(.exit(69))
      expectLack(run, limit: 64, message: "more programs than there can be files open for")
      #expect(run.output == "", run.transcript)
      try await program.expectNoneLeft(run)
    }
  }

  @Test
  func `a program for which the system has no open file left is reported, and nothing hangs`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    let program = MisbehavingProgram("behaves")
    // The budget doesn't count these files, because the shell that starts Parity leaves them open.
    let script = #"""
      for number in $(seq 10 55); do eval "exec $number</dev/null"; done
      ulimit -n 70
      exec "$PARITY" check --schedules 0 --command "\#(try program.command)"
      """#
    try suite.write(script, to: "start.bash")
    let run = try await suite.shell("exec bash start.bash")
    run.expect(.exit(69), output: ["(ulimit -n)"])
    messages.expect(run.lines(with: "(ulimit -n)"), "a program that lacks open files")
    try await program.expectNoneLeft(run)
  }

  /// Expects one message with the number of files needed, the limit, and what to do.
  private func expectLack(_ run: ProgramRun, limit: Int, message name: String) {
    let need = run.errors.firstMatch(of: #/ulimit -n (\d+)\n/#).flatMap { Int($0.1) }
    #expect(need ?? 0 > limit, run.transcript)
    #expect(run.errors.contains(" \(need ?? 0) open files"), run.transcript)
    #expect(run.errors.contains(" \(limit) (ulimit -n)\n"), run.transcript)
    messages.expect(withoutNumbers(run), name)
  }

  /// Returns the messages of a run without their numbers, which depend on the machine.
  private func withoutNumbers(_ run: ProgramRun) -> String {
    run.messages.replacing(#/[0-9]+/#, with: "N")
  }

  private func check(_ limit: String, jobs: Int) async throws -> ProgramRun {
    let suite = try await TemporarySuite.recorded(Sample.many(60, saying: "hello"))
    let program = MisbehavingProgram("behaves")
    let command = try program.command
    let run = try await suite.shell(
      #"\#(limit); exec "$PARITY" check --schedules 0 -j \#(jobs) --command "\#(command)""#
    )
    try await program.expectNoneLeft(run)
    return run
  }
}
