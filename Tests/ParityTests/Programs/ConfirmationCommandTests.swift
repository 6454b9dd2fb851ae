import MessageSnapshot
import Testing

struct ConfirmationCommandTests {
  private let messages = MessageSnapshot("parity confirmations")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `programs that return what the goldens contain confirm them`() async throws {
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
      output: ["lock entry updated session-detail/answer\n", "4 lock entries updated\n"]
    )
    messages.expect(run.report, "new confirmations")
    let lock = try suite.text(of: TemporarySuite.lock)
    #expect(lock.split(separator: "\n").count == 4)
    for line in lock.split(separator: "\n") {
      #expect(line.contains(#""confirmedBy":["mine","misbehaving","reference"]"#))
    }
    #expect(try suite.contents(of: TemporarySuite.goldens) == goldens)
    let again = try await suite.parity("regenerate", "--implementation", "mine")
    again.expect(.exit(0), output: ["nothing to do\n"])
    let matrix = try await suite.parity("matrix")
    matrix.expect(.exit(0))
    #expect(!matrix.output.contains("°"), matrix.transcript)
    messages.expect(matrix.lines(with: "2 rows, 4 cases"), "goldens that are all confirmed")
  }

  @Test(arguments: ["answers-wrongly", "answers-with-error", "exits"])
  func `a program with another output is reported, and the matrix marks the golden`(
    mode: String
  ) async throws {
    try suite.list(MisbehavingProgram(mode).entry(named: "mine"))
    let run = try await suite.parity("regenerate", "--implementation", "mine")
    run.expect(
      .exit(0),
      output: [
        "parity check --only session-detail/answer --implementation mine\n",
        "3 lock entries updated\n",
      ]
    )
    messages.expect(run.lines(with: "session-detail/answer (mine"), mode)
    let matrix = try await suite.parity("matrix")
    matrix.expect(
      .exit(0),
      output: [
        "°: 1.\n", "| `answer` ° |", "| `greeting` |",
      ]
    )
    messages.expect(matrix.lines(with: "°: 1."), "a golden that is not confirmed")
  }

  @Test(arguments: [
    ("answers-twice", 1 as Int32),
    ("exits-at-third-request", 1),
    ("prints-banner", 69),
  ])
  func `a program that fails in another way confirms nothing`(
    mode: String,
    status: Int32
  ) async throws {
    let before = try suite.contents(of: "Golden")
    let program = MisbehavingProgram(
      mode,
      over: mode == "exits-at-third-request" ? "" : MisbehavingProgram.mark
    )
    let run = try await suite.parity("regenerate", "--command", try program.command)
    run.expect(.exit(status), message: "a program that confirms nothing", in: messages)
    // Which cases are in flight depends on the machine.
    let cases = #/session-detail/[a-z_]+(, session-detail/[a-z_]+)*/#
    let fault = run.lines(with: "misbehaving: ", "Welcome!").replacing(cases, with: "CASES")
    messages.expect(fault, mode)
    #expect(try suite.contents(of: "Golden") == before, run.transcript)
    try await program.expectNoneLeft(run)
  }
}
