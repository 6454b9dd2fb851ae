import CanonicalJSON
import Conformance
import MessageSnapshot
import Reporting
import TestSuites
import Testing

struct OrderDependenceReportTests {
  private let messages = MessageSnapshot("Reports of a dependence on order")
  private let suite = SuiteFolder()

  @Test
  func
    `a dependence on order is told with its arrivals, the difference, and the command that repeats it`()
    async throws
  {
    try suite.write([.words("a", "the caf\u{E9}")])
    try await suite.regenerate()
    let findings = try await suite.check(
      Words.tearing,
      orderIndependence: OrderIndependence(schedules: 50, seed: 3)
    )
    #expect(findings.counts.checked == 1 && findings.counts.failed == 1)
    messages.expect(
      report(findings, OrderIndependence(schedules: 50, seed: 3)),
      "a dependence on order"
    )
  }

  @Test func `a schedule without an output is told with the reason`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    let failing = Words.cut { $0.count > 1 ? .failure("only whole texts") : .text(ofBytes: $0[0]) }
    let findings = try await suite.check(
      failing,
      orderIndependence: OrderIndependence(schedules: 4, seed: 0)
    )
    let text = report(findings, OrderIndependence(schedules: 4, seed: 0))
    #expect(text.contains("\n    6f\n    6e 65\n"))
    messages.expect(text, "a schedule without an output")
  }

  @Test func `a green report counts the orders of arrival`() async throws {
    try suite.write([.words("a", "one"), .words("b", "caf\u{E9}")])
    try await suite.regenerate()
    let findings = try await suite.check(
      Words.cut(),
      orderIndependence: OrderIndependence(schedules: 16, seed: 0)
    )
    #expect(findings.counts.passed == 2 && findings.counts.schedules == 20)
    messages.expect(report(findings), "orders that make no difference")
  }

  @Test func `an arrival cannot steer a terminal`() async throws {
    try suite.write([.words("a", "one")])
    try await suite.regenerate()
    var words = Words.changing { $0.with("extra", .null) }
    words.space = { _ in Unprintable() }
    words.implementations = [
      InProcessImplementation(name: "reference") { request in
        request.input == "late" ? "wrong" : Words.output(of: request.input)
      }
    ]
    let findings = try await suite.check(
      words,
      orderIndependence: OrderIndependence(schedules: 1, seed: 0)
    )
    #expect(report(findings).contains("\n    \\u{1B}[2J\n"))
  }

  private func report(_ findings: Findings, _ orders: OrderIndependence? = nil) -> String {
    ConsoleReport().lines(RunRecord(findings, harness: "1", orders: orders)).plainText
  }
}

/// A space with a single schedule, which prints as text that clears the screen.
private struct Unprintable: ScheduleSpace {
  let count: Int? = 1

  func schedule(number: Int) -> Int { 0 }
  func schedule(using generator: inout SplitMix64) -> Int { 0 }
  func input(of schedule: Int) -> JSONValue { "late" }
  func baseline(of schedule: Int) -> JSONValue { ["text": "one"] }
  func simplifications(of schedule: Int) -> [Int] { [] }
  func arrivals(of schedule: Int) -> [String] { ["\u{1B}[2J"] }
}
