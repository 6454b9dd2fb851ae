import Testing

struct FlakyTests {
  @Test(arguments: [
    ("exits-at-third-request", "exited with status 4"),
    ("crashes-with-two-in-flight", "was ended by signal 11 (SIGSEGV)"),
  ])
  func `a death that no case repeats is red, and told with the cases that were in flight`(
    mode: String,
    message: String
  ) async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram(mode, over: ""))
    run.expect(
      .exit(1),
      output: ["FLAKY misbehaving \(message), and on none of these cases again: session-detail/"]
    )
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test(arguments: [
    ("exits-after-handshake", "exited with status 0"),
    ("greets-twice", "answered initialize twice"),
    ("exits-always", "exited with status 5"),
    ("closes-input-after-handshake", "closed its standard input"),
    ("knows-no-method", "answered with error -32601: no method session-detail/timeline"),
  ])
  func `what a program does over every case is charged to every case`(
    mode: String,
    message: String
  ) async throws {
    let run = try await TemporarySuite.recorded().check(MisbehavingProgram(mode, over: ""))
    run.expect(
      .exit(1),
      output: Sample.names.map { "FAILED \($0) (misbehaving)\n" } + ["no output: \(message)\n"]
    )
    run.expectCounts(judged: 4, passed: 0, failed: 4)
  }

  @Test func `a program that always hangs is waited for once for each case`() async throws {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("hangs-always", over: ""),
      ["--timeout", "3", "--only", "*er*"]
    )
    run.expect(.exit(1), output: ["no output: gave no reply within 3 s (--timeout)\n"])
    run.expectCounts(judged: 2, passed: 0, failed: 2, skipped: 2)
  }

  @Test func `a program that hangs too often is given up, and the rest not run`() async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram("hangs-always"),
      ["--timeout", "0.3", "--hangs", "2"]
    )
    run.expect(
      .exit(1),
      output: [
        "GIVEN UP misbehaving was given up after 2 requests without a reply in time (--timeout, --hangs); it gave no reply"
          + " within 0.3 s (--timeout); the rest was not run\n"
      ]
    )
    try await suite.parity("check", "--hangs", "0").expect(
      .exit(64),
      errors: ["--hangs takes a number from 1."]
    )
  }

  @Test func `a program that dies again and again is given up, and the rest not run`() async throws
  {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("exits-always", over: ""),
      ["--restarts", "1"]
    )
    run.expect(
      .exit(1),
      output: [
        "GIVEN UP misbehaving was given up after 2 starts in a row without a reply (--restarts); it exited with "
          + "status 5; the rest was not run\n"
      ]
    )
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
    run.expect(.exit(1), output: ["beside its answer it answered the request twice\n"])
    run.expectCounts(judged: 12, passed: 0, failed: 12)
    #expect(!run.output.contains("FLAKY"), run.transcript)
    #expect(
      run.duration < .seconds(50),
      "no request should be waited for in vain\n\(run.transcript)"
    )
  }

  @Test func `a program that repeats an answer without end fails that case alone`() async throws {
    let run = try await TemporarySuite.recorded().check(
      MisbehavingProgram("answers-forever"),
      ["--timeout", "4"]
    )
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (misbehaving)\n",
        "beside its answer it answered the request twice\n",
      ]
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }
}
