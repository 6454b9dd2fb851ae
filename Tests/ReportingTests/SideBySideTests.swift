import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct SideBySideTests {
  private let messages = MessageSnapshot("Implementations side by side")
  private let suite = SuiteFolder()

  @Test func `a case is told once, with what each implementation made of it`() async throws {
    let text = try await report([
      .named("right"), changed("one", by: "!"), changed("two", by: "!"), changed("three", by: "?"),
    ])
    messages.expect(text, "one that passes and three that fail")
  }

  @Test func `what an implementation wrote of its own follows its failure`() async throws {
    let failing = InProcessImplementation(name: "one", isDefault: false) { _ in
      .failure(
        ImplementationFailure("exited with status 3", log: ["Traceback", "  oops\u{1B}[2J"])
      )
    }
    let text = try await report([failing])
    #expect(
      text.contains(": exited with status 3\n    | Traceback\n    |   oops\\u{1B}[2J\n"),
      "got \(text)"
    )
  }

  @Test func `incidents are told and make the run red`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let loaded = try suite.suite()
    let passed = Verdict(testCase: loaded.cases[0], implementation: "p", result: .passed())
    let flaky = Incident(
      .flaky(cases: ["words/a", "words/b", "words/a"]),
      of: "p",
      ImplementationFailure("exited with status 3", log: ["oops"])
    )
    for (incident, status, entry) in [
      (
        flaky, ExitStatus.notConformant, "a flaky program"
      ),
      (
        Incident(.notStarted, of: "p", "exited with status 1"), .unavailable,
        "a program that isn't started"
      ),
      (
        Incident(.abandoned, of: "p", "was given up"), .notConformant,
        "a program that is given up"
      ),
    ] {
      let findings = Findings(
        suites: [loaded],
        diagnostics: [],
        verdicts: [passed],
        skipped: 0,
        incidents: [incident]
      )
      #expect(findings.exitStatus == status)
      messages.expect(findings.console(), entry)
    }
    let many = Findings(
      suites: [loaded],
      diagnostics: [],
      verdicts: [passed],
      skipped: 0,
      incidents: Array(repeating: flaky, count: 9)
    )
    #expect(many.console().contains("… and 4 "))
    messages.expect(many.console(), "a program that is flaky nine times")
  }

  /// Returns an implementation that appends `suffix` to the text of the first word.
  private func changed(_ name: String, by suffix: String) -> InProcessImplementation {
    InProcessImplementation(name: name, isDefault: false) { request in
      let words = Words.output(of: request.input)["words"]?.elements ?? []
      let first = words[0].with("text", .string((words[0]["text"]?.string ?? "") + suffix))
      return .output(["words": .array([first] + words.dropFirst())])
    }
  }

  private func report(_ implementations: [InProcessImplementation]) async throws -> String {
    try suite.write([.words("a", "one two")])
    try await suite.regenerate()
    let plan = Plan(
      [try suite.suite()],
      implementations: [],
      programs: implementations.map { .init($0, contracts: ["words"]) }
    )
    let findings = await Check(plan, lock: suite.lock(), runner: Runner(jobs: 1)).run()
    return findings.console()
  }
}
