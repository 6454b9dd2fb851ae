import Testing

struct RunTests {
  private let suite: TemporarySuite

  init() throws {
    suite = try TemporarySuite()
  }

  private static let operation = "session-detail/timeline"
  private static let hello = #"{"type":"user","message":{"content":"hello"}}"#

  @Test(arguments: [
    "{\"events\": [\(hello)]}",
    "{\"rows\":[{\"id\":\"event-1\",\"sequence_number\":1,\"content\":{\"$json\":\(hello)}}]}\n",
    "\n {\"rows\":[],\"updates\":[{\"id\":\"event-1\",\"sequence_number\":\"1\",\"content\":{\"$json\":\(hello)}}]}",
  ])
  func `one input comes from standard input, written forms included`(input: String) async throws {
    let run = try await suite.parity("run", Self.operation, input: input)
    run.expect(
      .exit(0),
      output: [
        "{\n  \"entries\": [\n", "\"content\": \"hello\"", "\"id\": \"event-1\"",
        "  \"rowCount\": 1\n}\n",
      ]
    )
    run.expectNoErrors()
  }

  @Test func `the output is the golden of the same input`() async throws {
    let recorded = try await TemporarySuite.recorded()
    let run = try await suite.parity("run", Self.operation, input: "{\"events\": [\(Self.hello)]}")
    #expect(try run.output == recorded.text(of: Sample.golden(of: "greeting")), run.transcript)
  }

  @Test(arguments: [
    ("", "standard input:1:1: the text is empty"),
    ("{\"rows\": 1}", "standard input:1:10: 'rows' is an array, not a number"),
    ("{\n\"ros\": []}", "standard input:2:8: an input has no member 'ros'; did you mean 'rows'?\n"),
    ("{\"events\":[1]}", "standard input:1:12: a payload is an object, not a number"),
    ("{\"rows\":[]} x", "standard input:1:13: "),
  ])
  func `an input that can't be understood is told with its place`(
    input: String,
    message: String
  ) async throws {
    let run = try await suite.parity("run", Self.operation, input: input)
    run.expect(.exit(65), errors: ["error: ", message])
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: ["", " --jsonl", " --implementation morsels"])
  func `an output over the limit is a failure that names the limit, and takes little memory`(
    options: String
  ) async throws {
    let stream =
      "id: \(String(repeating: "x", count: 1_000_000))\\n"
      + String(repeating: "data: x\\n\\n", count: 3_000)
    try suite.addSecondContract()
    let run = try await suite.shell(
      "ulimit -v \(1 << 20); \"$PARITY\" run event-stream/parse\(options) | head -c 1000",
      input: "{\"chunks\": [\"\(stream)\"]}"
    )
    let text = run.output + run.errors
    #expect(text.contains("gave an output of more than 16777216 bytes"), run.transcript)
    #expect(text.utf8.count < 500, run.transcript)
  }

  @Test func `with --jsonl each line has its answer, and an error makes the run red`() async throws
  {
    let input = "{\"events\":[]}\n\n{\"ros\":[]}\r\n \t\r\nnope\n{\"rows\":[]}"
    let run = try await suite.parity("run", Self.operation, "--jsonl", input: input)
    run.expect(.exit(1))
    run.expectNoErrors()
    let places = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(
      places.map(\.isEmpty) == [false, true, false, true, false, false, true],
      "each line has its answer's place"
    )
    let lines = places.filter { !$0.isEmpty }
    try #require(lines.count == 4, run.transcript)
    #expect(lines[0] == #"{"result":{"entries":[],"rowCount":0}}"#)
    #expect(
      lines[1].hasPrefix(
        #"{"error":{"code":"bad_input","message":"standard input:3:8: an input has no member 'ros'"#
      )
    )
    #expect(lines[2].hasPrefix(#"{"error":{"code":"bad_input","message":"standard input:5:2: "#))
    #expect(lines[3] == #"{"result":{"entries":[],"rowCount":0}}"#)
  }

  @Test(arguments: ["", "\n\n", "{\"events\":[]}\n"])
  func `with --jsonl a run without an error is green`(input: String) async throws {
    let run = try await suite.parity("run", Self.operation, "--jsonl", input: input)
    run.expect(.exit(0))
    run.expectNoErrors()
  }

  @Test(arguments: ["recording.jsonl", "-"])
  func `recorded payloads come from a file or standard input`(source: String) async throws {
    let recording =
      "\(Self.hello)\n\n{\"type\":\"result\",\"is_error\":true,\"result\":\"no luck\"}\r\n"
    try suite.write(recording, to: "recording.jsonl")
    let run = try await suite.parity(
      "run",
      Self.operation,
      "--events",
      source,
      input: source == "-" ? recording : nil
    )
    run.expect(
      .exit(0),
      output: [
        "\"content\": \"hello\"", "\"message\": \"no luck\"", "\"id\": \"event-2\"",
        "\"rowCount\": 2",
      ]
    )
    run.expectNoErrors()
  }

  @Test(arguments: [
    ("{\"type\":\"user\"}\n\n{\"type\":\n", "recording.jsonl:3:9: "),
    ("{}\n[]\n", "recording.jsonl:2:1: a payload is an object"),
  ])
  func `a malformed line of a recording is named`(recording: String, message: String) async throws {
    try suite.write(recording, to: "recording.jsonl")
    let run = try await suite.parity("run", Self.operation, "--events", "recording.jsonl")
    run.expect(.exit(65), errors: ["error: \(message)"])
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: [
    ("missing.jsonl", "no such file or directory"), (".", "a folder stands where a file is due"),
  ])
  func `a recording that can't be read is named`(path: String, reason: String) async throws {
    let run = try await suite.parity("run", Self.operation, "--events", path)
    run.expect(.exit(65), errors: ["error: \(path): \(reason)\n"])
  }

  @Test(arguments: [
    (
      "sesion-detail/timeline",
      "no contract is called 'sesion-detail'; did you mean 'session-detail'?"
    ),
    (
      "session-detail/timelin",
      "session-detail has no operation 'timelin'; did you mean 'timeline'?"
    ),
    ("session-detail/zebra", "session-detail has no operation 'zebra'; there is timeline"),
    (
      "timeline",
      "no case is called 'timeline'\n'timeline' is no operation; it is CONTRACT/OPERATION"
    ),
    (
      "session-detail/timeline/x",
      "'session-detail/timeline/x' is no operation; it is CONTRACT/OPERATION"
    ),
  ])
  func `an unknown operation is wrong usage, with the nearest one`(
    operation: String,
    message: String
  ) async throws {
    let run = try await suite.parity("run", operation, input: "{\"rows\":[]}")
    run.expect(.exit(64), errors: ["error: \(message)\n"])
  }

  @Test func `an unknown implementation is wrong usage, with the nearest one`() async throws {
    let run = try await suite.parity(
      "run",
      Self.operation,
      "--implementation",
      "referense",
      input: "{\"rows\":[]}"
    )
    run.expect(
      .exit(64),
      errors: ["error: no implementation is called 'referense'; did you mean 'reference'?\n"]
    )
  }

  @Test func `an operation needs no suite`() async throws {
    try suite.remove("Golden")
    try await suite.parity("run", Self.operation, input: "{\"rows\":[]}").expect(.exit(0))
  }

  @Test func `an input may come in pieces`() async throws {
    let run = try await suite.shell(
      #"(printf '{"rows'; sleep 0.05; printf '":[]'; sleep 0.05; printf '}') | "$PARITY" run session-detail/timeline"#
    )
    run.expect(.exit(0), output: ["\"rowCount\": 0"])
  }
}
