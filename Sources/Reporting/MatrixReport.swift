internal import CanonicalJSON
package import Conformance

/// The behavior matrix with its coverage and verdicts, as Markdown.
package struct MatrixReport: Sendable {
  private let report: RunRecord
  private let suites: [Suite]
  private let results: [String: [CaseResult]]

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - report: The run with the verdicts.
  ///   - suites: The suites of the report, which say which implementations confirm each golden.
  package init(_ report: RunRecord, of suites: [Suite]) {
    self.report = report
    self.suites = suites
    results = Dictionary(grouping: report.results, by: \.caseName)
  }

  /// The report as Markdown. Equal runs always produce equal bytes.
  package var markdown: String {
    (["# Behavior matrix"] + suites.map(section)).joined(separator: "\n\n") + "\n"
  }

  private func section(_ suite: Suite) -> String {
    [
      "## \(suite.contract.id) \(suite.matrix.version)", MarkdownTable.escaped(suite.matrix.title),
      counts(suite),
      clauseTable(suite), rowTable(suite), uncovered(suite.matrix),
    ].joined(separator: "\n\n")
  }

  private func counts(_ suite: Suite) -> String {
    let lines = report.parts.filter { $0.suite.contract == suite.contract.id }.map { part in
      "\(part.implementation): \(part.counts.checked) checked, \(part.counts.passed) passed, "
        + "\(part.counts.failed) failed, \(part.counts.notApplicable) not applicable"
        + (part.counts.known > 0 ? ", \(part.counts.known) known to fail" : "")
    }
    let matrix = suite.matrix
    return "\(counted(matrix.clauses.count, "clause")), \(counted(matrix.rows.count, "row")), "
      + "\(counted(suite.contractCases.count, "case")). \(confirmations(suite))\n"
      + lines.joined(separator: "\n")
  }

  /// Returns a sentence with the number of goldens that only reference implementations have
  /// produced. The table marks these goldens.
  private func confirmations(_ suite: Suite) -> String {
    let count = suite.contractCases.count { !isConfirmed($0.id, in: suite) }
    return count == 0
      ? "Every golden is confirmed by a second implementation."
      : "Goldens not confirmed by a second implementation, marked \(Self.unconfirmedMark): \(count)."
  }

  private static let unconfirmedMark = "°"

  private func isConfirmed(_ caseID: String, in suite: Suite) -> Bool {
    !suite.confirmations(of: caseID).isEmpty
  }

  private func clauseTable(_ suite: Suite) -> String {
    let coverage = ClauseCoverage(of: suite.matrix)
    let statesOrigins = suite.matrix.clauses.contains { $0.origin != nil }
    let rows = suite.matrix.clauses.map { clause in
      let covering = coverage.rows(covering: clause.id.name)
      let cases = Set(covering.flatMap(\.cases).map(\.name))
      let refines = clause.refines.map(\.name).joined(separator: ", ")
      let origin = statesOrigins ? [clause.origin?.rawValue ?? ""] : []
      return [clause.id.name, clause.text, clause.level.rawValue] + origin
        + [refines, "\(covering.count)", "\(cases.count)", verdict(on: cases, of: suite)]
    }
    return MarkdownTable.text(
      ["clause", "statement", "level"] + (statesOrigins ? ["origin"] : [])
        + ["refines", "rows", "cases", "verdict"],
      rows
    )
  }

  private func rowTable(_ suite: Suite) -> String {
    let rows = suite.matrix.rows.flatMap { row in
      row.cases.enumerated().map { index, reference in
        let head =
          index == 0
          ? [row.id.name, row.scenario, row.clauses.map(\.name).joined(separator: ", ")]
          : ["", "", ""]
        let mark = isConfirmed(reference.name, in: suite) ? "" : " \(Self.unconfirmedMark)"
        return head + ["`\(reference.name)`\(mark)", verdict(on: [reference.name], of: suite)]
      }
    }
    return MarkdownTable.text(["row", "scenario", "clauses", "case", "verdict"], rows)
  }

  private func uncovered(_ matrix: Matrix) -> String {
    let coverage = ClauseCoverage(of: matrix)
    let names = matrix.clauses.map(\.id.name).filter {
      !coverage.isCovered($0) && !coverage.isExcused($0)
    }
    let excused = matrix.untestable.map {
      MarkdownTable.escaped("- \($0.clause.name) can't be tested: \($0.reason)")
    }
    let head =
      names.isEmpty
      ? "Every testable clause is covered."
      : MarkdownTable.escaped("Uncovered: \(names.joined(separator: ", ")).")
    return ([head] + excused).joined(separator: "\n")
  }

  /// Returns the worst verdict on the cases.
  private func verdict(on cases: some Sequence<String>, of suite: Suite) -> String {
    let counts = RunRecord.Counts(cases.flatMap { results["\(suite.contract.id)/\($0)"] ?? [] })
    if counts.failed > 0 { return "**\(counts.failed) failed**" }
    return counts.passed > 0
      ? "passed"
      : counts.known > 0 ? "known to fail" : counts.notApplicable > 0 ? "not applicable" : "not run"
  }
}
