import Testing

struct ExplainTests {
  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite()
  }

  private static let recording = """
    {"type":"system","subtype":"init"}
    {"type":"assistant","message":{"id":"m","content":[{"type":"text","text":"Let me look"}]}}
    {"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"t","name":"Bash","input":{"command":"ls"}}]}}
    {"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"README.md"}]}}
    """

  @Test(arguments: ["greeting", "session-detail/greeting"])
  func `a case is told row by row, then the chat, then the rules`(name: String) async throws {
    let run = try await suite.parity("explain", name)
    run.expect(.exit(0))
    run.expectNoErrors()
    #expect(
      run.output == """
        session-detail/greeting
          A user says hello.
          Fixtures/session-detail/messages.json:3:5

        rows, in order of arrival
          1. event-1 · user · "hello"
             shown: what the user wrote (P8)

        in the chat
          user  event-1
            hello

        """,
      run.transcript
    )
  }

  @Test func `with --chat the chat stands alone`() async throws {
    let run = try await suite.parity("explain", "greeting", "--chat")
    run.expect(.exit(0))
    #expect(run.output == "  user  event-1\n    hello\n", run.transcript)
  }

  @Test func `a rule that the matrix has is told at the end`() async throws {
    try suite.write(
      Sample.files[Sample.matrix]?.replacing("\"R1\"", with: "\"P9\"") ?? "",
      to: Sample.matrix
    )
    try await suite.parity("explain", "success_hidden").expect(
      .exit(0),
      output: [
        "hidden: a result that succeeded (P9)", "in the chat\n  nothing is shown\n",
        "the rules\n  P9  Text is kept as it is.\n",
      ]
    )
  }

  @Test(arguments: ["recording.jsonl", "-"])
  func `a recording is explained from a file or standard input`(source: String) async throws {
    try suite.write(Self.recording, to: "recording.jsonl")
    let run = try await suite.parity(
      "explain",
      "--events",
      source,
      input: source == "-" ? Self.recording : nil
    )
    run.expect(
      .exit(0),
      output: [
        "  1. event-1 · system init", "hidden: rows of this type are never shown (P12)",
        "folded into entry event-2, at its end (T7)",
        "its tool_result is the\n     outcome of t (T3)\n",
        "  assistant  event-2\n    Let me look\n    ✓ ls  Bash\n        README.md\n",
      ]
    )
    run.expectNoErrors()
  }

  @Test func `an operation takes its input from standard input, and needs no suite`() async throws {
    try suite.remove("Golden")
    let input =
      #"{"rows":[{"id":"a","sequence_number":1,"content":""}],"updates":[{"id":"b","sequence_number":2,"content_nonce":1}]}"#
    let run = try await suite.parity("explain", "session-detail/timeline", input: input)
    run.expect(
      .exit(0),
      output: [
        "initial load, in order of arrival\n  1. a · plain text", "hidden: it is blank (P1)",
        "updates, in order of arrival\n  1. b ",
        "ignored: there is no session_key that is the base64 of 32 bytes (E3)\n",
      ]
    )
    run.expectNoErrors()
  }

  @Test func `a load that can't be decrypted shows which row did it`() async throws {
    let input =
      #"{"rows":[{"id":"a","sequence_number":1,"content":"x"},{"id":"b","sequence_number":2,"content_nonce":1}]}"#
    let run = try await suite.parity("explain", "session-detail/timeline", input: input)
    run.expect(
      .exit(0),
      output: [
        "not shown, since the load fails (E2)",
        "fails the whole load with secret_resolution_failed",
        "✗ no timeline: secret_resolution_failed",
      ]
    )
  }

  @Test(arguments: [
    (["explain"], "Name a case, or recorded payloads"),
    (["explain", "greeting", "--events", "x"], "Name a case, or recorded payloads"),
    (["explain", "greetin"], "no case is called 'greetin'; did you mean 'greeting'?"),
    (
      ["explain", "greeting", "--root", "nowhere"],
      "'nowhere' has neither parity.json nor Fixtures/CONTRACT/behavior-matrix.json"
    ),
    (
      ["explain", "--events", "-", "--contract", "sesion-detail"], "did you mean 'session-detail'?"
    ),
    (
      ["explain", "--events", "-", "--root", "nowhere"],
      "'nowhere' has neither parity.json nor Fixtures/CONTRACT/behavior-matrix.json"
    ),
  ])
  func `what can't be explained is wrong usage`(arguments: [String], message: String) async throws {
    let run = try await suite.parity(arguments, input: "{}")
    run.expect(.exit(64), errors: [message])
    #expect(run.output == "", run.transcript)
  }

  @Test func `a malformed recording is named with its line`() async throws {
    try await suite.parity("explain", "--events", "-", input: "{}\n[]\n").expect(
      .exit(65),
      errors: ["error: standard input:2:1: a payload is an object"]
    )
    try await suite.parity("explain", "session-detail/timeline", input: "{\"ros\":[]}").expect(
      .exit(65),
      errors: ["error: standard input:1:8: an input has no member 'ros'; did you mean 'rows'?"]
    )
  }

  @Test func `nothing in a recording steers the terminal, and colours are asked for`() async throws
  {
    let evil = #"{"type":"user","text":"a\u001b[2J\u202eb\r","id":"\u001b]0;x\u0007"}"#
    let plain = try await suite.parity("explain", "--events", "-", input: evil)
    plain.expect(.exit(0), output: [#"a\u{1B}[2J\u{202E}b"#])
    #expect(
      !plain.output.unicodeScalars.contains {
        $0 != "\n" && $0.properties.generalCategory == .control
      }
    )
    let colored = try await suite.parity(
      "explain",
      "--events",
      "-",
      "--color",
      "always",
      input: evil
    )
    colored.expect(.exit(0), output: ["(\u{1B}[36mP8\u{1B}[0m)"])
  }
}
