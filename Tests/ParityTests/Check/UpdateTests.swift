import MessageSnapshot
import Testing

struct UpdateTests {
  private let messages = MessageSnapshot("parity check --update")

  @Test(arguments: ["--update", "-u"])
  func `what the expectations allow is regenerated, and then everything passes`(
    option: String
  ) async throws {
    let suite = try TemporarySuite()
    let run = try await suite.parity("check", option)
    run.expect(.exit(0), output: ["new session-detail/greeting\n", "4 new\n"])
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    #expect(!run.output.contains("FAILED"), "only the second check is printed\n\(run.transcript)")
    try await suite.parity("check").expect(.exit(0))
  }

  @Test func `if everything passes, nothing is written`() async throws {
    let suite = try await TemporarySuite.recorded()
    let before = try suite.contents()
    let run = try await suite.parity("check", "--update")
    run.expect(.exit(0))
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    #expect(try suite.contents() == before)
  }

  @Test func `an output that the expectation forbids fails, and the others are written`()
    async throws
  {
    let suite = try TemporarySuite()
    try suite.replace(#""entryCount": 0"#, with: #""entryCount": 7"#, in: Sample.results)
    let run = try await suite.parity("check", "--update")
    run.expect(.exit(1), output: ["3 new", "FAILED session-detail/success_hidden"])
    run.expectCounts(judged: 4, passed: 3, failed: 1)
    let goldens = try suite.contents(of: TemporarySuite.goldens).keys.sorted()
    #expect(goldens == ["answer.json", "error_shown.json", "greeting.json"])
  }

  @Test func `only what is selected is written`() async throws {
    let suite = try TemporarySuite()
    let run = try await suite.parity("check", "R1", "-u")
    // The goldens that are still missing are errors of the suite.
    run.expect(.exit(1), output: ["2 new\n", "error: the case 'error_shown' has no golden"])
    run.expectCounts(judged: 2, passed: 2, failed: 0, skipped: 2)
    #expect(try suite.contents(of: TemporarySuite.goldens).count == 2)
  }

  @Test(arguments: [
    (["--implementation", "wrong"], "an implementation of parity.json"),
    (["--implementation", "all"], "all implementations"),
  ])
  func `another implementation than the reference is wrong usage`(
    options: [String],
    message: String
  ) async throws {
    let suite = try TemporarySuite()
    try suite.list(MisbehavingProgram("answers-wrongly").entry(named: "wrong"))
    let before = try suite.contents()
    let run = try await suite.parity(["check", "--update"] + options)
    run.expect(.exit(64), message: message, in: messages, errors: ["'\(options.last ?? "")'"])
    #expect(run.output == "", run.transcript)
    #expect(try suite.contents() == before)
  }

  @Test func `a command is wrong usage too, but the reference may be named`() async throws {
    let suite = try TemporarySuite()
    let program = try MisbehavingProgram("behaves").command
    try await suite.parity("check", "--update", "--command", program).expect(.exit(64))
    let run = try await suite.parity("check", "--update", "--implementation", "reference")
    run.expect(.exit(0), output: ["4 new\n"])
    // Goldens of cases that the first reference can't run come from the second one.
    try await suite.parity("check", "--update", "--implementation", "live").expect(.exit(0))
  }

  @Test func `in CI nothing is checked or written`() async throws {
    let suite = try TemporarySuite()
    let before = try suite.contents()
    let run = try await suite.parity("check", "--update", environment: ["CI": "true"])
    run.expect(.exit(73), message: "in CI", in: messages, errors: ["CI is set"])
    #expect(run.output == "", run.transcript)
    #expect(try suite.contents() == before)
  }

  @Test func `a golden that was edited by hand stays, unless a filter names its case`()
    async throws
  {
    let suite = try await TemporarySuite.recorded()
    let golden = try suite.text(of: Sample.golden(of: "answer"))
    try suite.replace("good day", with: "good night", in: Sample.golden(of: "answer"))
    let run = try await suite.parity("check", "--update")
    run.expect(.exit(1), output: ["1 kept\n", "FAILED session-detail/answer"])
    let named = try await suite.parity("check", "answer", "--update")
    named.expect(.exit(0))
    #expect(try suite.text(of: Sample.golden(of: "answer")) == golden)
  }

  @Test func `a second implementation that still fails keeps the check red`() async throws {
    let suite = try TemporarySuite()
    try suite.list(MisbehavingProgram("answers-wrongly").entry(named: "wrong", #""default": true"#))
    let run = try await suite.parity("check", "--update")
    run.expect(.exit(1), output: ["4 new\n", "FAILED session-detail/answer (wrong)\n"])
    #expect(try suite.contents(of: TemporarySuite.goldens).count == 4)
  }

  @Test(arguments: [["--watch"], ["--shard", "1/2"]])
  func `options that make no sense with it are wrong usage`(options: [String]) async throws {
    let suite = try TemporarySuite()
    let run = try await suite.parity(["check", "--update"] + options)
    run.expect(.exit(64), errors: ["error: --update and \(options[0]) "])
  }
}
