import Testing

struct KnownFailureTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a failure that is known is counted, and not red`() async throws {
    let run = try await check(#"{ "case": "answer", "reason": "as yet", "link": "https://example.com/1" }"#)
    run.expect(.exit(0), output: ["session-detail 1.0.0: 3 of 4 cases passed (mine), 1 known to fail\n"])
    #expect(
      run.lastLine == "4 judged, 3 passed, 0 failed, 1 known, 0 unsupported, 0 skipped", "\(run.transcript)")
    let verbose = try await check(#"{ "case": "session-detail/answer", "reason": "as yet" }"#, "--verbose")
    verbose.expect(.exit(0), output: ["known session-detail/answer (mine): as yet\n"])
  }

  @Test func `a known failure that passes is red, and is to be deleted`() async throws {
    let run = try await check(#"{ "case": "greeting", "reason": "as yet" }"#)
    run.expect(
      .exit(1),
      output: [
        "parity.json:3:3: error: mine passes 'greeting', which is known as a failure\n"
          + "  note: delete this entry\n"
      ])
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a known failure of no case is red`() async throws {
    let run = try await check(#"{ "case": "anwser", "reason": "as yet" }"#)
    run.expect(
      .exit(1),
      output: [
        "parity.json:3:3: error: no case that mine is asked is called 'anwser'; did you mean 'answer'?\n"
      ])
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a known failure is put up with until the day that it names, and not a day longer`() async throws {
    let failure = #"{ "case": "answer", "reason": "as yet", "expires": "2026-02-28" }"#
    try await check(failure, "--today", "2026-02-28").expect(.exit(0))
    let run = try await check(failure, "--today", "2026-03-01")
    run.expect(
      .exit(1),
      output: [
        "parity.json:3:3: error: mine was to fail 'answer' until 2026-02-28\n"
          + "  note: fix mine, or renew this\n", "FAILED session-detail/answer (mine)\n",
      ])
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a day that there is not is no day to expire on`() async throws {
    let run = try await check(#"{ "case": "answer", "reason": "as yet", "expires": "2026-02-30" }"#)
    run.expect(
      .exit(65),
      output: ["parity.json:3:54: error: '2026-02-30' is no day; write it as YYYY-MM-DD\n"])
    let today = try await suite.parity("check", "--today", "tomorrow")
    today.expect(.exit(64), errors: ["--today takes a day as YYYY-MM-DD."])
  }

  @Test func `a case is known to fail once`() async throws {
    let failure = #"{ "case": "answer", "reason": "as yet" }"#
    let run = try await check("\(failure),\n\(failure)")
    run.expect(.exit(1), output: ["parity.json:4:1: error: 'answer' is there twice\n"])
  }

  @Test func `a program that only fails as it is known to has judged something`() async throws {
    let run = try await check(#"{ "case": "answer", "reason": "as yet" }"#, "--only", "answer")
    run.expect(.exit(0))
    #expect(
      run.lastLine == "1 judged, 0 passed, 0 failed, 1 known, 0 unsupported, 3 skipped", "\(run.transcript)")
  }

  /// Checks a program that gives no output of the case `answer`.
  private func check(_ failures: String, _ options: String...) async throws -> ProgramRun {
    let entry = try MisbehavingProgram("answers-with-error").entry(
      named: "mine", "\n\"knownFailures\": [\n  \(failures) ]")
    try suite.write("{ \"implementations\": [\(entry)] }\n", to: "parity.json")
    return try await suite.parity(["check", "--implementation", "mine", "--schedules", "0"] + options)
  }
}
