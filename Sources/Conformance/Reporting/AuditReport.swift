internal import CanonicalJSON

/// Which deliberately wrong implementations the suite catches: for a person, and as Markdown for the docs.
package struct AuditReport: Sendable {
  private let findings: AuditFindings

  package init(_ findings: AuditFindings) {
    self.findings = findings
  }

  // MARK: - For a person

  /// Each finding, then the counts; with `isVerbose` what each deviation is caught by as well.
  package func lines(isVerbose: Bool) -> [StyledLine] {
    (isVerbose ? findings.catches.flatMap(lines) + [StyledLine()] : []) + problems + [summary]
  }

  private func lines(_ caught: AuditFindings.Catch) -> [StyledLine] {
    let rows = findings.rows(catching: caught).map(\.id.name)
    return [
      StyledLine([
        rows.isEmpty ? .init("SURVIVES ", .removed) : .init("caught ", .added), .init(caught.deviation.name),
      ]),
      StyledLine("  by \(rows.isEmpty ? "nothing" : rows.joined(separator: ", "))", .dim),
    ]
  }

  private var problems: [StyledLine] {
    let survivors = findings.survivors.map { "no case catches '\($0.name)'; add one where the rule decides" }
    let strangers = findings.strangers.map { "'\($0.name)' breaks a rule that the matrix does not have" }
    let rows = findings.idleRows.map {
      "\($0.id.location): the row '\($0.id.name)' catches nothing, so nothing shows that it can fail"
    }
    let clauses = findings.idleClauses.map { "\($0.id.location): the clause '\($0.id.name)' catches nothing" }
    let blind = findings.blind.flatMap { result in
      result.missedCases.map { "the case '\($0)' takes \(result.answer.rawValue) for its output" }
    }
    let untried = findings.catches.isEmpty ? ["\(findings.suite.contract.id) has no deviations"] : []
    let unfit = findings.unfit.map {
      "the case '\($0)' has no golden or the right implementation fails it; see parity check"
    }
    return (unfit + survivors + strangers + rows + clauses + blind + untried).map { problem in
      StyledLine([.init("finding: ", .removed), .init(problem)])
    }
  }

  private var summary: StyledLine {
    let caught = findings.catches.count - findings.survivors.count
    return StyledLine(
      "\(findings.suite.contract.id): \(caught) of \(counted(findings.catches.count, "deviation")) caught, "
        + "\(findings.suite.matrix.rows.count - findings.idleRows.count) of "
        + "\(counted(findings.suite.matrix.rows.count, "row")) and "
        + "\(findings.suite.matrix.clauses.count - findings.idleClauses.count) of "
        + "\(counted(findings.suite.matrix.clauses.count, "clause")) catch something")
  }

  // MARK: - Markdown

  /// The same findings always give the same bytes.
  package static func markdown(of reports: [AuditReport]) -> String {
    (["# Audit", introduction] + reports.map(\.markdown)).joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    Implementations that are wrong on purpose, and what of the suite catches them. A deviation breaks one rule in a way
    in which someone could get it wrong; a row that catches none could not be shown to fail. Made by
    `parity audit --markdown`.
    """

  private var markdown: String {
    [
      "## \(findings.suite.contract.id)", "\(summary.text(color: false)).", "### Deviations", deviationTable,
      "### Clauses", clauseTable, "### Rows", rowTable, "### Answers that know nothing of the contract", blindTable,
    ].joined(separator: "\n\n")
  }

  private var deviationTable: String {
    MarkdownTable.text(
      ["rule", "mistake", "cases", "rows that catch it"],
      findings.catches.map { caught in
        let rows = findings.rows(catching: caught).map(\.id.name)
        return [
          caught.deviation.rule, caught.deviation.mistake, "\(caught.caseCount)",
          rows.isEmpty ? "**none**" : rows.joined(separator: ", "),
        ]
      })
  }

  /// How many deviations each clause catches, and how many cases each blind answer fails out of those that it can.
  private var clauseTable: String {
    MarkdownTable.text(
      ["clause", "deviations"] + findings.blind.map(\.answer.rawValue),
      findings.suite.matrix.clauses.map { clause in
        [clause.id.name, "\(findings.catches(by: clause).count)"]
          + findings.blind.map { findings.count(of: $0, in: clause) }.map { "\($0.caught) of \($0.possible)" }
      })
  }

  private var rowTable: String {
    MarkdownTable.text(
      ["row", "deviations"],
      findings.suite.matrix.rows.map { [$0.id.name, "\(findings.catches(by: $0).count)"] })
  }

  private var blindTable: String {
    MarkdownTable.text(
      ["answer", "caught", "the same as the golden"],
      findings.blind.map { result in
        let rest = findings.suite.cases.count - result.caughtCount - result.missedCases.count
        return [result.answer.rawValue, "\(result.caughtCount)", "\(rest)"]
      })
  }
}
