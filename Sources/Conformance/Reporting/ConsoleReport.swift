internal import CanonicalJSON

/// What a check tells a person: the problems first-hand, then the counts, then what to run next.
package struct ConsoleReport: Sendable {
  private let verbosity: Verbosity
  private let rendering: DifferenceRendering
  /// How many failures are told in full; the rest is named, and past twice as many counted.
  private let fullFailures: Int

  /// - Parameter width: the columns to aim at.
  package init(verbosity: Verbosity = .normal, width: Int = 80) {
    self.verbosity = verbosity
    rendering = DifferenceRendering(limit: verbosity == .verbose ? .max : 10, width: width)
    fullFailures = verbosity == .verbose ? .max : 20
  }

  package func lines(_ findings: Findings) -> [StyledLine] {
    var lines = diagnosticLines(findings.diagnostics)
    lines += failureLines(findings)
    if verbosity == .verbose { lines += everyCase(findings.verdicts) }
    if verbosity != .quiet { lines += summaries(findings) + nextSteps(findings) }
    return lines + [countLine(findings.counts)]
  }

  /// One line each, as compilers write them, and a blank one where there are any.
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

  // MARK: - Failures

  private func failureLines(_ findings: Findings) -> [StyledLine] {
    let failed = findings.verdicts.filter { !$0.failures.isEmpty }
    let unaccepted = failed.filter(\.lacksOnlyGolden)
    let broken = failed.filter { !$0.lacksOnlyGolden }
    let legend = [
      StyledLine([
        .init("− is what was expected, ", .removed), .init("+ is what came back", .added), .init("."),
      ]),
      StyledLine(),
    ]
    return (broken.isEmpty ? [] : legend)
      + broken.prefix(fullFailures).flatMap { lines($0, matrix: findings.matrix(of: $0)) + [StyledLine()] }
      + list(broken.dropFirst(fullFailures), of: "failed")
      + list(unaccepted[...], of: "without a golden")
      + (broken.count > fullFailures ? hardestHitRules(broken, in: findings) : [])
  }

  /// Where too many cases fail for each to be told, the rules of which the largest share fails.
  private func hardestHitRules(_ failed: [Verdict], in findings: Findings) -> [StyledLine] {
    findings.suites.flatMap { suite in
      let failing = Set(
        failed.filter { $0.testCase.contract.hasSameBytes(as: suite.contract.id) }.map { TextKey($0.testCase.id) })
      let coverage = ClauseCoverage(of: suite.matrix)
      let hits = suite.matrix.clauses.filter { !$0.refines.isEmpty }.map { rule in
        let cases = Set(coverage.rows(covering: rule.id.name).flatMap(\.cases).map { TextKey($0.name) })
        return (rule: rule.id.name, failing: cases.intersection(failing).count, cases: cases.count)
      }.filter { $0.failing > 0 }
      // Shares are compared as products, since the order of equal ones has to stay.
      let worst = hits.sorted { $0.failing * $1.cases > $1.failing * $0.cases }.prefix(5)
      let list = worst.map { "\($0.rule) (\($0.failing) of \($0.cases) cases)" }.joined(separator: ", ")
      return worst.isEmpty ? [] : [StyledLine("hardest hit are the rules \(list)"), StyledLine()]
    }
  }

  /// One line each, and a count where they are many.
  private func list(_ verdicts: ArraySlice<Verdict>, of kind: String) -> [StyledLine] {
    let shown = verdicts.prefix(fullFailures)
    let rest = verdicts.count - shown.count
    guard !verdicts.isEmpty else { return [] }
    return shown.map { verdict in
      StyledLine([
        .init("FAILED ", .removed), .init(verdict.testCase.name, .heading),
        .init(" (\(verdict.implementation))\(verdict.lacksOnlyGolden ? ": no golden" : "")"),
        .init("  \(verdict.testCase.location)", .dim),
      ])
    } + (rest > 0 ? [StyledLine("… and \(counted(rest, "more case")) \(kind); --verbose names them all")] : [])
      + [StyledLine()]
  }

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
    return lines + [StyledLine("  again: parity check --only \(testCase.name)\(verdict.scheduleOptions)", .dim)]
  }

  /// The rows that the case belongs to, and the rules that these are about with the clauses which those refine.
  private func context(of testCase: Case, in matrix: Matrix) -> [StyledLine] {
    let rows = matrix.rows(with: testCase.id)
    let named = Set(matrix.withRefined(rows.flatMap { $0.clauses.map(\.name) }).map { TextKey($0) })
    let clauses = matrix.clauses.filter { named.contains(TextKey($0.id.name)) }
    let rules = clauses.filter { !$0.refines.isEmpty }.map(\.id.name)
    let refined = clauses.filter(\.refines.isEmpty).map(\.id.name)
    let list =
      (rules.isEmpty ? "" : "rules \(rules.joined(separator: ", ")) of ") + "clauses \(refined.joined(separator: ", "))"
    return rows.map { StyledLine("  row \($0.id.name): \($0.scenario)") }
      + (clauses.isEmpty ? [] : [StyledLine("  \(list)")])
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
    case .diverges(let divergence):
      return [StyledLine("  not the same in every order of arrival; the shortest that differs:")]
        + divergence.arrivals.map { StyledLine("    \($0)") }
        + (divergence.failure.map { [StyledLine("  no output: \($0)")] } ?? rendering.lines(divergence.differences))
    case .unusableGolden:
      let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
      return [StyledLine("  the golden \(golden) can't be read; see above")]
    case .noGolden:
      return [StyledLine("  no golden; to see the output and accept it: parity regenerate --only \(testCase.name)")]
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
    findings.parts.map { part in
      StyledLine(
        "\(part.suite.contract.id) \(part.suite.matrix.version): "
          + "\(part.counts.passed) of \(counted(part.counts.judged, "case")) passed (\(part.implementation))"
          + (part.counts.schedules > 0 ? ", in \(counted(part.counts.schedules, "order")) of arrival" : ""))
    }
  }

  private func nextSteps(_ findings: Findings) -> [StyledLine] {
    let failed = findings.verdicts.filter { !$0.failures.isEmpty }
    let isRuledOut = failed.contains(where: \.violatesExpectations)
    let lacksGoldens = failed.contains(where: \.lacksOnlyGolden)
    let differs = failed.contains { verdict in
      !verdict.violatesExpectations && verdict.failures.contains { if case .differs = $0 { true } else { false } }
    }
    let steps =
      (isRuledOut ? ["mend the implementation, or else the expectation"] : [])
      + (lacksGoldens ? ["accept outputs after a look: parity regenerate --mode missing"] : [])
      + (differs ? ["where the new output is right: parity regenerate --dry-run"] : [])
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
  /// What repeats the schedule that failed.
  fileprivate var scheduleOptions: String {
    for case .diverges(let divergence) in failures {
      return " --schedules \(divergence.schedules) --seed \(divergence.seed)"
    }
    return ""
  }

  fileprivate var violatesExpectations: Bool {
    failures.contains { if case .violates = $0 { true } else { false } }
  }

  fileprivate var lacksOnlyGolden: Bool {
    guard failures.count == 1, case .noGolden = failures[0] else { return false }
    return true
  }
}

/// `1 case`, `2 cases`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
