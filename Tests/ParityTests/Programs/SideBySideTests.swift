import Testing

struct SideBySideTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a command is judged beside the reference where both are named`() async throws {
    let run = try await suite.check(
      MisbehavingProgram("answers-with-error"),
      ["--implementation", "reference"]
    )
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (misbehaving)\n", "  passed by reference\n",
        "session-detail 1.0.0: 4 of 4 cases passed (reference)\n",
        "session-detail 1.0.0: 3 of 4 cases passed (misbehaving)\n",
      ]
    )
    run.expectCounts(judged: 8, passed: 7, failed: 1)
  }

  @Test
  func `programs that err alike are told to agree, and what repeats it names both`() async throws {
    let run = try await check([
      MisbehavingProgram("answers-wrongly").entry(named: "one"),
      MisbehavingProgram("answers-wrongly").entry(named: "two"),
    ])
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (one, two)\n",
        "  one and two agree with each other, and not with the golden\n",
        "  passed by reference, live\n",
        "  again: parity check --only session-detail/answer --implementation one --implementation two\n",
      ]
    )
    run.expectCounts(judged: 16, passed: 14, failed: 2)
  }

  @Test func `programs that err differently are told one after the other`() async throws {
    let run = try await check([
      MisbehavingProgram("answers-wrongly").entry(named: "one"),
      MisbehavingProgram("exits").entry(named: "two"),
    ])
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (one, two)\n", "  one:\n  not what the case expects:\n",
        "  two:\n  no output: exited with status 7\n",
      ]
    )
    #expect(!run.output.contains("agree"), run.transcript)
    run.expectCounts(judged: 16, passed: 14, failed: 2)
  }

  @Test
  func `a program bears the name that the suite gives it, in all that it does wrong`() async throws
  {
    let run = try await check([
      MisbehavingProgram("answers-twice").entry(named: "one"),
      MisbehavingProgram("crashes-with-two-in-flight", over: "").entry(named: "two"),
    ])
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (one)\n", "beside its answer it answered the request twice\n",
        "FLAKY two was ended by signal 11 (SIGSEGV), and on none of these cases again: ",
      ]
    )
    run.expectCounts(judged: 16, passed: 15, failed: 1)
  }

  @Test func `programs of the same name are not judged together`() async throws {
    let run = try await suite.check(
      MisbehavingProgram("behaves"),
      ["--command", try MisbehavingProgram("behaves").command]
    )
    run.expect(
      .exit(69),
      output: [
        "NOT STARTED misbehaving is the name of two implementations; judge them one at a time\n"
      ]
    )
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `a program that can't be started keeps no other from being judged`() async throws {
    let run = try await suite.check(
      MisbehavingProgram("prints-banner"),
      ["--command", try MisbehavingProgram("exits").command, "--implementation", "reference"]
    )
    run.expect(.exit(69), output: ["NOT STARTED ", "FAILED session-detail/answer (misbehaving)\n"])
    run.expectCounts(judged: 8, passed: 7, failed: 1)
  }

  @Test func `a bare check judges the default programs, and no other`() async throws {
    try suite.list(
      MisbehavingProgram("exits").entry(named: "one", #""default": true"#),
      MisbehavingProgram("exits-at-once").entry(named: "two")
    )
    let run = try await suite.parity("check")
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (one)\n",
        "  passed by reference\n  again: parity check --only session-detail/answer\n",
      ]
    )
    run.expectCounts(judged: 8, passed: 7, failed: 1)
  }

  private func check(_ entries: [String]) async throws -> ProgramRun {
    try suite.write(
      "{ \"implementations\": [\(entries.joined(separator: ","))] }\n",
      to: "parity.json"
    )
    return try await suite.parity("check", "--implementation", "all", "--schedules", "0")
  }
}
