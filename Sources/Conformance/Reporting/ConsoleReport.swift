internal import CanonicalJSON

/// What a check tells a person: the problems first-hand, then the counts, then what to run next.
package struct ConsoleReport: Sendable {
  private let verbosity: Verbosity
  private let rendering: DifferenceRendering
  /// How many failing cases are told in full; the rest is named, and past twice as many counted.
  private let fullFailures: Int

  /// - Parameter width: the columns to aim at.
  package init(verbosity: Verbosity = .normal, width: Int = 80) {
    self.verbosity = verbosity
    rendering = DifferenceRendering(limit: verbosity == .verbose ? .max : 10, width: width)
    fullFailures = verbosity == .verbose ? .max : 20
  }

  /// - Parameter notes: what else is to be told of the suites, a line each.
  package func lines(_ findings: Findings, notes: [String] = []) -> [StyledLine] {
    var lines = diagnosticLines(findings.diagnostics)
    lines += FailureReport(findings: findings, rendering: rendering, fullFailures: fullFailures).lines
    lines += IncidentReport(findings.incidents, limit: verbosity == .verbose ? .max : 5).lines
    if verbosity == .verbose { lines += everyCase(findings.verdicts) }
    if verbosity != .quiet { lines += notes.map { StyledLine($0, .dim) } + summaries(findings) + nextSteps(findings) }
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
      ] + diagnostic.notes.map { StyledLine(advice: "  note: \($0)", .dim) }
    } + (diagnostics.isEmpty ? [] : [StyledLine()])
  }

  private func everyCase(_ verdicts: [Verdict]) -> [StyledLine] {
    verdicts.map { verdict in
      let name = "\(verdict.testCase.name) (\(verdict.implementation))"
      return switch verdict.result {
      case .passed: StyledLine([.init("passed ", .added), .init(name)])
      case .failed: StyledLine([.init("FAILED ", .removed), .init(name)])
      case .known(_, let known): StyledLine([.init("known ", .dim), .init("\(name): \(known.reason)")])
      case .unsupported(let lacking):
        StyledLine([.init("unsupported ", .dim), .init("\(name) lacks \(lacking.joined(separator: ", "))")])
      case .notRun: StyledLine([.init("not run ", .removed), .init(name)])
      }
    }
  }

  /// A line for the shard, and one per contract and implementation.
  private func summaries(_ findings: Findings) -> [StyledLine] {
    let share = findings.share.map { share in
      [StyledLine("\(share)" + (share.isIdle ? "; the others have them all" : ""))]
    }
    return (share ?? [])
      + findings.parts.map { part in
        StyledLine(
          "\(part.suite.contract.id) \(part.suite.matrix.version): "
            + "\(part.counts.passed) of \(counted(part.counts.judged, "case")) passed (\(part.implementation))"
            + (part.counts.known > 0 ? ", \(part.counts.known) known to fail" : "")
            + (part.counts.schedules > 0 ? ", in \(counted(part.counts.schedules, "order")) of arrival" : ""))
      }
  }

  private func nextSteps(_ findings: Findings) -> [StyledLine] {
    let failed = findings.verdicts.filter { !$0.failures.isEmpty }
    // What comes with the program is for its makers to change.
    let own = failed.filter { !findings.isCarried($0.testCase) }
    let isRuledOut = own.contains { $0.fails(.violates) }
    let lacksGoldens = own.contains(where: \.lacksOnlyGolden)
    let differs = own.contains { $0.fails(.differs) && !$0.fails(.violates) }
    let steps =
      (own.count < failed.count ? ["fix the implementation"] : [])
      + (isRuledOut ? ["fix the implementation, or else the expectation"] : [])
      + (lacksGoldens ? ["look at each output and accept it: parity review"] : [])
      + (differs ? ["fix the implementation, or decide on the change of its golden: parity review"] : [])
    return steps.map { StyledLine(advice: "next: \($0)", .emphasis) }
  }

  private func countLine(_ counts: VerdictCounts) -> StyledLine {
    StyledLine([
      .init("\(counts.judged) judged, \(counts.passed) passed, "),
      .init("\(counts.failed) failed", counts.failed > 0 ? .removed : .plain),
      .init(", \(counts.known) known, \(counts.unsupported) unsupported, \(counts.skipped) skipped"),
    ])
  }
}

/// `1 case`, `2 cases`.
package func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }
