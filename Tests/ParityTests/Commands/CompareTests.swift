import MessageSnapshot
import Testing

/// Tests of `parity run` with several implementations.
struct CompareTests {
  private let messages = MessageSnapshot("parity compare")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test func `implementations that agree on a case are told, and the run is green`() async throws {
    let run = try await compare("answer", [MisbehavingProgram("behaves").command])
    run.expect(.exit(0))
    messages.expect(run.report, "implementations that agree")
  }

  @Test(arguments: ["answer", "session-detail/answer"])
  func `in what one differs over a case is told, and the run is red`(name: String) async throws {
    let run = try await compare(name, [MisbehavingProgram("answers-wrongly").command])
    run.expect(.exit(1), output: ["− reference, + misbehaving\n", "  at /"])
  }

  @Test func `one that gives no output differs, and the others agree`() async throws {
    let failing = try MisbehavingProgram("answers-with-error").entry(named: "failing")
    let same = try MisbehavingProgram("behaves").entry(named: "same")
    try suite.write("{ \"implementations\": [\(failing), \(same)] }\n", to: "parity.json")
    let run = try await suite.parity(
      "run",
      "answer",
      "--implementation",
      "failing",
      "--implementation",
      "reference",
      "--implementation",
      "same"
    )
    run.expect(.exit(1), output: ["failing: ", "reference and same "])
    messages.expect(run.report, "an implementation without an output")
  }

  @Test func `programs of one name are told apart`() async throws {
    let commands = try ["behaves", "answers-wrongly"].map { try MisbehavingProgram($0).command }
    let run = try await suite.parity(["run", "answer"] + commands.flatMap { ["--command", $0] })
    run.expect(.exit(1), output: ["− misbehaving, + misbehaving (2)\n"])
  }

  @Test func `they are compared over standard input, and over a recording`() async throws {
    let mine = try MisbehavingProgram("answers-wrongly", over: "hello").command
    let payload = #"{"type":"user","message":{"content":"hello"}}"#
    let input = #"{"events":[\#(payload)]}"#
    try suite.write(payload + "\n", to: "recording.jsonl")
    for (options, text) in [([], input), (["--events", "recording.jsonl"], nil)] {
      let run = try await suite.parity(
        ["run", "session-detail/timeline", "--implementation", "reference", "--command", mine]
          + options,
        input: text
      )
      run.expect(.exit(1), output: ["− reference, + misbehaving\n"])
    }
  }

  @Test func `the output of one over a case is printed`() async throws {
    let run = try await suite.parity("run", "greeting")
    run.expect(.exit(0))
    #expect(try run.output == suite.text(of: Sample.golden(of: "greeting")), run.transcript)
  }

  @Test(arguments: [
    (["answr"], "a misspelled case"),
    (
      ["answer", "--jsonl", "--implementation", "a", "--implementation", "b"],
      "--jsonl with two implementations"
    ),
  ])
  func `what can't be asked is wrong usage`(options: [String], message: String) async throws {
    try await suite.parity(["run"] + options).expect(.exit(64), message: message, in: messages)
  }

  private func compare(_ name: String, _ commands: [String]) async throws -> ProgramRun {
    try await suite.parity(
      ["run", name, "--implementation", "reference"] + commands.flatMap { ["--command", $0] }
    )
  }
}
