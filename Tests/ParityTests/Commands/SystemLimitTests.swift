import Testing

struct SystemLimitTests {
  @Test(arguments: ["0", "1025", "4611686018427387904"])
  func `a number of jobs that makes no sense is wrong usage`(jobs: String) async throws {
    let run = try await TemporarySuite.recorded().parity("check", "-j", jobs)
    run.expect(.exit(64), errors: ["-j takes a number from 1 to 1024."])
  }

  @Test func `jobs beyond what there can be files open for are not begun, and that is told`() async throws {
    let run = try await check("ulimit -n 256", jobs: 50)
    run.expect(
      .exit(0), output: ["60 of 60 cases passed (misbehaving)\n"],
      errors: ["-j 50 needs about ", " open files and the limit is 256 (ulimit -n), so -j ", " is used\n"])
    run.expectCounts(judged: 60, passed: 60, failed: 0)
  }

  @Test func `a limit that may be raised is raised`() async throws {
    let run = try await check("ulimit -Sn 64", jobs: 50)
    run.expect(.exit(0), output: ["60 of 60 cases passed (misbehaving)\n"])
    run.expectNoErrors()
  }

  @Test func `where nothing can be opened, one message says so`() async throws {
    let run = try await check("ulimit -n 20", jobs: 2)
    run.expect(
      .exit(69), errors: ["error: parity needs about 64 open files and the limit is 20; raise it with ulimit -n\n"])
  }

  private func check(_ limit: String, jobs: Int) async throws -> ProgramRun {
    let suite = try await TemporarySuite.recorded(Sample.many(60, saying: "hello"))
    let program = MisbehavingProgram("behaves")
    let run = try await suite.shell(
      #"\#(limit); exec "$PARITY" check --schedules 0 -j \#(jobs) --command "\#(try program.command)""#)
    try await program.expectNoneLeft(run)
    return run
  }
}
