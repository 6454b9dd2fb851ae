internal import CanonicalJSON

/// The cases that fail, each once, with what every implementation made of it.
struct FailureReport {
  private let findings: Findings
  private let rendering: DifferenceRendering
  private let fullFailures: Int

  /// - Parameter fullFailures: how many failing cases are told in full.
  init(_ findings: Findings, rendering: DifferenceRendering, fullFailures: Int) {
    self.findings = findings
    self.rendering = rendering
    self.fullFailures = fullFailures
  }

  var lines: [StyledLine] {
    guard findings.counts.failed > 0 else { return [] }
    let cases = CaseVerdicts.grouped(findings.verdicts).filter { !$0.failed.isEmpty }
    let unaccepted = cases.filter(\.lacksOnlyGolden)
    let broken = cases.filter { !$0.lacksOnlyGolden }
    let legend = [
      StyledLine([
        .init("− is what was expected, ", .removed), .init("+ is what came back", .added), .init("."),
      ]),
      StyledLine(),
    ]
    return (broken.isEmpty ? [] : legend)
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
    verdict.failures.enumerated().map { index, failure in
      let lines = lines(failure, testCase: verdict.testCase).map { $0.text(color: false).trimmed }
      guard index == 0, let head = lines.first, head.hasSuffix(":"), lines.count > 1 else {
        return lines.first.map { $0.hasSuffix(":") ? String($0.dropLast()) : $0 } ?? ""
      }
      return "\(head) \(lines[1])"
    }.joined(separator: "; ")
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
      for failure in group[0].failures { lines += self.lines(failure, testCase: testCase) }
      if group.count > 1, group[0].differsFromGolden {
        let agreed = "agree with each other, and not with the golden"
        lines.append(StyledLine("  \(group.map(\.implementation).joined(separator: " and ")) \(agreed)", .emphasis))
      }
    }
    if !verdicts.passed.isEmpty { lines.append(StyledLine("  passed by \(verdicts.passed.joined(separator: ", "))")) }
    return lines + [StyledLine("  again: parity check --only \(testCase.name)\(verdicts.repeatingOptions)", .dim)]
  }

  private func lines(_ failure: Verdict.Failure, testCase: Case) -> [StyledLine] {
    switch failure {
    case .noOutput(let cause):
      let place = cause.location.map { [StyledLine("    refused at \($0)", .dim)] } ?? []
      return [StyledLine("  no output: \(cause.message)")] + place + logLines(of: cause, indent: "    ")
    case .misbehaved(let cause):
      return [StyledLine("  beside its answer it \(cause.message)")] + logLines(of: cause, indent: "    ")
    case .violates(let violations):
      return [StyledLine("  not what the case expects:")] + rendering.lines(violations)
    case .differs(let differences):
      let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
      return [StyledLine("  not the golden \(golden):")] + rendering.lines(differences)
    case .diverges(let divergence):
      let cause = divergence.failure.map {
        [StyledLine("  no output: \($0.message)")] + logLines(of: $0, indent: "    ")
      }
      let clauses = divergence.clauses.isEmpty ? "" : " (\(divergence.clauses.joined(separator: ", ")))"
      return [StyledLine("  not the same in every order of arrival\(clauses); the shortest that differs:")]
        + divergence.arrivals.map { StyledLine("    \($0)") }
        + (cause ?? rendering.lines(divergence.differences))
    case .unusableGolden:
      let golden = GoldenFolder.path(of: testCase.contract, caseID: testCase.id)
      return [StyledLine("  the golden \(golden) can't be read; see above")]
    case .noGolden:
      return [StyledLine("  no golden; to see the output and accept it: parity regenerate --only \(testCase.name)")]
    }
  }
}

/// What every implementation made of one case.
struct CaseVerdicts {
  let verdicts: [Verdict]

  /// In the order in which the cases first appear.
  static func grouped(_ verdicts: [Verdict]) -> [CaseVerdicts] {
    var positions: [TextKey: Int] = [:]
    var groups: [[Verdict]] = []
    for verdict in verdicts {
      let key = TextKey(verdict.testCase.name)
      if let position = positions[key] {
        groups[position].append(verdict)
      } else {
        positions[key] = groups.count
        groups.append([verdict])
      }
    }
    return groups.map(CaseVerdicts.init)
  }

  var testCase: Case { verdicts[0].testCase }
  var failed: [Verdict] { verdicts.filter { !$0.failures.isEmpty } }
  var failedNames: String { failed.map(\.implementation).joined(separator: ", ") }
  var lacksOnlyGolden: Bool { failed.allSatisfy(\.lacksOnlyGolden) }

  var passed: [String] {
    verdicts.filter(\.isPassed).map(\.implementation)
  }

  /// Those that fail, together where they fail alike.
  var groups: [[Verdict]] {
    var groups: [[Verdict]] = []
    for verdict in failed {
      if let position = groups.firstIndex(where: { $0[0].failures == verdict.failures }) {
        groups[position].append(verdict)
      } else {
        groups.append([verdict])
      }
    }
    return groups
  }

  /// What repeats the failures.
  var repeatingOptions: String {
    var options = failed.map(\.selectingOptions)
    // One that is judged where none is named has no option of its own.
    if options.contains(where: \.isEmpty), options.contains(where: { !$0.isEmpty }) {
      options = failed.map {
        $0.selectingOptions.isEmpty ? "--implementation \($0.implementation)" : $0.selectingOptions
      }
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

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
