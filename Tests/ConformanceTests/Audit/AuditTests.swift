import CanonicalJSON
import Conformance
import Testing

struct AuditTests {
  private let suite: SuiteFolder
  private let allShort = Deviation(
    "C1", "all words are short",
    implementation: changing { word in
      var word = word
      word["length"] = "short"
      return word
    })
  private let noID = Deviation(
    "C1", "words have no id",
    implementation: changing { word in
      var word = word
      word["id"] = nil
      return word
    })

  init() async throws {
    suite = SuiteFolder()
    try suite.write([.words("a", "one two"), .words("b", "elephant")])
    try await suite.regenerate()
  }

  @Test func `a deviation is caught by the cases that it fails, and by their rows`() async throws {
    let findings = try await audit([allShort, noID])
    #expect(findings.catches.map(\.caseCount) == [1, 2], "'a' has short words alone, both have ids")
    #expect(findings.catches.map { findings.rows(catching: $0).map(\.id.name) } == [["splitting"], ["splitting"]])
    #expect(findings.survivors.isEmpty)
    #expect(findings.isSound)
  }

  @Test func `a deviation that no case catches is a finding`() async throws {
    let harmless = Deviation("C1", "nothing is wrong", implementation: changing { $0 })
    let findings = try await audit([noID, harmless])
    #expect(findings.survivors.map(\.name) == ["C1: nothing is wrong"])
    #expect(!findings.isSound)
    #expect(text(findings).contains("finding: no case catches 'C1: nothing is wrong'; add one where the rule decides"))
  }

  @Test func `rows and clauses that catch nothing are findings`() async throws {
    let harmless = Deviation("C1", "nothing is wrong", implementation: changing { $0 })
    let findings = try await audit([harmless])
    #expect(findings.idleRows.map(\.id.name) == ["splitting"])
    #expect(findings.idleClauses.map(\.id.name) == ["C1"])
    #expect(!findings.isSound)
  }

  @Test func `a deviation from a rule that the matrix does not have is a finding`() async throws {
    let stranger = Deviation("C7", "words have no id", implementation: noID.implementation)
    let findings = try await audit([noID, stranger])
    #expect(findings.strangers.map(\.name) == ["C7: words have no id"])
    #expect(!findings.isSound)
  }

  @Test func `a case without a golden is a finding, and catches nothing by its lack`() async throws {
    try suite.write([.words("a", "one two"), .words("b", "elephant"), .words("c")])
    let findings = try await audit([noID])
    #expect(findings.unfit == ["c"])
    #expect(findings.catches.map(\.caseCount) == [2])
    #expect(!findings.isSound)
  }

  @Test func `a contract without deviations is not sound`() async throws {
    let findings = try await audit([])
    #expect(!findings.isSound)
  }

  @Test func `an implementation that gives no output is caught`() async throws {
    let silent = InProcessImplementation(name: "silent") { _ in .failure("no") }
    let findings = try await audit([Deviation("C1", "there is no answer", implementation: silent)])
    #expect(findings.catches.map(\.caseCount) == [2])
  }

  @Test func `every blind answer fails each case whose golden it differs from`() async throws {
    let findings = try await audit([noID])
    #expect(findings.blind.map(\.answer) == BlindAnswer.allCases)
    #expect(findings.blind.flatMap(\.missedCases) == [])
    // One word in reverse is the same word.
    #expect(findings.blind.map(\.caughtCount) == [2, 2, 2, 2, 1])
  }

  @Test func `the document has a table for deviations, clauses, rows and blind answers`() async throws {
    let markdown = AuditReport.markdown(of: [AuditReport(try await audit([allShort, noID]))])
    for line in [
      "## words", "words: 2 of 2 deviations caught, 1 of 1 row and 1 of 1 clause catch something.",
      "| C1 | all words are short | 1 | splitting |", "| C1 | words have no id | 2 | splitting |",
      "| C1 | 2 | 2 of 2 | 2 of 2 | 2 of 2 | 2 of 2 | 1 of 1 |", "| splitting | 2 |",
      "| the output in reverse | 1 | 1 |",
    ] {
      #expect(
        markdown.split(separator: "\n").contains(Substring(line)),
        "the document should have the line \(line)\n\(markdown)")
    }
  }

  private func audit(_ deviations: [Deviation]) async throws -> AuditFindings {
    try #require(try await Audit(try suite.suite(Words(deviations: deviations))).run())
  }

  private func text(_ findings: AuditFindings) -> [String] {
    AuditReport(findings).lines(isVerbose: true).map { $0.text(color: false) }
  }
}

/// The reference with each word changed.
private func changing(_ change: @escaping @Sendable (JSONObject) -> JSONObject) -> any Implementation {
  InProcessImplementation(name: "wrong") { request in
    let words = Words.output(of: request.input)["words"]?.elements ?? []
    return .output(["words": .array(words.compactMap(\.object).map { .object(change($0)) })])
  }
}
