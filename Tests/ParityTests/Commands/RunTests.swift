import MessageSnapshot
import Testing

struct RunTests {
  private let messages = MessageSnapshot("parity run")
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
    ("", "1:1", "an empty input"),
    ("{\"rows\": 1}", "1:10", "rows that are a number"),
    ("{\n\"ros\": []}", "2:8", "a misspelled member"),
    ("{\"events\":[1]}", "1:12", "a payload that is a number"),
    ("{\"rows\":[]} x", "1:13", "more than one value"),
  ])
  func `an input that can't be understood is told with its place`(
    input: String,
    place: String,
    message: String
  ) async throws {
    let run = try await suite.parity("run", Self.operation, input: input)
    run.expect(
      .exit(65),
      message: message,
      in: messages,
      errors: ["error: standard input:\(place): "]
    )
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: [
    ("", "an output over the limit"),
    (" --jsonl", "an output over the limit in a line"),
    (" --implementation morsels", "an output of morsels over the limit"),
  ])
  func `an output over the limit is a failure that names the limit, and takes little memory`(
    options: String,
    message: String
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
    #expect(text.contains("16777216 bytes"), run.transcript)
    messages.expect(text, message)
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
    #expect(lines[1].hasPrefix(#"{"error":{"code":"bad_input","message":"standard input:3:8: "#))
    #expect(lines[2].hasPrefix(#"{"error":{"code":"bad_input","message":"standard input:5:2: "#))
    messages.expect(lines[1...2].joined(separator: "\n"), "lines that can't be understood")
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
    ("{\"type\":\"user\"}\n\n{\"type\":\n", "3:9", "a payload that ends early"),
    ("{}\n[]\n", "2:1", "a payload that is an array"),
  ])
  func `a malformed line of a recording is named`(
    recording: String,
    place: String,
    message: String
  ) async throws {
    try suite.write(recording, to: "recording.jsonl")
    let run = try await suite.parity("run", Self.operation, "--events", "recording.jsonl")
    run.expect(
      .exit(65),
      message: message,
      in: messages,
      errors: ["error: recording.jsonl:\(place): "]
    )
    #expect(run.output == "", run.transcript)
  }

  @Test(arguments: [
    ("missing.jsonl", "a recording that is missing"), (".", "a recording that is a folder"),
  ])
  func `a recording that can't be read is named`(path: String, message: String) async throws {
    let run = try await suite.parity("run", Self.operation, "--events", path)
    run.expect(.exit(65), message: message, in: messages, errors: ["error: \(path): "])
  }

  @Test(arguments: [
    ("sesion-detail/timeline", "a misspelled contract", "'session-detail'"),
    ("session-detail/timelin", "a misspelled operation", "'timeline'"),
    ("session-detail/zebra", "an unknown operation", "timeline"),
    ("timeline", "an operation without its contract", "CONTRACT/OPERATION"),
    ("session-detail/timeline/x", "a name of three parts", "CONTRACT/OPERATION"),
  ])
  func `an unknown operation is wrong usage, with the nearest one`(
    operation: String,
    message: String,
    value: String
  ) async throws {
    let run = try await suite.parity("run", operation, input: "{\"rows\":[]}")
    run.expect(.exit(64), message: message, in: messages, errors: [value])
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
      message: "a misspelled implementation",
      in: messages,
      errors: ["'reference'"]
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
