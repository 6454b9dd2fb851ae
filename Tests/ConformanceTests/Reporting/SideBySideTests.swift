import CanonicalJSON
import Conformance
import Testing

struct SideBySideTests {
  private let suite = SuiteFolder()

  @Test func `a case is told once, with what each implementation made of it`() async throws {
    let text = try await report([
      .named("right"), changed("one", by: "!"), changed("two", by: "!"), changed("three", by: "?"),
    ])
    #expect(
      text == """
        − is what was expected, + is what came back.

        FAILED words/a (one, two, three)
          Fixtures/words/cases.json:3:5
          row splitting: text with spaces
          clauses C1
          one, two:
          not the golden Golden/words/a.json:
          at /words/0/text
            − "one"
            + "one!"
          one and two agree with each other, and not with the golden
          three:
          not the golden Golden/words/a.json:
          at /words/0/text
            − "one"
            + "one?"
          passed by right
          again: parity check --only words/a --implementation one --implementation two --implementation three

        words 1.0.0: 1 of 1 case passed (right)
        words 1.0.0: 0 of 1 case passed (one)
        words 1.0.0: 0 of 1 case passed (two)
        words 1.0.0: 0 of 1 case passed (three)
        next: fix one, two, three
        4 judged, 1 passed, 3 failed, 0 known, 0 not applicable, 0 skipped
        """
    )
  }

  @Test func `what an implementation wrote of its own follows its failure`() async throws {
    let failing = InProcessImplementation(name: "one", isDefault: false) { _ in
      .failure(
        ImplementationFailure("exited with status 3", log: ["Traceback", "  oops\u{1B}[2J"])
      )
    }
    let text = try await report([failing])
    #expect(
      text.contains("  no output: exited with status 3\n    | Traceback\n    |   oops\\u{1B}[2J\n"),
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
    for (incident, status, text) in [
      (
        flaky, ExitStatus.notConformant,
        "FLAKY p exited with status 3, and on none of these cases again: words/a, words/b\n  | oops\n"
      ),
      (
        Incident(.notStarted, of: "p", "exited with status 1"), .unavailable,
        "NOT STARTED p exited with status 1\n"
      ),
      (
        Incident(.givenUp, of: "p", "was given up"), .notConformant,
        "GIVEN UP p was given up; the rest was not run\n"
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
      #expect(findings.console().hasPrefix(text))
    }
    let many = Findings(
      suites: [loaded],
      diagnostics: [],
      verdicts: [passed],
      skipped: 0,
      incidents: Array(repeating: flaky, count: 9)
    )
    #expect(many.console().contains("… and 4 more times; --verbose tells them all"))
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
