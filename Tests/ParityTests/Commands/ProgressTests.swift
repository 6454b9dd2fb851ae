import Testing

@testable import parity

struct ProgressTests {
  private func estimate(
    _ done: Int,
    of goal: ProgressGoal?,
    after elapsed: Duration
  ) -> ProgressEstimate {
    ProgressEstimate(activity: .checkingCases, done: done, goal: goal, elapsed: elapsed)
  }

  @Test(arguments: [
    (0, Duration.seconds(5), nil),
    (25, .seconds(10), Duration.seconds(30)),
    (50, .seconds(10), .seconds(10)),
    (100, .seconds(10), nil),
    (25, .milliseconds(900), nil),
  ])
  func `the remaining time assumes the same speed, once the speed is known`(
    done: Int,
    elapsed: Duration,
    remaining: Duration?
  ) {
    #expect(estimate(done, of: .items(100), after: elapsed).remaining == remaining)
  }

  @Test func `a run with a time limit has the rest of it left`() {
    let estimate = estimate(7, of: .time(.seconds(60)), after: .seconds(45))
    #expect(estimate.remaining == .seconds(15))
    #expect(estimate.fraction == 0.75)
  }

  @Test func `a run without a goal has neither a fraction nor an end`() {
    let estimate = estimate(7, of: nil, after: .seconds(45))
    #expect(estimate.fraction == nil)
    #expect(estimate.remaining == nil)
    #expect(estimate.bar(columns: 79) == estimate.text)
  }

  @Test(arguments: [(0, 0), (1, 0), (50, 10), (99, 19), (100, 20)])
  func `the bar is filled as far as the run has come`(done: Int, filled: Int) {
    let bar = estimate(done, of: .items(100), after: .seconds(1)).bar(columns: 79)
    #expect(bar.count { $0 == "#" } == filled)
    #expect(bar.count { $0 == "." } == 20 - filled)
  }

  @Test(arguments: [20, 40, 79])
  func `the line never has more columns than the terminal, and drops the bar first`(columns: Int) {
    let estimate = estimate(1234, of: .items(20_000), after: .seconds(100))
    let line = estimate.bar(columns: columns)
    #expect(line.count <= columns)
    #expect(line.hasSuffix(String(estimate.text.prefix(columns))))
  }

  @Test func `an empty run is finished`() {
    #expect(estimate(0, of: .items(0), after: .zero).fraction == 1)
  }
}
