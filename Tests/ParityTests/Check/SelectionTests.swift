import CanonicalJSON
import MessageSnapshot
import Testing

struct SelectionTests {
  private let messages = MessageSnapshot("parity selection")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(
    arguments: [
      ([], ["greeting", "answer", "success_hidden", "error_shown"]),
      (["--only", "answer"], ["answer"]),
      (["--only", "session-detail/answer"], ["answer"]),
      (["--only", "session-*/*_shown"], ["error_shown"]),
      (["--only", "*_*"], ["success_hidden", "error_shown"]),
      (["--only", "answe?"], ["answer"]),
      (["--only", "answer", "--only", "greeting"], ["greeting", "answer"]),
      (["--skip", "*_*"], ["greeting", "answer"]),
      (["--only", "*e*", "--skip", "g*", "--skip", "error_shown"], ["answer", "success_hidden"]),
      (["--row", "result-visibility"], ["success_hidden", "error_shown"]),
      (["--row", "session-detail/message-*"], ["greeting", "answer"]),
      (["--row", "result-*", "--skip", "success_hidden"], ["error_shown"]),
      (["--rule", "R1"], ["greeting", "answer"]),
      (["--rule", "session-detail/C2", "--skip", "success_hidden"], ["error_shown"]),
      (["--contract", "session-detail", "--only", "answer"], ["answer"]),
    ])
  func `options select cases, which are listed, judged and counted`(
    options: [String],
    cases: [String]
  ) async throws {
    let list = try await suite.parity(["check", "--list"] + options)
    list.expect(.exit(0))
    #expect(list.output == cases.map { "session-detail/\($0)\n" }.joined(), list.transcript)
    let run = try await suite.parity(["check"] + options)
    run.expect(.exit(0))
    run.expectCounts(judged: cases.count, passed: cases.count, failed: 0, skipped: 4 - cases.count)
  }

  @Test(
    arguments: [
      (["--only", "greting"], "a misspelled case", "'greeting'"),
      (
        ["--only", "session-detail/anwser"], "a misspelled case of a contract",
        "'session-detail/answer'"
      ),
      (["--skip", "zebra*"], "a pattern that matches no case", "'zebra*'"),
      (["--row", "mesage-text"], "a misspelled row", "'message-text'"),
      (["--rule", "R9"], "an unknown rule", "'R1'"),
      (["--only", "answer", "--only", "greting"], "a misspelled case", "'greeting'"),
      (["--only", "answer", "--skip", "answer"], "options that exclude each case", "error: "),
      (
        ["--only", "answer", "--row", "result-visibility"],
        "options that no case matches together", "error: "
      ),
      (["--only", ""], "an empty pattern", "''"),
      (["--contract", "sesion-detail"], "a misspelled contract", "'session-detail'"),
      (["--contract", "zebra"], "an unknown contract", "session-detail"),
      (["--implementation", "refrence"], "a misspelled implementation", "'reference'"),
    ])
  func `what selects nothing is wrong usage, with the nearest name`(
    options: [String],
    message: String,
    name: String
  ) async throws {
    let run = try await suite.parity(["check"] + options)
    run.expect(.exit(64), message: message, in: messages, errors: ["error: ", name])
    #expect(run.output == "", "nothing should be judged\n\(run.transcript)")
  }

  @Test
  func `the selected cases are listed as data, with their rows, clauses and place`() async throws {
    let list = try await suite.parity("check", "--list", "--json", "--only", "answer")
    list.expect(.exit(0))
    let told = try JSONDocument(parsing: Array(list.output.utf8)).root.value
    let testCase = try #require(told.elements?.first)
    #expect(told.elements?.count == 1)
    #expect(testCase["case"] == "session-detail/answer")
    #expect(
      testCase["rows"]?.elements?.isEmpty == false
        && testCase["clauses"]?.elements?.contains("R1") == true
    )
    #expect(testCase["location"]?["file"] == .string(Sample.messages), list.transcript)
    try await suite.parity("check", "--json").expect(
      .exit(64),
      message: "--json without --list",
      in: messages,
      errors: ["--list"]
    )
  }

  @Test func `what failed in a report is selected, and so is one of its causes`() async throws {
    let program = try MisbehavingProgram("answers-wrongly").command
    let failing = try MisbehavingProgram("crashes", over: "hello").command
    try await suite.parity(
      "check",
      "--command",
      program,
      "--report",
      "json=one.json",
      "--schedules",
      "0",
      "--quiet"
    ).expect(.exit(1))
    try await suite.parity("check", "--list", "--failed-in", "one.json")
      .expect(.exit(0), output: ["session-detail/answer\n"])
    let run = try await suite.parity("check", "--failed-in", "one.json")
    run.expect(.exit(0))
    run.expectCounts(judged: 1, passed: 1, failed: 0, skipped: 3)
    try await suite.parity(
      "check",
      "--command",
      failing,
      "--report",
      "json=two.json",
      "--schedules",
      "0",
      "--quiet"
    ).expect(.exit(1), output: ["by cause:\n", "crash"])
    try await suite.parity("check", "--list", "--failed-in", "two.json", "--cause", "1")
      .expect(.exit(0), output: ["session-detail/greeting\n"])
    try await suite.parity("check", "--failed-in", "two.json", "--cause", "2")
      .expect(.exit(64), message: "an unknown cause", in: messages)
    try await suite.parity("check", "--cause", "1")
      .expect(
        .exit(64),
        message: "a cause without a report",
        in: messages,
        errors: ["--failed-in"]
      )
    try await suite.parity("check", "--failed-in", "parity.json")
      .expect(
        .exit(65),
        message: "a report that is missing",
        in: messages,
        errors: ["error: parity.json: "]
      )
  }

  @Test(arguments: ["check", "regenerate"])
  func `all patterns that match nothing are told at once`(command: String) async throws {
    let run = try await suite.parity(command, "--only", "x1", "--skip", "x2", "--row", "x3")
    run.expect(
      .exit(64),
      message: "several patterns that match nothing",
      in: messages,
      errors: ["--only 'x1'", "--skip 'x2'", "--row 'x3'"]
    )
  }

  @Test(arguments: [
    ([], ["reference"]),
    (["reference"], ["reference"]),
    (["reference", "reference"], ["reference"]),
    (["live"], ["live"]),
    (["all"], ["reference", "live"]),
    (["all", "live"], ["reference", "live"]),
  ])
  func `implementations are chosen by name, and each judged once`(
    names: [String],
    judged: [String]
  ) async throws {
    let run = try await suite.parity(["check"] + names.flatMap { ["--implementation", $0] })
    run.expect(.exit(0))
    #expect(
      run.summaries == judged.map { "✓ session-detail 1.0.0 \($0) 4 passed 12 orderings" },
      run.transcript
    )
    run.expectCounts(judged: 4 * judged.count, passed: 4 * judged.count, failed: 0)
  }
}
