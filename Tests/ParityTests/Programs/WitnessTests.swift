import Testing

struct WitnessTests {
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `programs that give what the goldens say become their witnesses`() async throws {
    try suite.list(MisbehavingProgram("behaves").entry(named: "mine"))
    let goldens = try suite.contents(of: TemporarySuite.goldens)
    let run = try await suite.parity(
      "regenerate",
      "--implementation",
      "mine",
      "--command",
      try MisbehavingProgram("behaves").command
    )
    run.expect(
      .exit(0),
      output: ["lock renewed session-detail/answer\n  it is now confirmed by ", "4 lock renewed\n"]
    )
    let lock = try suite.text(of: TemporarySuite.lock)
    #expect(lock.split(separator: "\n").count == 4)
    for line in lock.split(separator: "\n") {
      #expect(line.contains(#""witnesses":["mine","misbehaving","reference"]"#))
    }
    #expect(try suite.contents(of: TemporarySuite.goldens) == goldens)
    let again = try await suite.parity("regenerate", "--implementation", "mine")
    again.expect(.exit(0), output: ["nothing to do\n"])
    try await suite.parity("matrix").expect(
      .exit(0),
      output: ["Every golden has an independent witness.\n"]
    )
  }

  @Test(arguments: [
    ("answers-wrongly", "differs session-detail/answer (mine)"),
    (
      "answers-with-error",
      "no output session-detail/answer (mine answered with error -32603: out of memory)"
    ),
    ("exits", "no output session-detail/answer (mine exited with status 7)"),
  ])
  func
    `a program that gives no such output is told and is no witness, and the matrix marks the golden`(
      mode: String,
      finding: String
    ) async throws
  {
    try suite.list(MisbehavingProgram(mode).entry(named: "mine"))
    let run = try await suite.parity("regenerate", "--implementation", "mine")
    run.expect(
      .exit(0),
      output: [
        "\(finding); to see how: parity check --only session-detail/answer --implementation mine\n",
        "3 lock renewed\n",
      ]
    )
    let matrix = try await suite.parity("matrix")
    matrix.expect(
      .exit(0),
      output: [
        "Goldens without an independent witness, marked °: 1.\n", "| `answer` ° |",
        "| `greeting` |",
      ]
    )
  }

  @Test(arguments: [
    ("answers-twice", "answered the request twice", 1 as Int32),
    ("exits-at-third-request", "FLAKY misbehaving exited with status 4", 1),
    ("prints-banner", "NOT STARTED ", 69),
  ])
  func `a program that fails otherwise is no witness of anything`(
    mode: String,
    message: String,
    status: Int32
  ) async throws {
    let before = try suite.contents(of: "Golden")
    let program = MisbehavingProgram(
      mode,
      over: mode == "exits-at-third-request" ? "" : MisbehavingProgram.mark
    )
    let run = try await suite.parity("regenerate", "--command", try program.command)
    run.expect(.exit(status), output: [message], errors: [", so nothing was written\n"])
    #expect(try suite.contents(of: "Golden") == before, run.transcript)
    try await program.expectNoneLeft(run)
  }
}
