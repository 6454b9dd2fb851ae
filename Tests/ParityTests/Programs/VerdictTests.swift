import Testing

struct VerdictTests {
  @Test(arguments: [
    ("exits", "exited with status 7\n    | first word\n    | last word\n"),
    ("exits-in-peace", "exited with status 0\n"),
    ("crashes", "was ended by signal 11 (SIGSEGV)\n"),
    ("exits-with-child", "exited with status 7\n"),
    ("closes-output", "closed its standard output\n"),
    (
      "writes-half-a-line",
      #"exited with status 7, having written half a line: {"jsonrpc":"2.0","id":"#
    ),
  ])
  func `a case over which a program ends is charged with it, and no other`(
    mode: String,
    message: String
  ) async throws {
    try await expectCharged(mode, "no output: \(message)")
  }

  @Test(arguments: [
    "hangs", "hangs-in-spite-of-term", "hangs-with-child", "hangs-with-child-in-its-own-group",
    "stops", "answers-late", "closes-input", "floods-errors",
  ])
  func `a case that a program doesn't answer in time is charged with it, and no other`(
    mode: String
  ) async throws {
    try await expectCharged(
      mode,
      "no output: gave no reply within 4 s (--timeout)\n",
      "--timeout",
      "4"
    )
  }

  @Test(arguments: [
    ("answers-unknown", "answered the id 99, which it was not asked\n"),
    ("answers-without-id", #"wrote a reply without an id: {"jsonrpc":"2.0","result":{"#),
    ("answers-to-null", "wrote a reply to the id null, which was never asked: {"),
    ("answers-to-string", "wrote a reply to the id \""),
    (
      "notifies",
      #"wrote a request or notification, which the harness takes none of: {"jsonrpc":"2.0","method":"log","#
    ),
    (
      "asks",
      #"wrote a request or notification, which the harness takes none of: {"jsonrpc":"2.0","id":1,"method""#
    ),
    ("writes-array", "wrote an array where a reply is due: []\n"),
    ("writes-batch", #"wrote an array where a reply is due: [{"jsonrpc""#),
    ("writes-empty-line", "wrote an empty line\n"),
    ("writes-invalid-json", "wrote a line that is no JSON (column "),
    ("writes-invalid-utf8", "0xFF is not part of a character in UTF-8): {"),
    (
      "writes-byte-order-mark",
      "wrote a line that is no JSON (column 1: the text starts with a byte order mark"
    ),
    ("writes-deep-line", "more than 512 levels of nesting): {"),
    (
      "prints-log",
      "wrote a line that is no JSON (column 1: expected a value, found 'a'): at work\n"
    ),
    (
      "floods-lines",
      "wrote a line that is no JSON (column 2: expected the rest of 'true', found 'i'): tick\n"
    ),
  ])
  func `a case over which a program writes what answers nothing is charged with it, and no other`(
    mode: String,
    message: String
  ) async throws {
    try await expectCharged(mode, message)
  }

  @Test(arguments: [
    ("answers-with-error", "answered with error -32603: out of memory\n"),
    (
      "answers-with-bad-error",
      "its reply has an error that is no object with a code and a message\n"
    ),
    ("answers-with-both", "its reply has both a result and an error\n"),
    ("answers-with-neither", "its reply has neither a result nor an error\n"),
    ("answers-in-another-version", "its reply lacks \"jsonrpc\": \"2.0\"\n"),
    (
      "repeats-key",
      "its reply is not plain, in column 48: the key \"rowCount\" is already at 1:35\n"
    ),
    (
      "writes-lone-surrogate",
      "its reply is not plain, in column 60: a surrogate escape that is not half of a pair"
    ),
  ])
  func `a reply that is not proper fails its case`(mode: String, message: String) async throws {
    try await expectCharged(mode, "no output: \(message)")
  }

  @Test func `a huge error is told in part, and how long it is`() async throws {
    let suite = try await TemporarySuite.recorded()
    let program = MisbehavingProgram("answers-with-huge-error", over: "*")
    let message = String(repeating: "é", count: 2000) + "… (1000000 bytes in all)"
    let run = try await suite.check(program)
    run.expect(.exit(1), output: ["no output: answered with error -32603: \(message)\n"])
    #expect(run.output.utf8.count < 100_000)
    let examination = try await suite.parity("doctor", "--command", try program.command)
    examination.expect(
      .exit(1),
      output: ["FIX  unknown method: answered with error -32603: \(message), to the method"]
    )
    #expect(examination.output.utf8.count < 100_000)
  }

  @Test func `a second answer fails its case`() async throws {
    try await expectCharged("answers-twice", "beside its answer it answered the request twice\n")
  }

  @Test func `a program that differs from a golden is to be fixed`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace(
      "\"expect\": { \"roles\": [\"assistant\"] }",
      with: "\"expect\": {}",
      in: Sample.messages
    )
    let run = try await suite.check(MisbehavingProgram("answers-wrongly"))
    run.expect(
      .exit(1),
      output: ["next: fix misbehaving\n"]
    )
  }

  @Test(arguments: ["answers-null", "answers-wrongly"])
  func `an answer that is wrong is judged as any other`(mode: String) async throws {
    try await expectCharged(mode, "  not the golden Golden/session-detail/answer.json:\n")
  }

  @Test func `a line over the limit is charged to its case`() async throws {
    try await expectCharged(
      "floods-output",
      "no output: wrote a line of more than 100000 bytes (--reply-limit)\n",
      "--reply-limit",
      "100000"
    )
  }

  @Test func `a line that goes on and on holds up no time limit`() async throws {
    try await expectCharged(
      "drips-output",
      "no output: gave no reply within 4 s (--timeout)\n",
      "--timeout",
      "4",
      "--reply-limit",
      "1000000000"
    )
  }

  @Test
  func `a line of a hundred megabytes is over the limit that there is where none is given`()
    async throws
  {
    try await expectCharged(
      "writes-huge-line",
      "no output: wrote a line of more than 16777216 bytes (--reply-limit)\n",
      "--timeout",
      "60"
    )
  }

  /// Expects that the program fails the case `answer` for a reason, and that the other cases pass.
  private func expectCharged(
    _ mode: String,
    _ message: String,
    _ options: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let suite = try await TemporarySuite.recorded()
    let run = try await suite.check(
      MisbehavingProgram(mode),
      options,
      sourceLocation: sourceLocation
    )
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (misbehaving)\n", message,
        "again: parity check --only session-detail/answer --command '",
        "session-detail 1.0.0: 3 of 4 cases passed (misbehaving)\n",
      ],
      sourceLocation: sourceLocation
    )
    #expect(!run.output.contains("FLAKY"), run.transcript, sourceLocation: sourceLocation)
    run.expectNoErrors(sourceLocation: sourceLocation)
    run.expectCounts(judged: 4, passed: 3, failed: 1, sourceLocation: sourceLocation)
  }
}
