package import Conformance

/// How much of a run is printed.
package enum Verbosity: Sendable {
  /// Only the problems and the final counts.
  case quiet
  /// The default: failures, causes, summaries and next steps.
  case normal
  /// Every case, and all differences in full.
  case verbose
}

/// The console output of a check: problems first, then their causes, the next steps and the counts.
package struct ConsoleReport: Sendable {
  private let verbosity: Verbosity
  private var isVerbose: Bool { verbosity == .verbose }

  /// The maximum number of failing cases that are each printed in full. If more fail, the report
  /// prints the causes and an example of the first one.
  private static let mostFull = 5
  /// The maximum number of lines about that example.
  private static let mostLines = 30
  /// The maximum number of differences of that example.
  private static let mostExampleDifferences = 3
  /// The maximum number of lines of a text in that example.
  private static let mostExampleTextLines = 10
  /// The maximum number of lines of a text in a case that is printed in full.
  private static let mostTextLines = 30
  /// The maximum number of causes per implementation without `--verbose`.
  private static let mostCauses = 10
  /// The maximum length of any other list, such as those of findings and changes.
  private static let mostListed = 20
  /// The maximum width of an input. Wider lines are hard to read.
  private static let widest = 100

  private let width: Int

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - verbosity: How much to print.
  ///   - width: The width of a line in columns.
  package init(verbosity: Verbosity = .normal, width: Int = 80) {
    self.verbosity = verbosity
    self.width = min(width, Self.widest)
  }

  /// Returns the lines of the report.
  ///
  /// - Parameters:
  ///   - report: The run to print.
  ///   - audits: The findings of the suites that were audited.
  ///   - notes: Notes about the suites, one per line.
  ///   - duration: The time that the run took, or `nil` if it isn't known.
  package func lines(
    _ report: RunRecord,
    audits: [AuditFindings] = [],
    notes: [String] = [],
    after duration: Duration? = nil
  ) -> [StyledLine] {
    problems(report, audits) + details(report)
      + (verbosity == .quiet ? [] : outcome(report, audits, notes))
      + [Conclusion(report, after: duration).line]
  }

  /// Returns what is wrong: first what fails the run, then warnings.
  private func problems(_ report: RunRecord, _ audits: [AuditFindings]) -> [StyledLine] {
    let cases = CaseVerdicts.failed(report.results)
    var lines = diagnostics(report.diagnostics.filter { $0.severity == .error })
    lines += failures(cases, report)
    lines += report.incidents.lines(limit: isVerbose ? .max : 5)
    lines += audits.flatMap(\.problems).lines(verbosity)
    lines += diagnostics(report.diagnostics.filter { $0.severity == .warning })
    if verbosity == .quiet || cases.count > Self.mostFull { lines += causes(report) }
    return lines
  }

  /// Returns the changes since an earlier run, and a line for each verdict that is worth one.
  private func details(_ report: RunRecord) -> [StyledLine] {
    let limit: Int =
      switch verbosity {
      case .quiet: 0
      case .normal: Self.mostListed
      case .verbose: .max
      }
    return (report.comparison?.lines(limit: limit) ?? [])
      + (isVerbose ? report.results.map(line) : divergences(report))
  }

  /// Returns notes, the counts of each part of the run, and what to do next.
  private func outcome(
    _ report: RunRecord,
    _ audits: [AuditFindings],
    _ notes: [String]
  ) -> [StyledLine] {
    let shard = report.shard.map { shard in
      StyledLine("\(shard)" + (shard.isIdle ? "; all cases to check are in other shards" : ""))
    }
    return notes.map { StyledLine($0, .dim) } + [shard].compactMap(\.self)
      + report.summaryTable.lines + audits.summaryTable.lines + nextSteps(report)
  }

  /// Returns a line for each accepted divergence.
  private func divergences(_ report: RunRecord) -> [StyledLine] {
    report.divergences.map { result, reason in
      StyledLine([.init("accepted divergence ", .dim), .init("\(result.title): \(reason)")])
    }
  }

  /// Returns the diagnostics in groups. If there are many groups, the rest is only counted.
  private func diagnostics(_ diagnostics: [Diagnostic]) -> [StyledLine] {
    let groups = diagnostics.groups
    let rest = groups.dropFirst(Self.mostListed).reduce(0) { $0 + $1.count }
    guard !isVerbose, rest > 0 else { return diagnostics.lines(verbosity) }

    return groups.prefix(Self.mostListed).flatMap(\.lines)
      + [
        StyledLine("… and \(counted(rest, "more finding")); --verbose shows all"),
        StyledLine(),
      ]
  }

  // MARK: - Failures

  /// Returns the failed cases in full or, if many fail, an example of the most important cause.
  ///
  /// Cases that only lack a golden are listed after them, a line each.
  private func failures(_ cases: [CaseVerdicts], _ report: RunRecord) -> [StyledLine] {
    guard !cases.isEmpty else { return [] }

    let places = report.places
    let broken = cases.filter { !$0.lacksOnlyGolden }
    let lacking = missingGoldens(cases.filter(\.lacksOnlyGolden), places)
    if isVerbose || broken.count <= Self.mostFull {
      return inFull(broken, places, report) + lacking
    }
    return (verbosity == .quiet ? [] : example(of: broken, places, report)) + lacking
  }

  /// Returns all lines about each of the cases. The first difference has the legend.
  private func inFull(
    _ cases: [CaseVerdicts],
    _ places: [String: RunRecord.Place],
    _ report: RunRecord
  ) -> [StyledLine] {
    let firstWithSigns = cases.first(where: \.hasSigns)?.name

    return cases.flatMap { verdicts -> [StyledLine] in
      guard let place = places[verdicts.name] else { return [] }
      let extent = CaseVerdicts.Extent(
        differences: isVerbose ? .max : 10,
        textLines: isVerbose ? .max : Self.mostTextLines,
        width: width,
        hasLegend: verdicts.name == firstWithSigns
      )

      let details = verdicts.details(place, orders: report.orders, extent)
      return [verdicts.heading] + causes(shownBy: verdicts.name, report) + details + [StyledLine()]
    }
  }

  /// Returns a line for each implementation with the first cause that a case is the example of. A
  /// long title is cut, so that the line has the rules, and long ids of rules are below it.
  private func causes(shownBy name: String, _ report: RunRecord) -> [StyledLine] {
    report.causes.filter { $0.example == name }.distinct(by: \.implementation).flatMap { cause in
      let label = "  cause: "
      guard cause.hasLongName || cause.ruleNames.contains(where: \.isLongName) else {
        let title = cause.titleWithRules(columns: width - label.columns)
        return [StyledLine(label + title, .emphasis)]
      }

      let title = label + cause.title(columns: width - label.columns)
      let rules = cause.rulePhrases.map { "    \($0)" }
      return ([title] + rules).map { StyledLine($0, .emphasis) }
    }
  }

  /// Returns the example of the most important cause.
  private func example(
    of cases: [CaseVerdicts],
    _ places: [String: RunRecord.Place],
    _ report: RunRecord
  ) -> [StyledLine] {
    guard let name = report.causes.first?.example,
      let verdicts = cases.first(where: { $0.name == name }),
      let place = places[name]
    else { return [] }

    let extent = CaseVerdicts.Extent(
      differences: Self.mostExampleDifferences,
      textLines: Self.mostExampleTextLines,
      inputLines: InputLines.mostShown,
      width: width,
      hasLegend: true
    )
    let note = StyledLine("  1 of \(figure(cases.count)) failures", .dim)
    let heading = [verdicts.heading] + causes(shownBy: name, report) + [note]
    let details = verdicts.details(place, orders: report.orders, extent)
    return shortened(heading + details) + [StyledLine()]
  }

  /// Returns the lines with some in the middle cut. The last line is kept because it has the
  /// command that prints all of them.
  private func shortened(_ lines: [StyledLine]) -> [StyledLine] {
    guard lines.count > Self.mostLines else { return lines }
    return lines.prefix(Self.mostLines - 2)
      + [StyledLine("  … more lines, which the next command prints", .dim)] + lines.suffix(1)
  }

  /// Returns one line for each case without a golden, and a count if there are too many.
  private func missingGoldens(
    _ cases: [CaseVerdicts],
    _ places: [String: RunRecord.Place]
  ) -> [StyledLine] {
    guard !cases.isEmpty else { return [] }

    let limit: Int =
      switch verbosity {
      case .quiet: Self.mostFull
      case .normal: Self.mostListed
      case .verbose: .max
      }
    let shown = cases.prefix(limit)
    let rest = cases.count - shown.count

    var lines = shown.map { verdicts in
      let location = places[verdicts.name].map { "  \($0.testCase.location)" } ?? ""
      return StyledLine(verdicts.heading.spans + [.init(": no golden"), .init(location, .dim)])
    }
    if rest > 0 {
      lines.append(
        StyledLine("… and \(counted(rest, "more case")) without a golden; --verbose lists all")
      )
    }
    return lines + [StyledLine()]
  }

  /// Returns the causes of each implementation's failures.
  private func causes(_ report: RunRecord) -> [StyledLine] {
    var number = 0
    let parts = report.parts

    return report.causes.grouped(by: \.implementation).flatMap { causes -> [StyledLine] in
      let name = causes[0].implementation
      let checked = parts.filter { $0.implementation == name }.reduce(0) { $0 + $1.counts.checked }
      let failed = causes.reduce(0) { $0 + $1.taken }
      let heading = "\(figure(failed)) of \(figure(checked)) failed (\(name)), by cause:"

      let shown = causes.prefix(isVerbose ? .max : Self.mostCauses)
      let countWidth = shown.map(\.countText.columns).max() ?? 0
      let lines = shown.flatMap { cause -> [StyledLine] in
        number += 1
        let counts = cause.countText.rightPadded(to: countWidth)
        return cause.lines(number: number, counts: counts, width: width)
      }

      let rest = causes.count - shown.count
      number += rest
      let note = "      … and \(counted(rest, "more cause")); --verbose shows all"
      let hidden = rest > 0 ? [StyledLine(note, .dim)] : []

      let table = RowTable(of: name, in: report)?.lines(width: width) ?? []
      return [StyledLine(heading, .emphasis)] + lines + hidden + table + [StyledLine()]
    }
  }

  /// Returns the line about a result that verbose output has, with the reason if there is one.
  private func line(_ result: CaseResult) -> StyledLine {
    switch result.result {
    case .passed: StyledLine([.init("passed ", .added), .init(result.title)])
    case .failed: StyledLine([.init("FAILED ", .removed), .init(result.title)])
    case .known(_, .divergence(let divergence)):
      StyledLine([
        .init("accepted divergence ", .dim), .init("\(result.title): \(divergence.reason)"),
      ])
    case .known(_, .knownFailure(let known)):
      StyledLine([.init("known ", .dim), .init("\(result.title): \(known.reason)")])
    case .notApplicable(let lacking):
      StyledLine([
        .init("not applicable ", .dim),
        .init("\(result.title): lacks \(lacking.joined(separator: ", "))"),
      ])
    case .skipped(let reason):
      StyledLine([.init("skipped ", .dim), .init("\(result.title): \(reason)")])
    case .notRun: StyledLine([.init("not run ", .removed), .init(result.title)])
    }
  }

  // MARK: - Outcome

  /// Returns a line for each thing to do, the most helpful first.
  private func nextSteps(_ report: RunRecord) -> [StyledLine] {
    NextStep.steps(after: report).map { StyledLine(advice: "next: \($0.text)", .emphasis) }
  }
}

extension Cause {
  /// The number of cases, and of those that show nothing else if that is only a part of them.
  fileprivate var countText: String {
    let isPart = alone > 0 && alone < cases.count
    return counted(cases.count, "case") + (isPart ? " (\(alone) with no other cause)" : "")
  }

  /// Returns the cause, and below it the rules to read and an example case.
  fileprivate func lines(number: Int, counts: String, width: Int) -> [StyledLine] {
    let phrases = rulePhrases
    let isLong = phrases.contains(where: \.isLongName)
    let details = phrases + ["e.g. \(example)"]
    let detailLines = isLong ? details : [details.joined(separator: ", ")]

    let head = "\(number)".leftPadded(to: 4) + ". "
    let room = max(width - head.columns - counts.columns - 2, 30)
    let heading = StyledLine([
      .init(head, .dim), .init("\(counts)  "), .init(title(columns: room), .emphasis),
    ])
    return [heading] + detailLines.map { StyledLine("      \($0)", .dim) }
  }
}
