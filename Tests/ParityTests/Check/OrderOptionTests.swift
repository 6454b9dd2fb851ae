import MessageSnapshot
import Testing

struct OrderOptionTests {
  private let messages = MessageSnapshot("parity orders of arrival")
  private let suite: TemporarySuite

  init() async throws {
    suite = try await .recorded()
  }

  @Test(arguments: [([], 4), (["--schedules", "1"], 1), (["--schedules", "4", "--seed", "7"], 4)])
  func `each case is tried in as many orders of arrival as asked for`(
    options: [String],
    schedules: Int
  ) async throws {
    let run = try await suite.parity(["check"] + options)
    let count = try #require(run.orders, run.transcript)
    #expect((4...4 * schedules).contains(count), run.transcript)
    run.expect(.exit(0))
    run.expectCounts(judged: 4, passed: 4, failed: 0)
    run.expectNoErrors()
  }

  @Test func `more schedules are more orders of arrival, until there are no more`() async throws {
    let few = try await suite.parity("check", "--schedules", "2")
    let many = try await suite.parity("check", "--schedules", "50")
    few.expect(.exit(0), output: ["   4 passed   8 orderings\n"])
    #expect((9..<4 * 50).contains(try #require(many.orders, many.transcript)), many.transcript)
  }

  @Test
  func `without schedules only the cases' own order is tried, and none is counted`() async throws {
    let run = try await suite.parity("check", "--schedules", "0")
    run.expect(.exit(0), output: ["✓ session-detail 1.0.0   reference   4 passed\n"])
  }

  @Test func `the same seed gives the same run, with any number of jobs`() async throws {
    let one = try await suite.parity("check", "--schedules", "50", "--seed", "18446744073709551615")
    let other = try await suite.parity(
      "check",
      "--schedules",
      "50",
      "--seed",
      "18446744073709551615",
      "-j",
      "4"
    )
    one.expect(.exit(0))
    // The last line has the time that the run took.
    let counts = { (run: ProgramRun) in run.output.split(separator: "\n").dropLast() }
    #expect(counts(one) == counts(other), other.transcript)
    #expect(counts(one).count == 1)
  }

  @Test(arguments: [
    (["--schedules=-1"], "a negative number of schedules"),
    (["--schedules", "-1"], "a negative number of schedules as a word of its own"),
    (["--schedules", "some"], "a number of schedules that is a word"),
    (["--seed=-1"], "a negative seed"),
    (["--seed", "18446744073709551616"], "a seed of more than 64 bits"),
  ])
  func `numbers that make no sense are wrong usage`(
    options: [String],
    message: String
  ) async throws {
    let run = try await suite.parity(["check"] + options)
    run.expect(.exit(64), message: message, in: messages)
    #expect(run.output == "", run.transcript)
  }

  @Test func `help tells of both options`() async throws {
    let run = try await suite.parity("check", "--help")
    run.expect(.exit(0), output: ["--schedules <n>", "--seed <n>"])
  }
}

extension ProgramRun {
  /// The number of orderings in which the cases passed, or `nil` if the summary doesn't
  /// print it.
  fileprivate var orders: Int? {
    output.firstMatch(of: #/ {3}([0-9]+) orderings?\n/#).flatMap { Int($0.1) }
  }
}
