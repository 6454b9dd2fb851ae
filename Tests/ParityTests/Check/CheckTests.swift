import MessageSnapshot
import Testing

struct CheckTests {
  private let messages = MessageSnapshot("parity check")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(arguments: [[], ["check"]])
  func `a suite that holds is green, and check is the default command`(
    command: [String]
  ) async throws {
    let run = try await suite.parity(command)
    run.expect(.exit(0), output: ["✓ session-detail 1.0.0   reference   4 passed"])
    run.expectNoErrors()
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test
  func `an output that is not the golden is told with row, clauses, place and values`() async throws
  {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let run = try await suite.parity("check")
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/greeting (reference)\n",
        "  A user says hello.\n  \(Sample.messages):3:5\n",
        "row message-text: messages of both roles\n  rule R1 of clause C1\n",
        "Golden/session-detail/greeting.json:", "/entries/0/content  − \"hallo\"\n",
        "+ \"hello\"\n",
        "parity check --only session-detail/greeting\n",
        "Golden/session-detail/greeting.json: error: ",
        "✗ session-detail 1.0.0   reference   3 of 4 passed",
        "parity review --only session-detail/greeting\n",
      ]
    )
    messages.expect(run.report, "an output that is not the golden")
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test
  func `an output that breaks what the case expects is told with the place of the expectation`()
    async throws
  {
    try suite.replace("\"roles\": [\"user\"]", with: "\"roles\": [\"system\"]", in: Sample.messages)
    let run = try await suite.parity("check")
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/greeting (reference)\n",
        "  roles  − [\"system\"]\n         + [\"user\"]\n", "\(Sample.messages):9:18\n",
      ]
    )
    messages.expect(run.report, "an output that breaks an expectation")
    #expect(
      !run.output.contains("Golden/session-detail/greeting.json"),
      "the golden itself is right\n\(run.transcript)"
    )
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a case without a golden fails until somebody accepts its output`() async throws {
    try suite.remove(Sample.golden(of: "answer"))
    let run = try await suite.parity("check")
    run.expect(
      .exit(1),
      output: [
        "FAILED session-detail/answer (reference)", "\(Sample.messages):13:5\n",
        "parity review --only session-detail/answer\n",
      ]
    )
    messages.expect(run.report, "a case without a golden")
    run.expectCounts(judged: 4, passed: 3, failed: 1)
  }

  @Test func `a finding of lint alone is red although every case passes`() async throws {
    try suite.replace("\"clauses\": [\"C2\"]", with: "\"clauses\": [\"C1\"]", in: Sample.matrix)
    let run = try await suite.parity("check")
    run.expect(
      .exit(1),
      message: "a clause that no row covers",
      in: messages,
      output: ["\(Sample.matrix):8:13: error: "]
    )
    run.expectCounts(judged: 4, passed: 4, failed: 0)
  }

  @Test func `a suite without a case is red`() async throws {
    try suite.write("{ \"cases\": [] }\n", to: Sample.messages)
    try suite.write("{ \"cases\": [] }\n", to: Sample.results)
    let run = try await suite.parity("check")
    #expect(run.end != .exit(0), "a run that judged nothing is never green\n\(run.transcript)")
  }

  @Test(arguments: ["1", "2", "16"])
  func `any number of jobs gives the same report`(jobs: String) async throws {
    try suite.replace("hello", with: "hallo", in: Sample.golden(of: "greeting"))
    let one = try await suite.parity("check", "--verbose")
    let many = try await suite.parity("check", "--verbose", "-j", jobs)
    #expect(many.report == one.report, "-j \(jobs) should change nothing\n\(many.transcript)")
    #expect(many.end == one.end, many.transcript)
  }

  @Test func `after as many failures as allowed the rest is skipped`() async throws {
    for caseID in Sample.cases {
      try suite.replace("\"rowCount\": 1", with: "\"rowCount\": 7", in: Sample.golden(of: caseID))
    }
    let run = try await suite.parity("check", "--max-failures", "2")
    run.expect(.exit(1))
    run.expectCounts(judged: 2, passed: 0, failed: 2, skipped: 2)
  }
}
