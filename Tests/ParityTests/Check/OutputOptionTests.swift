import Testing

struct OutputOptionTests {
  private let suite: TemporarySuite
  private let escape = "\u{1B}["

  init() async throws {
    suite = try await .recorded()
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
  }

  @Test(arguments: ["-q", "--quiet"])
  func `a quiet check prints problems and the last line`(option: String) async throws {
    let run = try await suite.parity("check", option)
    run.expect(.exit(1), output: ["FAILED session-detail/greeting (reference)\n", "+ \"hello\"\n"])
    #expect(
      !run.output.contains("session-detail 1.0.0"),
      "the summary of each contract is left out\n\(run.transcript)"
    )
    #expect(!run.output.contains("next:"), "advice is left out\n\(run.transcript)")
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a quiet check of a suite that holds prints one line`() async throws {
    let run = try await TemporarySuite.recorded().parity("check", "--quiet")
    run.expect(.exit(0))
    #expect(
      run.report == "PASS  4 cases in TIME\n",
      run.transcript
    )
  }

  @Test(arguments: ["-v", "--verbose"])
  func `a verbose check names every case`(option: String) async throws {
    let run = try await suite.parity("check", option)
    run.expect(
      .exit(1),
      output: [
        "passed session-detail/answer (reference)\n",
        "passed session-detail/success_hidden (reference)\n",
        "passed session-detail/error_shown (reference)\n",
        "FAILED session-detail/greeting (reference)\n",
      ]
    )
  }

  @Test func `what is not a terminal gets no colours unless they are asked for`() async throws {
    for options in [[], ["--color", "auto"], ["--color", "never"]] {
      let run = try await suite.parity(["check"] + options)
      #expect(!run.output.contains(escape), "no colours are due with \(options)\n\(run.transcript)")
    }
    let run = try await suite.parity("check", "--color", "always")
    run.expect(.exit(1), output: ["\(escape)31mFAILED \(escape)0m"])
  }

  @Test func `an option outranks NO_COLOR`() async throws {
    let run = try await suite.parity("check", "--color", "always", environment: ["NO_COLOR": "1"])
    run.expect(.exit(1), output: ["\(escape)31mFAILED \(escape)0m"])
  }

  /// Returns a report without the duration in its last line.
  private func withoutTime(_ report: String) -> String {
    report.replacing(/\ in ([0-9.]+ s|TIME)/, with: "")
  }

  @Test func `colours change nothing but colours`() async throws {
    let plain = try await suite.parity("check", "--color", "never")
    let colored = try await suite.parity("check", "--color", "always")
    #expect(
      withoutTime(colored.report.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
        == withoutTime(plain.report),
      colored.transcript
    )
  }

  @Test func `standard error stays empty where it is no terminal`() async throws {
    try await suite.parity("check", "--verbose").expectNoErrors()
  }
}
