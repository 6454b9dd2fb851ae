internal import CanonicalJSON
package import Conformance

/// The behavior matrix with its coverage and results, as Markdown.
package struct MatrixReport: Sendable {
  private let record: RunRecord
  private let results: [String: [CaseResult]]

  /// Creates a report.
  ///
  /// - Parameter record: The run with the results.
  package init(_ record: RunRecord) {
    self.record = record
    results = Dictionary(grouping: record.results, by: \.caseName)
  }

  /// The report as Markdown. Equal runs always produce equal bytes.
  package var markdown: String {
    let sections = record.suites.map { section(CoveredSuite($0)) }
    return (["# Behavior matrix"] + sections).joined(separator: "\n\n") + "\n"
  }

  /// Returns the section of a suite: its title, counts, tables and uncovered clauses.
  private func section(_ covered: CoveredSuite) -> String {
    let suite = covered.suite
    return [
      "## \(suite.contract) \(suite.version)",
      MarkdownTable.escaped(suite.title),
      counts(covered),
      clauseTable(covered),
      rowTable(covered),
      uncovered(covered),
    ].joined(separator: "\n\n")
  }

  /// Returns the size of a suite, and a line with the results of each implementation.
  private func counts(_ covered: CoveredSuite) -> String {
    let suite = covered.suite
    let lines = record.parts.filter { $0.suite.contract == suite.contract }.map { part in
      "\(part.implementation): \(part.counts.checked) checked, \(part.counts.passed) passed, "
        + "\(part.counts.failed) failed, \(part.counts.notApplicable) not applicable"
        + (part.counts.known > 0 ? ", \(part.counts.known) known to fail" : "")
    }

    let size = [
      counted(suite.clauses.count, "clause"),
      counted(suite.rows.count, "row"),
      counted(covered.ownCases.count, "case"),
    ].joined(separator: ", ")
    let sentences = ["\(size).", confirmations(covered)].compactMap(\.self)
    return sentences.joined(separator: " ") + "\n" + lines.joined(separator: "\n")
  }

  /// Returns a sentence with the number of goldens that only reference implementations have
  /// produced, or `nil` if no case uses a golden. The table marks these goldens.
  private func confirmations(_ covered: CoveredSuite) -> String? {
    let recorded = covered.ownCases.filter { $0.goldenPath != nil }
    guard !recorded.isEmpty else { return nil }

    let count = recorded.count { $0.confirmedBy.isEmpty }
    return count == 0
      ? "Every golden is confirmed by a second implementation."
      : "Goldens not confirmed by a second implementation, "
        + "marked \(Self.unconfirmedMark): \(count)."
  }

  /// The sign after the id of a case whose golden no second implementation confirms.
  private static let unconfirmedMark = "°"

  // MARK: - Tables

  /// Returns the table of clauses. It has a column for origins only if a clause states one.
  private func clauseTable(_ covered: CoveredSuite) -> String {
    let suite = covered.suite
    let statesOrigins = suite.clauses.contains { $0.origin != nil }

    let rows = suite.clauses.map { clause in
      let covering = covered.rows(covering: clause.id)
      let cases = Set(covering.flatMap(covered.cases))
      let origin = statesOrigins ? [clause.origin ?? ""] : []

      return [clause.id, clause.text, clause.level] + origin
        + [
          clause.refines.joined(separator: ", "),
          "\(covering.count)",
          "\(cases.count)",
          verdict(on: cases, of: suite),
        ]
    }

    return MarkdownTable.text(
      ["clause", "statement", "level"] + (statesOrigins ? ["origin"] : [])
        + ["refines", "rows", "cases", "verdict"],
      rows
    )
  }

  /// Returns the table of rows, which has a line for each case. The row's own cells are filled only
  /// on its first line.
  private func rowTable(_ covered: CoveredSuite) -> String {
    let rows = covered.suite.rows.flatMap { row in
      covered.cases(of: row).enumerated().map { index, id in
        let head =
          index == 0
          ? [row.id, row.scenario, row.clauses.joined(separator: ", ")]
          : ["", "", ""]
        let mark = covered.isUnconfirmed(id) ? " \(Self.unconfirmedMark)" : ""
        return head + ["`\(id)`\(mark)", verdict(on: [id], of: covered.suite)]
      }
    }
    return MarkdownTable.text(["row", "scenario", "clauses", "case", "verdict"], rows)
  }

  /// Returns the testable clauses without a row, and why the other clauses can't be tested.
  private func uncovered(_ covered: CoveredSuite) -> String {
    let clauses = covered.suite.clauses
    let names = clauses.filter { clause in
      clause.untestable == nil && covered.rows(covering: clause.id).isEmpty
    }.map(\.id)

    let excused = clauses.compactMap { clause in
      clause.untestable.map { MarkdownTable.escaped("- \(clause.id) can't be tested: \($0)") }
    }

    let head =
      names.isEmpty
      ? "Every testable clause is covered."
      : MarkdownTable.escaped("Uncovered: \(names.joined(separator: ", ")).")
    return ([head] + excused).joined(separator: "\n")
  }

  /// Returns the worst result of the cases.
  private func verdict(on cases: some Sequence<String>, of suite: RunRecord.Suite) -> String {
    let counts = RunRecord.Counts(cases.flatMap { results["\(suite.contract)/\($0)"] ?? [] })
    if counts.failed > 0 { return "**\(counts.failed) failed**" }
    if counts.passed > 0 { return "passed" }
    if counts.known > 0 { return "known to fail" }
    return counts.notApplicable > 0 ? "not applicable" : "not run"
  }
}

/// A suite with the rows that cover each clause. The cases of apps cover nothing.
private struct CoveredSuite {
  /// The suite, with the cases of apps.
  let suite: RunRecord.Suite
  /// The cases that belong to the contract.
  let ownCases: [RunRecord.Case]
  /// The ids of the contract's cases that have a golden which no second implementation confirms.
  private let unconfirmed: Set<String>
  /// The ids of the cases of apps.
  private let appCases: Set<String>
  /// The rows that cover each clause, by its id.
  private var rowsByClause: [String: [RunRecord.Row]] = [:]

  /// Finds the clauses that each row covers: those that it names, and those that they refine. A row
  /// that has only cases of apps covers nothing.
  init(_ suite: RunRecord.Suite) {
    self.suite = suite
    ownCases = suite.cases.filter { !$0.isFromApp }
    unconfirmed = Set(
      ownCases.filter { $0.goldenPath != nil && $0.confirmedBy.isEmpty }.map(\.id)
    )
    appCases = Set(suite.cases.filter(\.isFromApp).map(\.id))

    let refined = Dictionary(suite.clauses.map { ($0.id, $0.refines) }) { first, _ in first }
    for row in suite.rows where !cases(of: row).isEmpty {
      var covered = Set(row.clauses)
      var pending = row.clauses
      while let id = pending.popLast() {
        pending += (refined[id] ?? []).filter { covered.insert($0).inserted }
      }
      for id in covered { rowsByClause[id, default: []].append(row) }
    }
  }

  /// Returns the ids of a row's cases, without those of apps.
  func cases(of row: RunRecord.Row) -> [String] { row.cases.filter { !appCases.contains($0) } }

  /// Returns the rows that cover a clause or a rule that refines it, in the order of the matrix.
  func rows(covering clause: String) -> [RunRecord.Row] { rowsByClause[clause] ?? [] }

  /// Whether a case has a golden that no second implementation confirms.
  func isUnconfirmed(_ id: String) -> Bool { unconfirmed.contains(id) }
}
