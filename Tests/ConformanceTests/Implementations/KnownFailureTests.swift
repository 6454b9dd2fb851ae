import CanonicalJSON
import Conformance
import RFC3339
import Reporting
import Testing

struct KnownFailureTests {
  private let suite = SuiteFolder()

  @Test func `a known failure is counted apart, and the run is green`() async throws {
    let findings = try await findings(known: KnownFailure(of: "other", "words/a", .error, reason: "later"))
    #expect(findings.counts.known == 1 && findings.counts.failed == 0 && findings.counts.judged == 2)
    #expect(findings.exitStatus == .success)
    #expect(
      findings.console(.verbose).contains("known words/a (other): later"))
    #expect(
      findings.console() == """
        words 1.0.0: 1 of 2 cases passed (other), 1 known to fail
        2 judged, 1 passed, 0 failed, 1 known, 0 not applicable, 0 skipped
        """)
  }

  @Test func `a known failure that passes is red`() async throws {
    let findings = try await findings(known: KnownFailure(of: "other", "words/b", .error, reason: "later"))
    #expect(
      findings.diagnostics.map(\.message) == ["other passes 'words/b', which is known as a failure"])
    #expect(findings.exitStatus == .notConformant)
  }

  @Test(arguments: KnownFailure.Kind.allCases)
  func `a known failure of another kind is red`(kind: KnownFailure.Kind) async throws {
    let findings = try await findings(known: KnownFailure(of: "other", "words/a", kind, reason: "later"))
    #expect(findings.counts.failed == (kind == .error ? 0 : 1))
    #expect(
      findings.diagnostics.map(\.message)
        == (kind == .error ? [] : ["other is known to fail 'words/a' as '\(kind)', and fails as 'error' now"]))
  }

  @Test(arguments: [("2026-11-20", true), ("2026-11-21", false), ("2026-11-22", false)])
  func `a known failure is put up with until its last day is over`(expires: String, isOver: Bool) async throws {
    let findings = try await findings(
      known: KnownFailure(of: "other", "words/a", .error, reason: "later", expires: CalendarDay(expires)))
    #expect(findings.counts.failed == (isOver ? 1 : 0))
    #expect(findings.diagnostics.map(\.message) == (isOver ? ["other was to fail 'words/a' until \(expires)"] : []))
    #expect(findings.exitStatus == (isOver ? .notConformant : .success))
  }

  @Test(arguments: [
    (["words/c"], "no case that other is asked is called 'words/c'; did you mean 'words/a'?"),
    (["word/a"], "no case that other is asked is called 'word/a'; did you mean 'words/a'?"),
    (["words/a", "words/a"], "'words/a' is there twice for other"),
  ])
  func `a known failure that matches nothing is a finding`(cases: [String], message: String) throws {
    let known = cases.map { KnownFailure(of: "other", $0, .error, reason: "r") }
    let findings = RepositoryLint.findings(
      on: try programs(), known: known, suites: [try loaded()], contracts: ["words"])
    #expect(findings.map(\.message) == [message])
  }

  @Test func `nothing is said of the cases of a contract that is not at hand`() throws {
    let known = KnownFailure(of: "other", "others/x", .error, reason: "r")
    #expect(
      RepositoryLint.findings(
        on: try programs(contracts: #""words", "others""#), known: [known], suites: [try loaded()],
        contracts: ["words", "others"]) == [])
  }

  @Test func `a contract that there is not can't be used`() throws {
    let programs = try programs(contracts: #""words", "wirds""#)
    let findings = RepositoryLint.findings(on: programs, suites: [try loaded()], contracts: ["words"])
    #expect(findings.map(\.message) == ["no contract is called 'wirds'; did you mean 'words'?"])
    #expect(findings.hasUnusableFiles)
  }

  @Test func `what is written is read`() throws {
    let failures = [
      KnownFailure(
        of: "b", "words/a", .timeout, reason: "\u{e9}\"", link: "https://x.org", expires: CalendarDay("2026-01-31")),
      KnownFailure(of: "a", "words/b", .order, reason: "r"), KnownFailure(of: "a", "words/a", .crash, reason: "r"),
    ]
    let bytes = KnownFailuresFile.bytes(of: failures)
    try suite.folder.write(String(decoding: bytes, as: UTF8.self), to: KnownFailuresFile.path)
    let (read, diagnostics) = KnownFailuresFile.load(KnownFailuresFile.path, under: suite.folder.root)
    #expect(diagnostics == [])
    #expect(read.map(\.kind) == [.crash, .order, .timeout], "sorted by implementation and case")
    #expect(KnownFailuresFile.bytes(of: read) == bytes)
    #expect(read[2].reason == "\u{e9}\"" && read[2].link == "https://x.org" && "\(read[2].location)".hasSuffix(":3:1"))
  }

  /// An implementation that fails `a` and passes `b`.
  private func findings(known: KnownFailure) async throws -> Findings {
    _ = try loaded()
    try await suite.regenerate()
    let other = InProcessImplementation(name: "other") { request in
      request.caseName == "words/a" ? .failure("it broke") : .output(Words.output(of: request.input))
    }
    let plan = Plan([try suite.suite()], implementations: [], programs: [.init(other, contracts: ["words"])])
    let known = KnownFailures([known], today: CalendarDay("2026-11-21"))
    return await Check(plan, lock: suite.lock(), runner: Runner(jobs: 1), knownFailures: known).run()
  }

  private func loaded() throws -> Suite {
    try suite.write([.words("a"), .words("b", "one")])
    return try suite.suite()
  }

  private func programs(contracts: String = #""words""#) throws -> [ProgramEntry] {
    try suite.folder.write(
      #"{ "implementations": [{ "name": "other", "command": ["other"], "contracts": [\#(contracts)] }] }"#,
      to: RepositoryFile.path)
    let (programs, diagnostics) = RepositoryFile.load(under: suite.folder.root)
    #expect(diagnostics == [])
    return programs
  }
}
