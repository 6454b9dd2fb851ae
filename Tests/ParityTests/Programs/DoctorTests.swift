import Testing

struct DoctorTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a sound program has nothing to fix`() async throws {
    let run = try await suite.parity("doctor", "--command", try Program.serve)
    run.expect(
      .exit(0),
      output: [
        "ok   handshake: calls itself parity and claims ", "ok   version mismatch",
        "ok   unknown method", "ok   unknown contract", "ok   unknown operation", "ok   large id",
        "ok   large input", "ok   deep input", "ok   unicode", "ok   split writes",
        "ok   requests in flight", "ok   last request", "ok   end of input",
      ]
    )
    #expect(run.lastLine.hasSuffix(" examined, 0 to fix"), run.transcript)
    run.expectNoErrors()
  }

  @Test func `the reference is examined by its name`() async throws {
    let run = try await suite.parity("doctor", "--implementation", "reference", "--quiet")
    run.expect(.exit(0))
    #expect(run.output.split(separator: "\n").count == 1, run.transcript)
  }

  @Test(arguments: [
    ("s/-32601/-32000/", "FIX  unknown method: answered with error -32000", "error -32601"),
    (
      "s/9007199254740991/9007199254740992/", "FIX  large id: answered the id 9007199254740992",
      "send the id back"
    ),
    (
      "/9007199254740991/p", "FIX  large id: answered the id 9007199254740991, and was asked 1",
      "answer each request once"
    ),
    ("s/-32602.*/-32602,/", "FIX  version mismatch: wrote a line that is no JSON", "error -32602"),
  ])
  func `what to fix is said with what was seen`(
    script: String,
    finding: String,
    remedy: String
  ) async throws {
    let run = try await suite.parity("doctor", "--command", try Program.serve(alteredBy: script))
    run.expect(.exit(1), output: [finding, remedy, "ok   handshake"])
  }

  @Test func `a contract that is claimed again and again is examined once`() async throws {
    let program = MisbehavingProgram("claims-again-and-again", over: "")
    let run = try await suite.parity("doctor", "--command", try program.command)
    run.expect(
      .exit(1),
      output: ["ok   handshake: calls itself misbehaving and claims session-detail\n"]
    )
    try await suite.check(program).expect(.exit(0))
  }

  @Test(arguments: [
    ("cat", "20", "wrote a request or notification"),
    ("false", "20", "exited with status 1"),
    ("sleep 60", "0.3", "gave no reply within 0.3 s"),
    ("echo Welcome", "20", "wrote a line that is no JSON"),
    ("no-such-program", "20", "exited with status 127"),
  ])
  func `a program that does not get through its handshake can't be examined further`(
    command: String,
    timeout: String,
    fault: String
  ) async throws {
    let run = try await suite.parity("doctor", "--timeout", timeout, "--command", command)
    run.expect(.exit(69), output: ["FIX  handshake: \(fault)", "1 part examined, 1 to fix"])
  }

  @Test func `a program has to be named, once`() async throws {
    try await suite.parity("doctor").expect(.exit(64), errors: ["--implementation or by --command"])
    try await suite.parity("doctor", "--command", "cat", "--implementation", "reference").expect(
      .exit(64)
    )
    try await suite.parity("doctor", "--implementation", "referenc").expect(
      .exit(64),
      errors: ["did you mean 'reference'?"]
    )
  }
}
