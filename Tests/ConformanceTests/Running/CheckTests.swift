import CanonicalJSON
import Conformance
import MessageSnapshot
import TestSuites
import Testing

struct CheckTests {
  private let messages = MessageSnapshot("Findings of checks")
  private let suite = SuiteFolder()

  @Test func `a suite whose outputs are its goldens is green`() async throws {
    try suite.write([.words("a", expect: ["wordCount": 2]), .words("b")])
    try await suite.regenerate()
    let findings = try await suite.check()
    #expect(findings.diagnostics.map(\.description) == [])
    #expect(findings.counts.passed == 2)
    #expect(findings.exitStatus == .success)
  }

  @Test func `a missing golden is a failure on every run, and told once`() async throws {
    try suite.write([.words("a")])
    for _ in 0..<2 {
      let findings = try await suite.check()
      #expect(findings.verdicts.map(\.failures) == [[.noGolden]])
      #expect(findings.diagnostics.map(\.description) == [], "the verdict tells it")
      #expect(findings.exitStatus == .notConformant)
    }
    #expect(try suite.folder.contents(of: "Golden") == [:], "a check writes nothing")
  }

  @Test func `a missing golden that no verdict tells is a finding`() async throws {
    try suite.write([.words("a"), .words("b", requires: ["disk"]), .words("c")])
    try await suite.regenerate(only: ["a"])
    let findings = try await suite.check(selection: Selection(skip: [Glob("c")]))
    // No implementation could run 'b', and 'c' was left out.
    messages.expect(
      findings.diagnostics,
      "cases without a golden",
      at: [
        "\(SuiteFolder.casesPath):9:5 error noGolden b",
        "\(SuiteFolder.casesPath):18:5 error noGolden c",
      ]
    )
    #expect(findings.exitStatus == .notConformant)
    #expect(findings.counts.skipped == 1)
  }

  @Test
  func `findings on the matrix, the goldens and earlier ones come together, in order and once`()
    async throws
  {
    try suite.write([.words("b"), .words("a")])
    try await suite.regenerate()
    try suite.folder.write("{}", to: SuiteFolder.goldenPath("b"))
    let earlier = finding(.fillIn, "name", "earlier", at: SourceLocation(file: "A.json"))
    let check = Check(Plan([try suite.suite()]), lock: suite.lock(), runner: Runner(jobs: 1))
    let findings = await check.run(earlier: [earlier, earlier])
    messages.expect(
      findings.diagnostics,
      "an earlier finding and an edited golden",
      at: ["A.json error fillIn name", "Golden/words/b.json error editedGolden b"]
    )
  }

  @Test func `a golden that can't be parsed is unusable`() async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    try suite.folder.write("{\n", to: SuiteFolder.goldenPath("a"))
    let findings = try await suite.check()
    messages.expect(
      Array(findings.diagnostics.suffix(1)),
      "a golden that can't be parsed",
      at: ["Golden/words/a.json:2:1 error"]
    )
    #expect(findings.exitStatus == .unusableData)
  }

  @Test func `failures of one implementation count towards the maximum of the next`() async throws {
    try suite.write([.words("a"), .words("b"), .words("c")])
    let contract = Words(implementations: [
      InProcessImplementation.reference, InProcessImplementation.named("second"),
    ])
    let findings = try await suite.check(contract, runner: Runner(jobs: 1, maximumFailures: 4))
    #expect(findings.verdicts.map { "\($0.implementation) \($0.testCase.id)" }.last == "second a")
    #expect(findings.counts.skipped == 2)
  }

  @Test(arguments: [
    ("a word is lost", "/words/1"),
    ("a word has another text", "/words/0/text"),
    ("there is more", "/extra"),
  ])
  func `a wrong implementation is caught by the golden`(
    deviation: String,
    pointer: String
  ) async throws {
    try suite.write([.words("a")])
    try await suite.regenerate()
    let wrong = Words.changing { output in
      var words = output["words"]?.elements ?? []
      switch deviation {
      case "a word is lost": words.removeLast()
      case "a word has another text": words[0] = words[0].with("text", "onE")
      default: return output.with("extra", .null)
      }
      return output.with("words", .array(words))
    }
    let findings = try await suite.check(wrong)
    guard case .differs(let differences)? = findings.verdicts[0].failures.first else {
      Issue.record("expected a difference, and got \(findings.verdicts[0].result)")
      return
    }
    #expect(differences.map { "\($0.pointer)" } == [pointer])
    #expect(findings.exitStatus == .notConformant)
  }
}
