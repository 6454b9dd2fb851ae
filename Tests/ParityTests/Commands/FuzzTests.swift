import Foundation
import Testing

struct FuzzTests {
  private static let contract = ["--contract", "session-detail"]
  private static let reference = ["--implementation", "reference"]

  private func fuzz(_ suite: TemporarySuite, _ filter: String = "cat", _ more: String...) async throws -> ProgramRun {
    let command = "'\(try Program.url.path)' serve | \(filter)"
    return try await suite.parity(
      ["fuzz"] + Self.contract + Self.reference + ["--command", command, "--inputs", "400"] + more)
  }

  @Test func `two that agree end well, with how many were asked and refused`() async throws {
    let run = try await fuzz(try TemporarySuite())
    run.expect(.exit(0), output: ["session-detail/timeline: 400 inputs of seed 0, ", " refused, 0 disagreements\n"])
    run.expectNoErrors()
  }

  @Test func `a disagreement is told with its smallest input, what differs, and a command that repeats it`()
    async throws
  {
    let suite = try TemporarySuite()
    let run = try await fuzz(suite, "sed -u s/hello/goodbye/")
    run.expect(
      .exit(1),
      output: [
        "1. ", "made as small as it goes:\n", "− reference, + parity\n", "hello", "goodbye", "repeat it: printf %s ",
        " disagreements\n",
      ])
    let command = try #require(run.output.firstMatch(of: /repeat it: (printf .*)/)?.output.1, run.transcript)
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", String(command).replacing("| parity ", with: "| '\(try Program.url.path)' ")]
    shell.currentDirectoryURL = suite.root
    shell.standardOutput = FileHandle.nullDevice
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1, "\(command)")
  }

  @Test func `a found input is saved as a case with what its author owes marked`() async throws {
    let suite = try TemporarySuite()
    let path = "\(TemporarySuite.fixtures)/found.json"
    try await fuzz(suite, "sed -u s/hello/goodbye/", "--save", path).expect(
      .exit(1), output: ["new case found_timeline_0_", " in \(path)\n"])
    let text = try suite.text(of: path)
    #expect(text.contains("\"description\": \"FILL IN: "), "\(text)")
    #expect(text.contains("\"expect\": \"FILL IN: "), "\(text)")
  }

  @Test func `an input too long for a command line is left to --save`() async throws {
    let long = "perl -pe '$| = 1; tr/a/4/ if /[^\"]{30000}/'"
    let run = try await fuzz(try TemporarySuite(), long, "--inputs", "1000")
    run.expect(
      .exit(1),
      output: ["repeat it: --save FILE writes the input, whose ", " bytes are too many to print\n", " disagreement"])
    #expect(run.output.utf8.count < 16_000, "\(run.output.utf8.count)")
  }

  @Test func `recorded payloads are made inputs from as well`() async throws {
    let suite = try TemporarySuite()
    try suite.write(#"{"type":"user","message":{"content":"salutations"}}"#, to: "recording.jsonl")
    try await fuzz(suite, "sed -u s/salutations/x/").expect(.exit(0))
    try await fuzz(suite, "sed -u s/salutations/x/", "--events", "recording.jsonl").expect(
      .exit(1), output: ["salutations"])
  }

  @Test func `the time ends it as the number of inputs does`() async throws {
    let suite = try TemporarySuite()
    let command = "'\(try Program.url.path)' serve"
    let run = try await suite.parity(
      ["fuzz"] + Self.contract + Self.reference + ["--command", command, "--seconds", "0.5"])
    run.expect(.exit(0), output: ["inputs of seed 0, "])
  }

  @Test(arguments: [
    ([], "Name two, each with --implementation or --command."),
    (["--implementation", "reference"], "Name two, each with"),
    (["--implementation", "reference", "--command", "x", "--inputs", "0"], "--inputs takes a number from 1."),
    (["--implementation", "reference", "--implementation", "referense"], "no implementation is called 'referense'"),
    (
      ["--implementation", "reference", "--command", "false", "--contract", "sesion"], "no contract is called 'sesion'"
    ),
    (["--implementation", "reference", "--command", "cat", "--events", "none.jsonl"], "none.jsonl"),
  ])
  func `wrong options are told, and nothing is asked`(options: [String], message: String) async throws {
    let run = try await TemporarySuite().parity(["fuzz"] + options)
    #expect(!run.output.contains("inputs of seed"), run.transcript)
    #expect(run.errors.contains(message), run.transcript)
  }

  @Test func `a program that can't be started is told`() async throws {
    let run = try await TemporarySuite().parity(
      ["fuzz"] + Self.contract + Self.reference + ["--command", "false"])
    run.expect(.exit(69), errors: ["false can't be asked: it exited with status 1"])
  }
}
