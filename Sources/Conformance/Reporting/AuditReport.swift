package import CanonicalJSON

/// Which mutants the suite kills: for a person, as JSON, and as Markdown for the docs.
package struct AuditReport: Sendable {
  private let findings: AuditFindings

  package init(_ findings: AuditFindings) {
    self.findings = findings
  }

  // MARK: - For a person

  /// Each finding, then the counts; with `isVerbose` what became of each mutant as well.
  package func lines(isVerbose: Bool) -> [StyledLine] {
    (isVerbose ? findings.trials.flatMap(lines) + [StyledLine()] : [])
      + problems.lines + [summary]
  }

  private func lines(_ trial: AuditFindings.Trial) -> [StyledLine] {
    let word: StyledLine.Span
    let what: String
    switch trial.result {
    case .killed(let cases):
      let rows = findings.rows(killing: trial).map(\.id.name).joined(separator: ", ")
      (word, what) = (.init("killed ", .added), findings.scope.isFull ? "by \(rows)" : "by \(cases[0]) (\(rows))")
    case .survived: (word, what) = (.init("SURVIVED ", .removed), "no case kills it")
    case .invalid(let failure): (word, what) = (.init("INVALID ", .removed), "it \(failure.message)")
    }
    let place = StyledLine.Span("  \(trial.mutant.location)", .dim)
    return [StyledLine([word, .init(trial.mutant.name), place]), StyledLine("  \(what)", .dim)]
  }

  private var problems: [Diagnostic] {
    let matrix = SourceLocation(file: findings.suite.matrixPath)
    let unfit = findings.unfit.map { unfit in
      switch unfit.reason {
      case .failed(let id):
        finding(
          .unfitImplementation, id,
          "the case '\(id)' kills nothing, since it has no golden or '\(unfit.implementation)' fails it as it is",
          at: findings.suite.cases.first { $0.id.hasSameBytes(as: id) }?.location ?? matrix,
          notes: ["see: parity check"])
      case .failure(let failure):
        finding(
          .unfitImplementation, unfit.implementation,
          "no mutant of '\(unfit.implementation)' was judged: as it is it \(failure.message)", at: matrix,
          notes: failure.log)
      }
    }
    let trials = findings.trials.compactMap { trial -> Diagnostic? in
      let (name, place) = (trial.mutant.name, trial.mutant.location)
      return switch trial.result {
      case .killed: nil
      case .survived:
        finding(
          .survivingMutant, name, "no case kills '\(name)'", at: place,
          notes: ["add a case in which the mistake shows, or drop the mutant where it is none"])
      case .invalid(let failure):
        finding(
          .invalidMutant, name, "'\(name)' does not start: it \(failure.message)", at: place, notes: failure.log)
      }
    }
    let rows = findings.idleRows.map(\.id).map {
      finding(
        .idleRow, $0.name, "the row '\($0.name)' kills no mutant, so nothing shows that it can fail", at: $0.location)
    }
    let clauses = findings.idleClauses.map(\.id).map {
      finding(
        .idleClause, $0.name, "the rows of the clause '\($0.name)' kill no mutant that breaks it", at: $0.location,
        notes: ["begin one: parity new mutant --clause \($0.name)"])
    }
    return unfit + (trials + rows + (findings.trials.isEmpty ? [] : clauses)).inOrder()
  }

  private var summary: StyledLine {
    let (matrix, count) = (findings.suite.matrix, findings.trials.count)
    guard count > 0 else {
      let path = MutantsFile.path(of: findings.suite.contract.id)
      return StyledLine(
        "\(findings.suite.contract.id): \(findings.unfit.isEmpty ? "no mutant in \(path)" : "no mutant was judged")")
    }
    let mutants = "\(findings.suite.contract.id): \(findings.killedCount) of \(counted(count, "mutant")) killed"
    guard findings.scope.isFull, findings.scope.isComplete else { return StyledLine(mutants) }
    return StyledLine(
      "\(mutants), \(matrix.rows.count - findings.idleRows.count) of \(counted(matrix.rows.count, "row")) and "
        + "\(matrix.clauses.count - findings.idleClauses.count) of \(counted(matrix.clauses.count, "clause")) kill one")
  }

  // MARK: - JSON

  /// `{"contracts":[{"contract":…,"mutants":[{"mistake":…,"result":"killed","cases":[…]}]}]}`, mutants in their order.
  package static func json(of reports: [AuditReport]) -> JSONValue {
    ["contracts": .array(reports.map(\.json))]
  }

  private var json: JSONValue {
    let mutants = findings.trials.map { trial in
      var object: JSONObject = [
        "mistake": .string(trial.mutant.mistake), "implementation": .string(trial.mutant.implementation.name),
        "file": .string(trial.mutant.file.name), "location": .string("\(trial.mutant.location)"),
      ]
      object["clause"] = trial.mutant.clause.map { .string($0.name) }
      switch trial.result {
      case .killed(let cases):
        object["result"] = "killed"
        object["cases"] = .array(cases.map { .string($0) })
      case .survived: object["result"] = "survived"
      case .invalid(let failure):
        object["result"] = "invalid"
        object["message"] = .string(failure.message)
      }
      return JSONValue.object(object)
    }
    return [
      "contract": .string(findings.suite.contract.id), "mutants": .array(mutants),
      "findings": .array(problems.map { .string("\($0)") }),
    ]
  }

  // MARK: - Markdown

  /// The same findings always give the same bytes.
  package static func markdown(of reports: [AuditReport]) -> String {
    (["# Audit", introduction] + reports.map(\.markdown)).joined(separator: "\n\n") + "\n"
  }

  private static let introduction = """
    Mutants, and what of the suite kills them. A mutant is an edit of one implementation's source that breaks a rule in a
    way in which someone could get it wrong; a row that kills none could not be shown to fail. Made by
    `parity audit --markdown`.
    """

  private var markdown: String {
    let matrix = findings.suite.matrix
    return [
      "## \(findings.suite.contract.id)", "\(summary.text(color: false)).", "### Mutants",
      MarkdownTable.text(
        ["clause", "mistake", "cases", "rows that kill it"],
        findings.trials.map { trial in
          let rows = findings.rows(killing: trial).map(\.id.name).joined(separator: ", ")
          return [
            trial.mutant.clause?.name ?? "", trial.mutant.mistake, "\(trial.killers.count)",
            rows.isEmpty ? "**none**" : rows,
          ]
        }),
      "### Clauses",
      MarkdownTable.text(
        ["clause", "mutants killed"], matrix.clauses.map { [$0.id.name, "\(findings.kills(of: $0))"] }),
      "### Rows",
      MarkdownTable.text(["row", "mutants killed"], matrix.rows.map { [$0.id.name, "\(findings.kills(of: $0))"] }),
    ].joined(separator: "\n\n")
  }
}
