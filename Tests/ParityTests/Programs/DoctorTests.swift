import MessageSnapshot
import Testing

struct DoctorTests {
  private let messages = MessageSnapshot("parity doctor")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `a sound program has nothing to fix`() async throws {
    let run = try await suite.parity("doctor", "--command", try Program.serve)
    run.expect(.exit(0))
    messages.expect(run.report, "a sound program")
    #expect(run.lastLine.hasSuffix(" tested, 0 to fix"), run.transcript)
    run.expectNoErrors()
  }

  @Test func `the reference is examined by its name`() async throws {
    let run = try await suite.parity("doctor", "--implementation", "reference", "--quiet")
    run.expect(.exit(0))
    #expect(run.output.split(separator: "\n").count == 1, run.transcript)
  }

  @Test(arguments: [
    ("s/-32601/-32000/", "an error with another code", "-32000"),
    ("s/9007199254740991/9007199254740992/", "an id that was changed", "9007199254740992"),
    ("/9007199254740991/p", "a reply that is sent twice", "9007199254740991"),
    ("s/-32602.*/-32602,/", "a reply that is no JSON", "-32602"),
  ])
  func `what to fix is said with what was seen`(
    script: String,
    message: String,
    value: String
  ) async throws {
    let run = try await suite.parity("doctor", "--command", try Program.serve(alteredBy: script))
    run.expect(.exit(1), output: [value, "ok   handshake"])
    messages.expect(run.report, message)
  }

  @Test func `a contract that is claimed again and again is examined once`() async throws {
    let program = MisbehavingProgram("claims-again-and-again", over: "")
    let run = try await suite.parity("doctor", "--command", try program.command)
    run.expect(.exit(1))
    messages.expect(run.lines(with: "ok   handshake"), "a contract that is claimed repeatedly")
    try await suite.check(program).expect(.exit(0))
  }

  @Test(arguments: [
    ("cat", "20"),
    ("false", "20"),
    ("sleep 60", "0.3"),
    ("echo Welcome", "20"),
    ("no-such-program", "20"),
  ])
  func `a program that does not get through its handshake can't be examined further`(
    command: String,
    timeout: String
  ) async throws {
    let run = try await suite.parity("doctor", "--timeout", timeout, "--command", command)
    run.expect(.exit(69), output: ["FIX  handshake: ", "1 part tested, 1 to fix"])
    // What the program or the shell itself wrote is not Parity's.
    messages.expect(String(run.report.prefix { $0 != "{" && $0 != "|" }), command)
  }

  @Test func `a program has to be named, once`() async throws {
    try await suite.parity("doctor").expect(.exit(64), message: "no program", in: messages)
    try await suite.parity("doctor", "--command", "cat", "--implementation", "reference").expect(
      .exit(64)
    )
    try await suite.parity("doctor", "--implementation", "referenc").expect(
      .exit(64),
      message: "a misspelled implementation",
      in: messages,
      errors: ["'reference'"]
    )
  }
}
