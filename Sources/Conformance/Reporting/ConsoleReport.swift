internal import CanonicalJSON

/// What a check tells a person: the problems first-hand, then the counts, then what to run next.
package struct ConsoleReport: Sendable {
  private let verbosity: Verbosity
  private let rendering: DifferenceRendering

  /// - Parameter width: the columns to aim at.
  package init(verbosity: Verbosity = .normal, width: Int = 80) {
    self.verbosity = verbosity
    rendering = DifferenceRendering(limit: verbosity == .verbose ? .max : 10, width: width)
  }

  package func lines(_ findings: Findings) -> [StyledLine] {
    var lines = diagnosticLines(findings.diagnostics)
    let failed = findings.verdicts.filter { !$0.failures.isEmpty }
    if failed.contains(where: \.comparesValues) {
      lines += [StyledLine([.init("In what follows "), .init("− is expected", .removed), .init(" and "), .init("+ is what came back", .added), .init(".")]), StyledLine()]
    }
    for verdict in failed { lines += self.lines(verdict, matrix: findings.matrix(of: verdict)) + [StyledLine()] }
    if verbosity == .verbose { lines += everyCase(findings.verdicts) }
    if verbosity != .quiet { lines += summaries(findings) + nextSteps(findings) }
    return lines + [countLine(findings.counts)]
  }

  package func diagnosticLines(_ diagnostics: [Diagnostic]) -> [StyledLine] {
    diagnostics.flatMap { diagnostic in
      [
        StyledLine([
          .init("\(diagnostic.location): "),
          .init("\(diagnostic.severity): ", diagnostic.severity == .error ? .removed : .emphasis),
          .init(diagnostic.message),
        ])
      ] + diagnostic.notes.map { StyledLine("  note: \($0)", .dim) }
    } + (diagnostics.isEmpty ? [] : [StyledLine()])
  }

  // MARK: - One failure

  private func lines(_ verdict: Verdict, matrix: Matrix?) -> [StyledLine] {
    let testCase = verdict.testCase
    var lines = [
      StyledLine([
        .init("FAILED ", .removed), .init(testCase.name, .heading), .init(" (\(verdict.implementation))"),
      ])
    ]
    if !testCase.description.isEmpty { lines.append(StyledLine("  \(testCase.description)")) }
    lines.append(StyledLine("  \(testCase.location)", .dim))
    if let matrix { lines += context(of: testCase, in: matrix) }
    for failure in verdict.failures { lines += self.lines(failure, testCase: testCase) }
    return lines + [StyledLine("  again: parity check --only \(testCase.name)", .dim)]
  }

  /// The rows that the case belongs to and the clauses that they are about.
  private func context(of testCase: Case, in matrix: Matrix) -> [StyledLine] {
    let rows = matrix.rows(with: testCase.id)
    let clauses = matrix.withRefined(rows.flatMap { $0.clauses.map(\.name) })
    return rows.map { StyledLine("  row \($0.id.name): \($0.scenario)") }
      + (clauses.isEmpty ? [] : [StyledLine("  clauses \(clauses.joined(separator: ", "))")])
  }

  private func lines(_ failure: Verdict.Failure, testCase: Case) -> [StyledLine] {
    switch failure {
    case .noOutput(let message):
      return [StyledLine("  no output: \(message)")]
    case .violates(let violations):
      return [StyledLine("  not what the case expects:")] + rendering.lines(violations)
    case .differs(let differences):
      let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
      return [StyledLine("  not the golden \(golden):")] + rendering.lines(differences)
    case .noGolden:
      return [
        StyledLine("  no golden; see the output and accept it: parity regenerate --only \(testCase.name)")
      ]
    }
  }

  // MARK: - The end

  private func everyCase(_ verdicts: [Verdict]) -> [StyledLine] {
    verdicts.map { verdict in
      let name = "\(verdict.testCase.name) (\(verdict.implementation))"
      return switch verdict.result {
      case .passed: StyledLine([.init("passed ", .added), .init(name)])
      case .failed: StyledLine([.init("FAILED ", .removed), .init(name)])
      case .unsupported(let lacking):
        StyledLine([.init("unsupported ", .dim), .init("\(name) lacks \(lacking.joined(separator: ", "))")])
      }
    }
  }

  /// A line per contract and implementation.
  private func summaries(_ findings: Findings) -> [StyledLine] {
    findings.suites.flatMap { suite in
      suite.contract.implementations.map { implementation in
        let verdicts = findings.verdicts.filter {
          $0.testCase.contract == suite.contract.id && $0.implementation == implementation.name
        }
        let counts = VerdictCounts(verdicts, skipped: 0)
        return StyledLine(
          "\(suite.contract.id) \(suite.matrix.version): "
            + "\(counts.passed) of \(counted(counts.judged, "case")) pass (\(implementation.name))")
      }
    }
  }

  private func nextSteps(_ findings: Findings) -> [StyledLine] {
    let failures = findings.verdicts.flatMap(\.failures)
    let isMissingGoldens = failures.contains { if case .noGolden = $0 { true } else { false } }
    let isDiffering = failures.contains { if case .differs = $0 { true } else { false } }
    var steps: [String] = []
    if isMissingGoldens { steps.append("accept the missing goldens after a look: parity regenerate --mode missing") }
    if isDiffering { steps.append("if the new output is right: parity regenerate --dry-run, and then without") }
    return steps.map { StyledLine("next: \($0)", .emphasis) }
  }

  private func countLine(_ counts: VerdictCounts) -> StyledLine {
    StyledLine([
      .init("\(counts.judged) judged, \(counts.passed) passed, "),
      .init("\(counts.failed) failed", counts.failed > 0 ? .removed : .plain),
      .init(", 0 known, \(counts.unsupported) unsupported, \(counts.skipped) skipped"),
    ])
  }
}

extension Verdict {
  /// Whether its report shows an expected value beside an actual one.
  fileprivate var comparesValues: Bool {
    failures.contains { failure in
      switch failure {
      case .violates, .differs: true
      case .noOutput, .noGolden: false
      }
    }
  }
}

extension Findings {
  fileprivate func matrix(of verdict: Verdict) -> Matrix? {
    suites.first { $0.contract.id == verdict.testCase.contract }?.matrix
  }
}

/// `1 case`, `2 cases`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
