import MessageSnapshot
import Testing

struct ReproTests {
  private let messages = MessageSnapshot("parity repro")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `the transcript has every line in both directions, and how to replay it`() async throws
  {
    let command = try Program.serve
    let run = try await suite.parity("repro", "greeting", "--command", command)
    run.expect(
      .exit(0),
      output: [
        #"-> {"jsonrpc":"2.0","id":0,"method":"initialize""#,
        #"<- {"jsonrpc":"2.0","id":0,"result""#,
        #"-> {"jsonrpc":"2.0","id":1,"method":"session-detail/timeline""#,
        #"<- {"jsonrpc":"2.0","id":1,"result""#,
        "repro session-detail/greeting --command ",
        "--requests > requests.jsonl",
        "\(command) < requests.jsonl",
      ]
    )
    messages.expect(run.lines(with: "   ("), "a program that answers")
    run.expectNoErrors()
  }

  @Test func `the requests alone replay the answers`() async throws {
    let run = try await suite.shell(
      #""$PARITY" repro greeting --implementation reference --requests > requests.jsonl && "$PARITY" serve < requests.jsonl"#
    )
    run.expect(.exit(0), output: [#""id":1,"result":{"entries":[{"#])
  }

  @Test(arguments: [
    ("false", "20", "a program that exits at once", []),
    ("sleep 60", "0.3", "a program that hangs", []),
    ("sh -c 'read a; echo oops >&2; exit 3'", "20", "a program that exits", ["  | oops"]),
  ])
  func `a program that ends or hangs is told as it happened`(
    command: String,
    timeout: String,
    message: String,
    log: [String]
  ) async throws {
    let run = try await suite.parity(
      "repro",
      "greeting",
      "--timeout",
      timeout,
      "--command",
      command
    )
    run.expect(.exit(69), output: log)
    messages.expect(run.lines(with: "   ("), message)
  }

  @Test func `an error reply is no answer`() async throws {
    let command = try Program.serve(
      alteredBy: #"s/\"result\":{\"entries\".*/\"error\":{\"code\":1}}/"#
    )
    let run = try await suite.parity("repro", "greeting", "--command", command)
    run.expect(.exit(1), output: [#"<- {"jsonrpc":"2.0","id":1,"error":{"code":1}}"#])
  }

  @Test func `a case that there is not is wrong usage`() async throws {
    try await suite.parity("repro", "greetin", "--implementation", "reference").expect(
      .exit(64),
      message: "a misspelled case",
      in: messages,
      errors: ["'greeting'"]
    )
  }

  @Test func `one input is answered by a program too`() async throws {
    let input = #"{"rows":[]}"#
    let own = try await suite.parity("run", "session-detail/timeline", input: input)
    let run = try await suite.parity(
      "run",
      "session-detail/timeline",
      "--command",
      try Program.serve,
      input: input
    )
    run.expect(.exit(0), output: [own.output])
    try await suite.parity("run", "session-detail/timeline", "--command", "false", input: input)
      .expect(
        .exit(69),
        message: "a program that can't be asked",
        in: messages,
        errors: ["false"]
      )
  }
}
