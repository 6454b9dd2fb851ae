import CanonicalJSON
import Conformance
import RFC3339
import Testing

struct KnownFailureTests {
  private let suite = SuiteFolder()

  @Test func `a known failure is counted apart, and the run is green`() async throws {
    let findings = try await findings(known: #"{"case": "a", "reason": "later"}"#)
    #expect(findings.counts.known == 1 && findings.counts.failed == 0 && findings.counts.judged == 2)
    #expect(findings.exitStatus == .success)
    #expect(
      ConsoleReport(verbosity: .verbose).lines(findings).plainText.contains("known words/a (other): later"))
    #expect(
      ConsoleReport().lines(findings).plainText == """
        words 1.0.0: 1 of 2 cases passed (other), 1 known to fail
        2 judged, 1 passed, 0 failed, 1 known, 0 unsupported, 0 skipped
        """)
  }

  @Test func `a known failure that passes is red`() async throws {
    let findings = try await findings(known: #"{"case": "words/b", "reason": "later"}"#)
    #expect(
      findings.diagnostics.map(\.message) == ["other passes 'words/b', which is known as a failure"])
    #expect(findings.exitStatus == .notConformant)
  }

  @Test(arguments: [("2026-11-20", true), ("2026-11-21", false), ("2026-11-22", false)])
  func `a known failure is put up with until its last day is over`(expires: String, isOver: Bool) async throws {
    let findings = try await findings(known: #"{"case": "a", "reason": "later", "expires": "\#(expires)"}"#)
    #expect(findings.counts.failed == (isOver ? 1 : 0))
    #expect(findings.diagnostics.map(\.message) == (isOver ? ["other was to fail 'a' until \(expires)"] : []))
    #expect(findings.exitStatus == (isOver ? .notConformant : .success))
  }

  @Test(arguments: [
    (#"{"case": "c", "reason": "r"}"#, "no case that other is asked is called 'c'"),
    (#"{"case": "word/a", "reason": "r"}"#, "no case that other is asked is called 'word/a'; did you mean 'words/a'?"),
    (#"{"case": "a", "reason": "r"}, {"case": "a", "reason": "r"}"#, "'a' is there twice"),
  ])
  func `a known failure that matches nothing is a finding`(known: String, message: String) throws {
    let programs = try programs(known: known)
    let findings = RepositoryLint.findings(on: programs, suites: [try loaded()], contracts: ["words"])
    #expect(findings.map(\.message) == [message])
  }

  @Test func `nothing is said of the cases of a contract that is not at hand`() throws {
    let programs = try programs(known: #"{"case": "others/x", "reason": "r"}"#, contracts: #""words", "others""#)
    #expect(
      RepositoryLint.findings(on: programs, suites: [try loaded()], contracts: ["words", "others"]) == [])
  }

  @Test func `a contract that there is not is a finding`() throws {
    let programs = try programs(known: "", contracts: #""words", "wirds""#)
    let findings = RepositoryLint.findings(on: programs, suites: [try loaded()], contracts: ["words"])
    #expect(findings.map(\.message) == ["no contract is called 'wirds'; did you mean 'words'?"])
  }

  /// An implementation that fails `a` and passes `b`.
  private func findings(known: String) async throws -> Findings {
    _ = try loaded()
    try await suite.regenerate()
    let other = InProcessImplementation(name: "other") { request in
      request.caseName == "words/a" ? .failure("it broke") : .output(Words.output(of: request.input))
    }
    let plan = Plan([try suite.suite()], implementations: [], programs: [.init(other, contracts: ["words"])])
    let known = KnownFailures(of: try programs(known: known), today: CalendarDay("2026-11-21"))
    return await Check(plan, lock: suite.lock(), runner: Runner(jobs: 1), knownFailures: known).run()
  }

  private func loaded() throws -> Suite {
    try suite.write([.words("a"), .words("b", "one")])
    return try suite.suite()
  }

  private func programs(known: String, contracts: String = #""words""#) throws -> [ProgramEntry] {
    try suite.folder.write(
      """
      { "implementations": [
        { "name": "other", "command": ["other"], "contracts": [\(contracts)], "knownFailures": [\(known)] } ] }
      """, to: RepositoryFile.path)
    let (programs, diagnostics) = RepositoryFile.load(under: suite.folder.root)
    #expect(diagnostics == [])
    return programs
  }
}
