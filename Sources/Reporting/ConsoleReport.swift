package import Conformance

/// How much of a run is told.
package enum Verbosity: Sendable {
  /// Problems and the last line.
  case quiet
  /// What a person needs.
  case normal
  /// Every case, and differences in full.
  case verbose
}

/// What a check tells a person: the problems first-hand, their causes, what to run next, and the
/// counts last.
package struct ConsoleReport: Sendable {
  private let verbosity: Verbosity
  private var isVerbose: Bool { verbosity == .verbose }

  /// Up to so many failing cases are each told in full; of more, the causes are told, and the first
  /// one's example.
  private static let mostFull = 5
  /// The most lines of that example.
  private static let mostLines = 15
  private static let mostCauses = 10
  private static let mostListed = 20

  package init(verbosity: Verbosity = .normal) { self.verbosity = verbosity }

  /// - Parameter notes: what else is to be told of the suites, a line each.
  package func lines(_ report: Report, notes: [String] = []) -> [StyledLine] {
    var lines = diagnostics(report)
    let cases = CaseVerdicts.failed(report.verdicts)
    lines += failures(cases, report)
    lines += report.incidents.lines(limit: isVerbose ? .max : 5)
    if verbosity == .quiet || cases.count > Self.mostFull { lines += causes(report) }
    lines +=
      report.against?.lines(limit: isVerbose ? .max : verbosity == .quiet ? 0 : Self.mostListed)
      ?? []
    if isVerbose { lines += report.verdicts.map(line) }
    if verbosity != .quiet {
      lines += notes.map { StyledLine($0, .dim) } + summaries(report) + nextSteps(report)
    }
    return lines + whyRed(report) + [report.counts.line]
  }

  private func diagnostics(_ report: Report) -> [StyledLine] {
    let rest = report.diagnostics.count - Self.mostListed
    guard !isVerbose, rest > 0 else { return report.diagnostics.lines }
    return Array(report.diagnostics.prefix(Self.mostListed)).lines.dropLast()
      + [
        StyledLine("… and \(counted(rest, "more finding")); --verbose tells them all"),
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
      .init("− is what was expected, ", .removed),
      .init("+ is what came back", .added),
      .init("."),
    ])
    let example = report.causes.first?.example
    let told = isFew ? broken : broken.filter { $0.name == example }
    return [legend, StyledLine()]
      + told.flatMap { verdicts in
        guard let place = places[verdicts.name] else { return [StyledLine]() }
        let lines =
          [verdicts.heading]
          + verdicts.details(place, orders: report.orders, limit: isVerbose ? .max : 10)
        return (isFew ? lines : shortened(lines)) + [StyledLine()]
      } + lacking
  }

  /// The lines but for some in the middle: the last one says how to repeat it.
  private func shortened(_ lines: [StyledLine]) -> [StyledLine] {
    let hidden = lines.count - Self.mostLines + 1
    guard hidden > 1 else { return lines }
    return lines.prefix(Self.mostLines - 2) + [StyledLine("  … and \(hidden) more lines", .dim)]
      + lines.suffix(1)
  }

  /// Cases without a golden, one line each, and a count where they are many.
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
            "… and \(counted(rest, "more case")) without a golden; --verbose names them all"
          )
        ] : [])
      + [StyledLine()]
  }

  /// For each implementation, what its failures have in common.
  private func causes(_ report: Report) -> [StyledLine] {
    var number = 0
    let parts = report.parts
    return report.causes.grouped(by: \.implementation).flatMap { causes in
      let name = causes[0].implementation
      let judged = parts.filter { $0.implementation == name }.reduce(0) { $0 + $1.counts.judged }
      let failed = causes.reduce(0) { $0 + $1.taken }
      let rest = causes.count - Self.mostCauses
      let counts = causes.map {
        "\(counted($0.cases.count, "case"))\($0.alone > 0 ? ", \($0.alone) alone" : "")"
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
            StyledLine("      … and \(counted(rest, "more cause")); --verbose tells them all", .dim)
          ] : [])
        + [StyledLine()]
    }
  }

  private func line(_ verdict: Report.Verdict) -> StyledLine {
    switch verdict.result {
    case .passed: StyledLine([.init("passed ", .added), .init(verdict.title)])
    case .failed: StyledLine([.init("FAILED ", .removed), .init(verdict.title)])
    case .known(_, let known):
      StyledLine([.init("known ", .dim), .init("\(verdict.title): \(known.reason)")])
    case .notApplicable(let lacking):
      StyledLine([
        .init("not applicable ", .dim),
        .init("\(verdict.title) lacks \(lacking.joined(separator: ", "))"),
      ])
    case .notRun: StyledLine([.init("not run ", .removed), .init(verdict.title)])
    }
  }

  // MARK: - The end

  /// A line for the shard, and one per contract and implementation.
  private func summaries(_ report: Report) -> [StyledLine] {
    let share = report.shard.map {
      [StyledLine("\($0)" + ($0.isIdle ? "; the others have them all" : ""))]
    }
    return (share ?? [])
      + report.parts.map { suite, implementation, counts in
        StyledLine(
          "\(suite.contract) \(suite.version): "
            + "\(counts.passed) of \(counted(counts.judged, "case")) passed (\(implementation))"
            + (counts.known > 0 ? ", \(counts.known) known to fail" : "")
            + (counts.schedules > 0 ? ", in \(counted(counts.schedules, "order")) of arrival" : "")
        )
      }
  }

  private func nextSteps(_ report: Report) -> [StyledLine] {
    NextStep.steps(after: report).map { StyledLine(advice: "next: \($0.text)", .emphasis) }
  }

  /// What makes a run red in which no case failed.
  private func whyRed(_ report: Report) -> [StyledLine] {
    guard report.counts.failed == 0, report.exitCode != 0 else { return [] }
    let count = report.diagnostics.count { $0.severity == .error } + report.incidents.count
    let why =
      count > 0
      ? "\(counted(count, "finding")), see above"
      : report.judgedNothing ? "nothing was judged" : nil
    return why.map { [StyledLine("not conformant: \($0)", .removed)] } ?? []
  }
}

extension Report.Counts {
  var line: StyledLine {
    StyledLine([
      .init("\(judged) judged, \(passed) passed, "),
      .init("\(failed) failed", failed > 0 ? .removed : .plain),
      .init(", \(known) known, \(notApplicable) not applicable, \(skipped) skipped"),
    ])
  }
}

extension Report.Cause {
  /// What it is, and below it the rule to read and a case to look at.
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
