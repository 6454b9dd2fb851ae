import CanonicalJSON
import Conformance
import Reporting
import Testing

struct OrderDependenceReportTests {
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
    #expect(
      report(findings, OrderIndependence(schedules: 50, seed: 3)) == """
        − is what was expected, + is what came back.

        FAILED words/a (reference)
          Fixtures/words/cases.json:3:5
          row splitting: text with spaces
          clauses C1
          not the same in every order of arrival; the shortest that differs:
            74 68 65 20 63 61 66 c3
            a9
          at /words/1/text
            − "caf\\u{E9}"
              U+00E9 LATIN SMALL LETTER E WITH ACUTE
            + "caf\\u{FFFD}\\u{FFFD}"
              U+FFFD REPLACEMENT CHARACTER
          again: parity check --only words/a --schedules 50 --seed 3

        words 1.0.0: 0 of 1 case passed (reference)
        1 judged, 0 passed, 1 failed, 0 known, 0 not applicable, 0 skipped
        """
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
    #expect(
      report(findings, OrderIndependence(schedules: 4, seed: 0)).contains(
        """
          not the same in every order of arrival; the shortest that differs:
            6f
            6e 65
          no output: only whole texts
          again: parity check --only words/a --schedules 4 --seed 0

        """
      )
    )
  }

  @Test func `a green report counts the orders of arrival`() async throws {
    try suite.write([.words("a", "one"), .words("b", "caf\u{E9}")])
    try await suite.regenerate()
    let findings = try await suite.check(
      Words.cut(),
      orderIndependence: OrderIndependence(schedules: 16, seed: 0)
    )
    #expect(
      report(findings) == """
        words 1.0.0: 2 of 2 cases passed (reference), in 20 orders of arrival
        2 judged, 2 passed, 0 failed, 0 known, 0 not applicable, 0 skipped
        """
    )
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
    ConsoleReport().lines(Report(findings, harness: "1", orders: orders)).plainText
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
