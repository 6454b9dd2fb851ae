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
  /// The maximum number of lines of that example.
  private static let mostLines = 15
  private static let mostCauses = 10
  private static let mostListed = 20

  package init(verbosity: Verbosity = .normal) { self.verbosity = verbosity }

  /// Returns the lines of the report.
  ///
  /// - Parameters:
  ///   - report: The run to print.
  ///   - notes: Notes about the suites, one per line.
  package func lines(_ report: Report, notes: [String] = []) -> [StyledLine] {
    var lines = diagnostics(report)
    let cases = CaseVerdicts.failed(report.verdicts)
    lines += failures(cases, report)
    lines += report.incidents.lines(limit: isVerbose ? .max : 5)
    if verbosity == .quiet || cases.count > Self.mostFull { lines += causes(report) }
    lines +=
      report.against?.lines(limit: isVerbose ? .max : verbosity == .quiet ? 0 : Self.mostListed)
      ?? []
    lines += isVerbose ? report.verdicts.map(line) : divergences(report)
    if verbosity != .quiet {
      lines += notes.map { StyledLine($0, .dim) } + summaries(report) + nextSteps(report)
    }
    return lines + whyRed(report) + [report.counts.line]
  }

  /// Returns a line for each accepted divergence.
  private func divergences(_ report: Report) -> [StyledLine] {
    report.divergences.map { verdict, reason in
      StyledLine([.init("accepted divergence ", .dim), .init("\(verdict.title): \(reason)")])
    }
  }

  private func diagnostics(_ report: Report) -> [StyledLine] {
    let rest = report.diagnostics.count - Self.mostListed
    guard !isVerbose, rest > 0 else { return report.diagnostics.lines }
    return Array(report.diagnostics.prefix(Self.mostListed)).lines.dropLast()
      + [
        StyledLine("… and \(counted(rest, "more finding")); --verbose shows all"),
        StyledLine(),
      ]
  }

  // MARK: - Failures

  private func failures(_ cases: [CaseVerdicts], _ report: Report) -> [StyledLine] {
    guard !cases.isEmpty else { return [] }
    let places = report.places
    let broken = cases.filter { !$0.lacksOnlyGolden }
    let lacking = list(cases.filter(\.lacksOnlyGolden), places)
    let isFew = isVerbose || broken.count <= Self.mostFull
    guard !broken.isEmpty, isFew || verbosity != .quiet else { return lacking }
    let legend = StyledLine([
      .init("− expected, ", .removed),
      .init("+ actual", .added),
    ])
    let example = report.causes.first?.example
    let listed = isFew ? broken : broken.filter { $0.name == example }
    return [legend, StyledLine()]
      + listed.flatMap { verdicts in
        guard let place = places[verdicts.name] else { return [StyledLine]() }
        let lines =
          [verdicts.heading]
          + verdicts.details(place, orders: report.orders, limit: isVerbose ? .max : 10)
        return (isFew ? lines : shortened(lines)) + [StyledLine()]
      } + lacking
  }

  /// Returns the lines with some in the middle cut. The last line is kept because it says how to
  /// reproduce the failure.
  private func shortened(_ lines: [StyledLine]) -> [StyledLine] {
    let hidden = lines.count - Self.mostLines + 1
    guard hidden > 1 else { return lines }
    return lines.prefix(Self.mostLines - 2) + [StyledLine("  … and \(hidden) more lines", .dim)]
      + lines.suffix(1)
  }

  /// Returns one line for each case without a golden, and a count if there are too many.
  private func list(_ cases: [CaseVerdicts], _ places: [String: Report.Place]) -> [StyledLine] {
    guard !cases.isEmpty else { return [] }
    let shown = cases.prefix(
      isVerbose ? .max : verbosity == .quiet ? Self.mostFull : Self.mostListed
    )
    let rest = cases.count - shown.count
    return shown.map { verdicts in
      let location = places[verdicts.name].map { "  \($0.testCase.location)" } ?? ""
      return StyledLine(verdicts.heading.spans + [.init(": no golden"), .init(location, .dim)])
    }
      + (rest > 0
        ? [
          StyledLine(
            "… and \(counted(rest, "more case")) without a golden; --verbose lists all"
          )
        ] : [])
      + [StyledLine()]
  }

  /// Returns the causes of each implementation's failures.
  private func causes(_ report: Report) -> [StyledLine] {
    var number = 0
    let parts = report.parts
    return report.causes.grouped(by: \.implementation).flatMap { causes in
      let name = causes[0].implementation
      let judged = parts.filter { $0.implementation == name }.reduce(0) { $0 + $1.counts.judged }
      let failed = causes.reduce(0) { $0 + $1.taken }
      let rest = causes.count - Self.mostCauses
      let counts = causes.map {
        "\(counted($0.cases.count, "case"))\($0.alone > 0 ? " (\($0.alone) with no other cause)" : "")"
      }
      let width = counts.map(\.count).max() ?? 0
      let lines = zip(causes, counts).flatMap { cause, counts in
        number += 1
        return cause.lines(
          number: number,
          counts: counts + String(repeating: " ", count: width - counts.count)
        )
      }
      return [StyledLine("\(failed) of \(judged) failed (\(name)), by cause:", .emphasis)]
        + (isVerbose ? lines : Array(lines.prefix(2 * Self.mostCauses)))
        + (rest > 0 && !isVerbose
          ? [
            StyledLine("      … and \(counted(rest, "more cause")); --verbose shows all", .dim)
          ] : [])
        + [StyledLine()]
    }
  }

  private func line(_ verdict: Report.Verdict) -> StyledLine {
    switch verdict.result {
    case .passed: StyledLine([.init("passed ", .added), .init(verdict.title)])
    case .failed: StyledLine([.init("FAILED ", .removed), .init(verdict.title)])
    case .known(_, let known):
      StyledLine([
        .init(known.isDivergence == true ? "accepted divergence " : "known ", .dim),
        .init("\(verdict.title): \(known.reason)"),
      ])
    case .notApplicable(let lacking):
      StyledLine([
        .init("not applicable ", .dim),
        .init("\(verdict.title): lacks \(lacking.joined(separator: ", "))"),
      ])
    case .notRun: StyledLine([.init("not run ", .removed), .init(verdict.title)])
    }
  }

  // MARK: - Summaries

  /// Returns a line for the shard, then one line for each contract and implementation.
  private func summaries(_ report: Report) -> [StyledLine] {
    let share = report.shard.map {
      [StyledLine("\($0)" + ($0.isIdle ? "; all cases to check are in other shards" : ""))]
    }
    return (share ?? [])
      + report.parts.map { suite, implementation, counts in
        StyledLine(
          "\(suite.contract) \(suite.version): "
            + "\(counts.passed) of \(counted(counts.judged, "case")) passed (\(implementation))"
            + (counts.known > 0 ? ", \(counts.known) known to fail" : "")
            + (counts.schedules > 0 ? ", also in \(counted(counts.schedules, "ordering"))" : "")
        )
      }
  }

  private func nextSteps(_ report: Report) -> [StyledLine] {
    NextStep.steps(after: report).map { StyledLine(advice: "next: \($0.text)", .emphasis) }
  }

  /// Returns the reason why a run without failed cases fails.
  private func whyRed(_ report: Report) -> [StyledLine] {
    guard report.counts.failed == 0, report.exitCode != 0 else { return [] }
    let count = report.diagnostics.count { $0.severity == .error } + report.incidents.count
    let why =
      count > 0
      ? "\(counted(count, "error")) above"
      : report.checkedNothing ? "no case was checked" : nil
    return why.map { [StyledLine("failed: \($0)", .removed)] } ?? []
  }
}

extension Report.Counts {
  var line: StyledLine {
    StyledLine([
      .init("\(judged) checked, \(passed) passed, "),
      .init("\(failed) failed", failed > 0 ? .removed : .plain),
      .init(", \(known) known, \(notApplicable) not applicable, \(skipped) skipped"),
    ])
  }
}

extension Report.Cause {
  /// The cause, and below it the rule to read and an example case.
  fileprivate func lines(number: Int, counts: String) -> [StyledLine] {
    let details = [rule.map { "rule \($0)" }, "e.g. \(example)"].compactMap(\.self).joined(
      separator: ", "
    )
    let head = "\(number)".leftPadded(to: 4) + ". "
    return [
      StyledLine([
        .init(head, .dim), .init("\(counts)  "), .init(title.clipped(columns: 52), .emphasis),
      ]),
      StyledLine("      \(details)", .dim),
    ]
  }
}
