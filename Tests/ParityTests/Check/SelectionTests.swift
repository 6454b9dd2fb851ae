import Testing

struct SelectionTests {
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
      (["--contract", "session-detail", "--only", "answer"], ["answer"]),
    ])
  func `options select cases, which are listed, judged and counted`(options: [String], cases: [String]) async throws {
    let list = try await suite.parity(["check", "--list"] + options)
    list.expect(.exit(0))
    #expect(list.output == cases.map { "session-detail/\($0)\n" }.joined(), list.transcript)
    let run = try await suite.parity(["check"] + options)
    run.expect(.exit(0))
    run.expectCounts(judged: cases.count, passed: cases.count, failed: 0, skipped: 4 - cases.count)
  }

  @Test(
    arguments: [
      (["--only", "greting"], "--only 'greting' matches no case; did you mean 'greeting'?"),
      (
        ["--only", "session-detail/anwser"],
        "--only 'session-detail/anwser' matches no case; did you mean 'session-detail/answer'?"
      ),
      (["--skip", "zebra*"], "--skip 'zebra*' matches no case\n"),
      (["--row", "mesage-text"], "--row 'mesage-text' matches no row; did you mean 'message-text'?"),
      (["--only", "answer", "--only", "greting"], "--only 'greting' matches no case; did you mean 'greeting'?"),
      (["--only", "answer", "--skip", "answer"], "the selection leaves no case"),
      (["--only", "answer", "--row", "result-visibility"], "the selection leaves no case"),
      (["--only", ""], "--only '' matches no case\n"),
      (["--contract", "sesion-detail"], "no contract is called 'sesion-detail'; did you mean 'session-detail'?"),
      (["--contract", "zebra"], "no contract is called 'zebra'; there is session-detail"),
      (["--implementation", "refrence"], "no implementation is called 'refrence'; did you mean 'reference'?"),
    ])
  func `what selects nothing is wrong usage, with the nearest name`(options: [String], message: String) async throws {
    let run = try await suite.parity(["check"] + options)
    run.expect(.exit(64), errors: ["error: \(message)"])
    #expect(run.output == "", "nothing should be judged\n\(run.transcript)")
  }

  @Test(arguments: ["check", "regenerate"])
  func `all patterns that match nothing are told at once`(command: String) async throws {
    let run = try await suite.parity(command, "--only", "x1", "--skip", "x2", "--row", "x3")
    run.expect(
      .exit(64),
      errors: [
        "error: --only 'x1' matches no case\n", "error: --skip 'x2' matches no case\n",
        "error: --row 'x3' matches no row\n",
      ])
  }

  @Test(arguments: [
    ([], ["reference"]), (["reference"], ["reference"]), (["reference", "reference"], ["reference"]),
    (["live"], ["live"]), (["all"], ["reference", "live"]), (["all", "live"], ["reference", "live"]),
  ])
  func `implementations are chosen by name, and each judged once`(names: [String], judged: [String]) async throws {
    let run = try await suite.parity(["check"] + names.flatMap { ["--implementation", $0] })
    run.expect(.exit(0), output: judged.map { "session-detail 1.0.0: 4 of 4 cases passed (\($0))" })
    run.expectCounts(judged: 4 * judged.count, passed: 4 * judged.count, failed: 0)
  }
}
