import CanonicalJSON
import Conformance
import Synchronization
import TestSuites
import Testing

struct RunnerTests {
  private let suite = SuiteFolder()

  @Test(arguments: [1, 2, 4, 20])
  func `verdicts come in the order of the cases, however the answers come`(jobs: Int) async throws {
    let cases = try cases(waiting: [30, 1, 20, 1, 10, 1])
    let slow = SlowImplementation()
    let told = Mutex<[String]>([])
    let verdicts = await Runner(jobs: jobs).run(cases, on: slow, check: passing) { verdict in
      told.withLock { $0.append(verdict.testCase.id) }
    }
    #expect(verdicts.map(\.testCase.id) == cases.map(\.id))
    #expect(told.withLock { $0.sorted() } == cases.map(\.id), "each verdict is told once")
    #expect(slow.mostInFlight <= jobs, "no more than \(jobs) requests are in flight")
  }

  @Test func `a verdict has the time that the implementation took, and none if it wasn't sent`()
    async throws
  {
    let cases = try cases(waiting: [1, 0])
    let verdicts = await Runner(jobs: 1).run(cases, on: SlowImplementation(), check: passing)
    let durations = verdicts.compactMap(\.duration)
    #expect(durations.count == 2)
    #expect(durations.allSatisfy { $0 > .zero }, "\(durations)")

    try suite.write([.words("a", requires: ["net"])])
    let lacking = await Runner(jobs: 1)
      .run(try suite.suite().cases, on: InProcessImplementation.reference, check: passing)
    #expect(lacking.map(\.duration) == [nil])
  }

  @Test func `a runner without jobs still runs one at a time`() async throws {
    let cases = try cases(waiting: [0, 0])
    #expect(await Runner(jobs: 0).run(cases, on: SlowImplementation(), check: passing).count == 2)
    #expect(await Runner(jobs: 3).run([], on: SlowImplementation(), check: passing).isEmpty)
  }

  @Test(arguments: [(nil, 0, 5), (1, 0, 2), (2, 0, 4), (2, 1, 2), (2, 2, 0), (0, 0, 0), (9, 0, 5)])
  func `so many failures end the run`(maximum: Int?, earlier: Int, count: Int) async throws {
    let cases = try cases(waiting: [0, 0, 0, 0, 0])
    let verdicts = await Runner(jobs: 1, maximumFailures: maximum)
      .run(cases, on: SlowImplementation(), earlierFailures: earlier) { testCase, _ in
        let fails = ["c1", "c3"].contains(testCase.id)
        return CheckedOutcome(result: fails ? .failed([.noOutput("")]) : .passed())
      }
    #expect(verdicts.map(\.testCase.id) == cases.map(\.id).prefix(count).map(\.self))
  }

  @Test func `a case that requires more than an implementation has is not sent`() async throws {
    try suite.write([
      .words("a", requires: ["disk", "net"]), .words("b", requires: ["disk"]), .words("c"),
    ])
    let asked = InProcessImplementation(name: "i", capabilities: ["disk"]) { $0.input }
    let verdicts = await Runner(jobs: 2).run(try suite.suite().cases, on: asked) { testCase, _ in
      #expect(testCase.id != "a", "'a' was sent to an implementation that lacks 'net'")
      return CheckedOutcome(result: .passed())
    }
    #expect(
      verdicts.map { verdict in
        switch verdict.result {
        case .passed: "\(verdict.testCase.id) passed"
        case .failed: "\(verdict.testCase.id) failed"
        case .known, .skipped, .notRun: "\(verdict.testCase.id) was not judged"
        case .notApplicable(let lacking):
          "\(verdict.testCase.id) lacks \(lacking.joined(separator: ", "))"
        }
      } == ["a lacks net", "b passed", "c passed"]
    )
  }

  @Test func `a cancelled run keeps the verdicts that it has`() async throws {
    let cases = try cases(waiting: [0, 0, 0, 0, 0])
    let judge = passing
    let verdicts = await Task {
      await Runner(jobs: 1).run(cases, on: SlowImplementation(), check: judge) { verdict in
        if verdict.testCase.id == "c1" { withUnsafeCurrentTask { $0?.cancel() } }
      }
    }.value
    #expect(verdicts.map(\.testCase.id) == ["c0", "c1"])
  }

  private let passing: @Sendable (Case, Outcome) -> CheckedOutcome = { _, _ in
    CheckedOutcome(result: .passed())
  }

  /// Returns one case for each wait, in milliseconds.
  private func cases(waiting waits: [Int]) throws -> [Case] {
    try suite.write(
      waits.enumerated().map { index, wait in
        ["id": .string("c\(index)"), "input": ["wait": .number(JSONNumber(wait))]]
      }
    )
    return try suite.suite().cases
  }
}
