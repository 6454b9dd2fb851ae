import MessageSnapshot
import Testing

struct SideBySideTests {
  private let messages = MessageSnapshot("parity side by side")
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
        "FAILED session-detail/answer (misbehaving)\n", " reference\n",
        "✓ session-detail 1.0.0   reference     4 passed\n",
        "✗ session-detail 1.0.0   misbehaving   3 of 4 passed\n",
      ]
    )
    messages.expect(
      run.paragraph("FAILED session-detail/answer"),
      "a command that fails where the reference passes"
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
        "FAILED session-detail/answer (one, two)\n", " reference, live\n",
        "parity check --only session-detail/answer --implementation one --implementation two\n",
      ]
    )
    messages.expect(run.paragraph("FAILED session-detail/answer"), "programs that err alike")
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
        "FAILED session-detail/answer (one, two)\n", "  one:\n", "  two:\n",
      ]
    )
    messages.expect(run.paragraph("FAILED session-detail/answer"), "programs that err differently")
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
    run.expect(.exit(1), output: ["FAILED session-detail/answer (one)\n"])
    messages.expect(run.paragraph("FAILED session-detail/answer"), "a program that answers twice")
    // Which cases are in flight depends on the machine.
    let cases = #/session-detail/[a-z_]+(, session-detail/[a-z_]+)*/#
    messages.expect(
      run.lines(with: "FLAKY two").replacing(cases, with: "CASES"),
      "a program that crashes once"
    )
    run.expectCounts(judged: 16, passed: 15, failed: 1)
  }

  @Test func `programs of the same name are not judged together`() async throws {
    let run = try await suite.check(
      MisbehavingProgram("behaves"),
      ["--command", try MisbehavingProgram("behaves").command]
    )
    run.expect(.exit(69))
    messages.expect(run.report, "programs of one name")
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `a program that can't be started keeps no other from being judged`() async throws {
    let run = try await suite.check(
      MisbehavingProgram("prints-banner"),
      ["--command", try MisbehavingProgram("exits").command, "--implementation", "reference"]
    )
    run.expect(.exit(69), output: ["Welcome!", "FAILED session-detail/answer (misbehaving)\n"])
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
        "FAILED session-detail/answer (one)\n", " reference\n",
        "parity check --only session-detail/answer\n",
      ]
    )
    messages.expect(run.paragraph("FAILED session-detail/answer"), "a default program that fails")
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
