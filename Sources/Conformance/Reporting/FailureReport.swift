internal import CanonicalJSON

/// The cases that fail, each once, with what every implementation made of it.
struct FailureReport {
  let findings: Findings
  let rendering: DifferenceRendering
  /// How many failing cases are told in full.
  let fullFailures: Int

  var lines: [StyledLine] {
    guard findings.counts.failed > 0 else { return [] }
    let cases = CaseVerdicts.grouped(findings.verdicts).filter { !$0.failed.isEmpty }
    let unaccepted = cases.filter(\.lacksOnlyGolden)
    let broken = cases.filter { !$0.lacksOnlyGolden }
    let legend = StyledLine([
      .init("− is what was expected, ", .removed), .init("+ is what came back", .added), .init("."),
    ])
    return (broken.isEmpty ? [] : [legend, StyledLine()])
      + broken.prefix(fullFailures).flatMap { lines($0) + [StyledLine()] }
      + list(broken.dropFirst(fullFailures), of: "failed")
      + list(unaccepted[...], of: "without a golden")
      + (broken.count > fullFailures ? hardestHitRules(broken) : [])
  }

  /// Where too many cases fail for each to be told, the rules of which the largest share fails.
  private func hardestHitRules(_ failed: [CaseVerdicts]) -> [StyledLine] {
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
  private func list(_ cases: ArraySlice<CaseVerdicts>, of kind: String) -> [StyledLine] {
    let shown = cases.prefix(fullFailures)
    let rest = cases.count - shown.count
    guard !cases.isEmpty else { return [] }
    return shown.map { verdicts in
      StyledLine([
        .init("FAILED ", .removed), .init(verdicts.testCase.name, .heading),
        .init(" (\(verdicts.failedNames))\(verdicts.lacksOnlyGolden ? ": no golden" : "")"),
        .init("  \(verdicts.testCase.location)", .dim),
      ])
    } + (rest > 0 ? [StyledLine("… and \(counted(rest, "more case")) \(kind); --verbose names them all")] : [])
      + [StyledLine()]
  }

  // MARK: - One case

  /// One verdict without its heading: where the case stands, what it is about, what is wrong, and how to repeat it.
  func details(of verdict: Verdict) -> [StyledLine] { Array(lines(CaseVerdicts(verdicts: [verdict])).dropFirst()) }

  /// What is wrong, in a line.
  func summary(of verdict: Verdict) -> String {
    let failures = verdict.failures.map { FailureText($0, of: verdict.testCase, rendering) }
    return ([failures[0].summary] + failures.dropFirst().map { StyledLine($0.heading).text(color: false) })
      .joined(separator: "; ")
  }

  private func lines(_ verdicts: CaseVerdicts) -> [StyledLine] {
    let testCase = verdicts.testCase
    var lines = [
      StyledLine([
        .init("FAILED ", .removed), .init(testCase.name, .heading), .init(" (\(verdicts.failedNames))"),
      ])
    ]
    if !testCase.description.isEmpty { lines.append(StyledLine("  \(testCase.description)")) }
    lines.append(StyledLine("  \(testCase.location)", .dim))
    if let matrix = findings.matrix(of: verdicts.failed[0]) { lines += matrix.contextLines(of: testCase) }
    let groups = verdicts.groups
    for group in groups {
      if groups.count > 1 { lines.append(StyledLine("  \(group.map(\.implementation).joined(separator: ", ")):")) }
      for failure in group[0].failures {
        let text = FailureText(failure, of: testCase, rendering, margin: "  ")
        lines.append(StyledLine("  \(text.heading)\(text.isShown ? ":" : "")"))
        lines += text.lines + (text.cause.map { logLines(of: $0, indent: "    ") } ?? [])
      }
      if group.count > 1, group[0].fails(.differs) {
        let agreed = "agree with each other, and not with the golden"
        lines.append(StyledLine("  \(group.map(\.implementation).joined(separator: " and ")) \(agreed)", .emphasis))
      }
    }
    if !verdicts.passed.isEmpty { lines.append(StyledLine("  passed by \(verdicts.passed.joined(separator: ", "))")) }
    return lines + [
      StyledLine(advice: "  again: parity check --only \(testCase.name)\(verdicts.repeatingOptions)", .dim)
    ]
  }
}

/// What every implementation made of one case.
struct CaseVerdicts {
  let verdicts: [Verdict]

  /// In the order in which the cases first appear.
  static func grouped(_ verdicts: [Verdict]) -> [CaseVerdicts] {
    verdicts.grouped { TextKey($0.testCase.name) }.map(CaseVerdicts.init)
  }

  var testCase: Case { verdicts[0].testCase }
  var failed: [Verdict] { verdicts.filter { !$0.failures.isEmpty } }
  var failedNames: String { failed.map(\.implementation).joined(separator: ", ") }
  var lacksOnlyGolden: Bool { failed.allSatisfy(\.lacksOnlyGolden) }

  var passed: [String] { verdicts.filter(\.isPassed).map(\.implementation) }
  /// Those that fail, together where they fail alike.
  var groups: [[Verdict]] { failed.grouped(by: \.failures) }

  /// What repeats the failures.
  var repeatingOptions: String {
    // One that is judged where none is named has no option of its own.
    let hasOptions = failed.contains { !$0.selectingOptions.isEmpty }
    let options = failed.map {
      hasOptions && $0.selectingOptions.isEmpty ? "--implementation \($0.implementation)" : $0.selectingOptions
    }
    let schedules = failed.lazy.flatMap(\.failures).compactMap { failure -> String? in
      guard case .diverges(let divergence) = failure else { return nil }
      return "--schedules \(divergence.schedules) --seed \(divergence.seed)"
    }
    return (options + schedules.prefix(1)).filter { !$0.isEmpty }.map { " \($0)" }.joined()
  }
}

/// What an implementation wrote of its own, as quoted text.
func logLines(of failure: ImplementationFailure, indent: String) -> [StyledLine] {
  failure.log.map { StyledLine("\(indent)| \($0)", .dim) }
}
