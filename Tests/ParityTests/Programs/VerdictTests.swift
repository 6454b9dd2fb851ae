import MessageSnapshot
import Testing

struct VerdictTests {
  private let messages = MessageSnapshot("parity verdicts")

  @Test(arguments: [
    ("exits", ["    | first word\n    | last word\n"]),
    ("exits-in-peace", []),
    ("crashes", []),
    ("exits-with-child", []),
    ("closes-output", []),
    ("writes-half-a-line", []),
  ])
  func `a case over which a program ends is charged with it, and no other`(
    mode: String,
    log: [String]
  ) async throws {
    try await expectCharged(mode, holding: log, message: mode)
  }

  @Test(arguments: [
    "hangs", "hangs-in-spite-of-term", "hangs-with-child", "hangs-with-child-in-its-own-group",
    "stops", "answers-late", "closes-input", "floods-errors",
  ])
  func `a case that a program doesn't answer in time is charged with it, and no other`(
    mode: String
  ) async throws {
    try await expectCharged(mode, "--timeout", "4", message: "no answer in time")
  }

  @Test(arguments: [
    "answers-unknown", "answers-without-id", "answers-to-null", "answers-to-string", "notifies",
    "asks", "writes-array", "writes-batch", "writes-empty-line", "writes-invalid-json",
    "writes-invalid-utf8", "writes-byte-order-mark", "writes-deep-line", "prints-log",
    "floods-lines",
  ])
  func `a case over which a program writes what answers nothing is charged with it, and no other`(
    mode: String
  ) async throws {
    try await expectCharged(mode, message: mode)
  }

  @Test(arguments: [
    "answers-with-error", "answers-with-bad-error", "answers-with-both", "answers-with-neither",
    "answers-in-another-version", "repeats-key", "writes-lone-surrogate",
  ])
  func `a reply that is not proper fails its case`(mode: String) async throws {
    try await expectCharged(mode, message: mode)
  }

  @Test func `a huge error is told in part, and how long it is`() async throws {
    let suite = try await TemporarySuite.recorded()
    let program = MisbehavingProgram("answers-with-huge-error", over: "*")
    let message = String(repeating: "é", count: 2000)
    let run = try await suite.check(program)
    run.expect(.exit(1), output: ["-32603: \(message)…"])
    messages.expect(
      run.paragraph("FAILED session-detail/answer").replacing(message, with: "é"),
      "a huge error"
    )
    #expect(run.output.utf8.count < 100_000)
    let examination = try await suite.parity("doctor", "--command", try program.command)
    examination.expect(.exit(1), output: ["-32603: \(message)…"])
    messages.expect(
      examination.lines(with: "FIX  unknown method").replacing(message, with: "é"),
      "a huge error that is examined"
    )
    #expect(examination.output.utf8.count < 100_000)
  }

  @Test func `a second answer fails its case`() async throws {
    try await expectCharged("answers-twice", message: "answers-twice")
  }

  @Test func `a program that differs from a golden is to be fixed`() async throws {
    let suite = try await TemporarySuite.recorded()
    try suite.replace(
      "\"expect\": { \"roles\": [\"assistant\"] }",
      with: "\"expect\": {}",
      in: Sample.messages
    )
    let run = try await suite.check(MisbehavingProgram("answers-wrongly"))
    run.expect(.exit(1), message: "a program that differs from a golden", in: messages)
  }

  @Test(arguments: ["answers-null", "answers-wrongly"])
  func `an answer that is wrong is judged as any other`(mode: String) async throws {
    try await expectCharged(mode, holding: ["Golden/session-detail/answer.json"], message: mode)
  }

  @Test func `a line over the limit is charged to its case`() async throws {
    try await expectCharged(
      "floods-output",
      "--reply-limit",
      "100000",
      message: "floods-output"
    )
  }

  @Test func `a line that goes on and on holds up no time limit`() async throws {
    try await expectCharged(
      "drips-output",
      "--timeout",
      "4",
      "--reply-limit",
      "1000000000",
      message: "no answer in time"
    )
  }

  @Test
  func `a line of a hundred megabytes is over the limit that there is where none is given`()
    async throws
  {
    try await expectCharged(
      "writes-huge-line",
      "--timeout",
      "60",
      message: "writes-huge-line"
    )
  }

  /// Expects that the program fails the case `answer` for the recorded reason, and that the other
  /// cases pass.
  ///
  /// - Parameters:
  ///   - texts: Values in the report.
  ///   - name: The name of the finding in its section.
  private func expectCharged(
    _ mode: String,
    _ options: String...,
    holding texts: [String] = [],
    message name: String,
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
        "FAILED session-detail/answer (misbehaving)\n",
        "parity check --only session-detail/answer --command '",
        "✗ session-detail 1.0.0   misbehaving   3 of 4 passed\n",
      ] + texts,
      sourceLocation: sourceLocation
    )
    // The last line has the command, and the program's own log says nothing about Parity.
    let finding = run.paragraph("FAILED session-detail/answer").split(separator: "\n")
      .filter { !$0.contains("--command") && !$0.hasPrefix("    | ") }
      .joined(separator: "\n")
    // The ids of requests depend on the machine.
    let ids = finding.replacing(#/(id":"?|id ")[0-9]+/#) { "\($0.1)N" }
    messages.expect(ids, name, sourceLocation: sourceLocation)
    #expect(!run.output.contains("FLAKY"), run.transcript, sourceLocation: sourceLocation)
    run.expectNoErrors(sourceLocation: sourceLocation)
    run.expectCounts(judged: 4, passed: 3, failed: 1, sourceLocation: sourceLocation)
  }
}
