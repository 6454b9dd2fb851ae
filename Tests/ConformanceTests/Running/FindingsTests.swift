import CanonicalJSON
import Conformance
import TestSuites
import Testing

struct FindingsTests {
  private let folder = SuiteFolder()
  private static let finding = Conformance.finding(
    .fillIn,
    "name",
    "m",
    at: SourceLocation(file: "f")
  )
  private static let warning = Diagnostic("m", severity: .warning, at: SourceLocation(file: "f"))
  private static let unusable = Diagnostic("m", at: SourceLocation(file: "f"))

  @Test(arguments: [
    ([], ["passed"], ExitStatus.success),
    ([], ["passed", "not applicable"], .success),
    ([warning], ["passed"], .success),
    ([], [], .notConformant),
    ([], ["not applicable"], .notConformant),
    ([], ["passed", "failed"], .notConformant),
    ([finding], ["passed"], .notConformant),
    ([unusable], ["passed"], .unusableData),
    ([finding, unusable], ["failed"], .unusableData),
    ([unusable], [], .unusableData),
  ])
  func `the gravest of what was found decides`(
    diagnostics: [Diagnostic],
    results: [String],
    status: ExitStatus
  ) throws {
    #expect(try findings(diagnostics, ["reference": results]).exitStatus == status)
  }

  @Test
  func `a contract and implementation that judged nothing are red beside others that did`() throws {
    let findings = try findings([], ["reference": ["passed"], "second": ["not applicable"]])
    #expect(findings.exitStatus == .notConformant)
    #expect(
      findings.report.parts.map { "\($0.implementation) \($0.counts.checked)" } == [
        "reference 1", "second 0",
      ]
    )
  }

  @Test func `counts say what became of every case`() throws {
    let findings = try findings(
      [],
      [
        "reference": ["passed", "passed", "failed"],
        "second": ["not applicable", "passed", "passed"],
      ],
      skipped: 7
    )
    let counts = findings.counts
    #expect([counts.checked, counts.passed, counts.failed] == [5, 4, 1])
    #expect([counts.notApplicable, counts.skipped] == [1, 7])
    #expect(findings.report.parts.map(\.counts.passed) == [2, 2])
    #expect(findings.report.parts.map(\.counts.skipped) == [0, 0])
  }

  @Test func `exit statuses are ordered by gravity, not by number`() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [70, 69, 65, 73, 64, 1, 0])
    #expect(ExitStatus.allCases.shuffled().sorted(by: >) == ExitStatus.allCases)
  }

  /// Returns findings with a verdict for each result. Each implementation's results are for the
  /// first cases of the suite, in order.
  private func findings(
    _ diagnostics: [Diagnostic],
    _ results: [String: [String]],
    skipped: Int = 0
  ) throws -> Findings {
    try folder.write((0..<3).map { .words("c\($0)") })
    let suite = try folder.suite(
      Words(implementations: [
        InProcessImplementation.reference, InProcessImplementation.named("second"),
      ])
    )
    let verdicts = results.sorted { $0.key < $1.key }.flatMap { implementation, results in
      results.enumerated().map { index, result -> Verdict in
        let kind: Verdict.Result =
          switch result {
          case "passed": .passed()
          case "failed": .failed([.noOutput("")])
          default: .notApplicable(["disk"])
          }
        return Verdict(testCase: suite.cases[index], implementation: implementation, result: kind)
      }
    }
    return Findings(suites: [suite], diagnostics: diagnostics, verdicts: verdicts, skipped: skipped)
  }
}
