import MessageSnapshot
import Testing

struct FlakyTests {
  private let messages = MessageSnapshot("parity flaky")

  @Test(arguments: ["exits-at-third-request", "crashes-with-two-in-flight"])
  func `a death that no case repeats is red, and told with the cases that were in flight`(
    mode: String
  ) async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram(mode, over: ""))
    run.expect(.exit(1), output: ["session-detail/"])
    // Which cases are in flight depends on the machine.
    let cases = #/session-detail/[a-z_]+(, session-detail/[a-z_]+)*/#
    messages.expect(run.lines(with: "FLAKY misbehaving").replacing(cases, with: "CASES"), mode)
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test(arguments: [
    "exits-after-handshake", "greets-twice", "exits-always", "closes-input-after-handshake",
    "knows-no-method",
  ])
  func `what a program does over every case is charged to every case`(
    mode: String
  ) async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram(mode, over: ""))
    run.expect(.exit(1), output: Sample.names.map { "FAILED \($0) (misbehaving)\n" })
    messages.expect(run.paragraph("FAILED \(Sample.names[0]) (misbehaving)"), mode)
    run.expectCounts(judged: 4, passed: 0, failed: 4)
  }

  @Test func `a program that always hangs is waited for once for each case`() async throws {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("hangs-always", over: ""),
      ["--timeout", "3", "--only", "*er*"]
    )
    run.expect(.exit(1), output: ["--timeout"])
    messages.expect(run.report, "no answers in time")
    run.expectCounts(judged: 2, passed: 0, failed: 2, skipped: 2)
  }

  @Test func `a program that hangs too often is given up, and the rest not run`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram("hangs-always"),
      ["--timeout", "0.3", "--hangs", "2"]
    )
    run.expect(.exit(1))
    messages.expect(run.lines(with: "--hangs"), "too many timeouts")
    try await suite.parity("check", "--hangs", "0").expect(
      .exit(64),
      message: "--hangs 0",
      in: messages
    )
  }

  @Test func `a program that dies again and again is given up, and the rest not run`() async throws
  {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("exits-always", over: ""),
      ["--restarts", "1"]
    )
    run.expect(.exit(1))
    messages.expect(run.lines(with: "--restarts"), "too many restarts")
    run.expectCounts(judged: 1, passed: 0, failed: 1, skipped: 3)
  }

  @Test
  func `a program that repeats every answer without end is started anew, and nothing waits for it`()
    async throws
  {
    let suite = try await TemporarySuite.recorded(Sample.many(12, saying: "hello"))
    let run = try await suite.check(
      MisbehavingProgram("answers-forever", over: "*"),
      ["--timeout", "60"]
    )
    run.expect(.exit(1))
    messages.expect(
      run.paragraph("FAILED session-detail/case_1 (misbehaving)"),
      "every answer without end"
    )
    run.expectCounts(judged: 12, passed: 0, failed: 12)
    #expect(!run.output.contains("FLAKY"), run.transcript)
    #expect(
      !run.output.contains("did not reply"),
      "no request should be waited for in vain\n\(run.transcript)"
    )
  }

  @Test func `a program that repeats an answer without end fails that case alone`() async throws {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("answers-forever"),
      ["--timeout", "4"]
    )
    run.expect(.exit(1), output: ["FAILED session-detail/answer (misbehaving)\n"])
    messages.expect(
      run.paragraph("FAILED session-detail/answer (misbehaving)"),
      "one answer without end"
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }
}
