import MessageSnapshot
import Testing

struct HarmlessTests {
  private let messages = MessageSnapshot("parity harmless")

  @Test(arguments: [
    "behaves", "answers-byte-by-byte", "answers-in-reverse", "answers-in-its-own-form",
    "answers-slowly", "ends-lines-with-crlf", "reads-slowly", "mixes-streams",
    "writes-much-to-errors", "leaves-child", "leaves-child-in-its-own-group", "stays-at-end",
    "closes-output-at-end",
  ])
  func `what a program may do costs it no case`(mode: String) async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram(mode, over: ""))
    run.expect(.exit(0), output: ["✓ session-detail 1.0.0   misbehaving   4 passed\n"])
    run.expectNoErrors()
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `a program is asked in other orders of arrival as well`() async throws {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("behaves"),
      ["--schedules", "3"]
    )
    run.expect(
      .exit(0),
      output: ["misbehaving   4 passed   ", " orderings\n"]
    )
  }

  @Test func `a child that left the session of its program holds nothing up`() async throws {
    let suite = try await TemporarySuite.recorded()
    let program = MisbehavingProgram("leaves-child-away", over: "")
    let run = try await suite.parity(
      "check",
      "--command",
      try program.command,
      "--timeout",
      "3000"
    )
    run.expect(.exit(0))
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    #expect(
      try program.isLeft,
      "the check shouldn't wait for the child, which holds the streams open\n\(run.transcript)"
    )
  }

  @Test(arguments: ["1", "2", "8"])
  func `any number of processes gives the same verdicts`(jobs: String) async throws {
    let suite = try await TemporarySuite.recorded(Sample.many(24, saying: "hello"))
    let run = try await suite.check(
      MisbehavingProgram("exits", over: "case_7 hello 1"),
      ["-j", jobs]
    )
    run.expect(.exit(1), output: ["FAILED session-detail/case_7 (misbehaving)\n"])
    messages.expect(
      run.paragraph("FAILED session-detail/case_7 (misbehaving)"),
      "a case over which a program exits"
    )
    run.expectCounts(judged: 24, passed: 23, failed: 1)
  }
}
