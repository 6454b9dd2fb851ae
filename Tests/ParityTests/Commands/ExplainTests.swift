import MessageSnapshot
import Testing

struct ExplainTests {
  private let messages = MessageSnapshot("parity explain")
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
    run.expect(
      .exit(0),
      output: [
        "session-detail/greeting\n  A user says hello.\n  \(Sample.messages):3:5\n",
        "  1. event-1 · user · \"hello\"\n", " (P8)\n", "  user  event-1\n    hello\n",
      ]
    )
    run.expectNoErrors()
    messages.expect(run.report, "a case")
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
    let run = try await suite.parity("explain", "success_hidden")
    run.expect(.exit(0), output: [" (P9)", "\n  P9  Text is kept as it is.\n"])
    messages.expect(run.report, "a case with a rule of the matrix")
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
        "  1. event-1 · system init", " (P12)", " (T7)", " (T3)\n",
        "  assistant  event-2\n    Let me look\n    ✓ ls  Bash\n        README.md\n",
      ]
    )
    messages.expect(run.report, "a recording")
    run.expectNoErrors()
  }

  @Test func `an operation takes its input from standard input, and needs no suite`() async throws {
    try suite.remove("Golden")
    let input =
      #"{"rows":[{"id":"a","sequence_number":1,"content":""}],"updates":[{"id":"b","sequence_number":2,"content_nonce":1}]}"#
    let run = try await suite.parity("explain", "session-detail/timeline", input: input)
    run.expect(.exit(0), output: ["\n  1. a · ", " (P1)", "\n  1. b ", " (E3)\n"])
    messages.expect(run.report, "an input of an operation")
    run.expectNoErrors()
  }

  @Test func `a load that can't be decrypted shows which row did it`() async throws {
    let input =
      #"{"rows":[{"id":"a","sequence_number":1,"content":"x"},{"id":"b","sequence_number":2,"content_encrypted":"AAAA","content_nonce":"AAAA"}]}"#
    let run = try await suite.parity("explain", "session-detail/timeline", input: input)
    run.expect(.exit(0), output: [" (E2)", "secret_resolution_failed"])
    messages.expect(run.report, "a load that can't be decrypted")
  }

  @Test(arguments: [
    (["explain"], "no case"),
    (["explain", "greeting", "--events", "x"], "a case and payloads"),
    (["explain", "greetin"], "a misspelled case"),
    (["explain", "greeting", "--root", "nowhere"], "a case of a root that is missing"),
    (["explain", "--events", "-", "--contract", "sesion-detail"], "a misspelled contract"),
    (["explain", "--events", "-", "--root", "nowhere"], "payloads in a root that is missing"),
  ])
  func `what can't be explained is wrong usage`(arguments: [String], message: String) async throws {
    let run = try await suite.parity(arguments, input: "{}")
    run.expect(.exit(64), message: message, in: messages)
    #expect(run.output == "", run.transcript)
  }

  @Test func `a malformed recording is named with its line`() async throws {
    try await suite.parity("explain", "--events", "-", input: "{}\n[]\n").expect(
      .exit(65),
      message: "a payload that is no object",
      in: messages,
      errors: ["error: standard input:2:1: "]
    )
    try await suite.parity("explain", "session-detail/timeline", input: "{\"ros\":[]}").expect(
      .exit(65),
      message: "a misspelled member of an input",
      in: messages,
      errors: ["error: standard input:1:8: "]
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
