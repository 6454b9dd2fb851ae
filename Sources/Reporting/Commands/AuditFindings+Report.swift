package import CanonicalJSON
package import Conformance

extension [AuditFindings] {
  /// The findings as JSON:
  /// `{"contracts":[{"contract":…,"mutants":[{"mistake":…,"result":"killed","cases":[…]}],
  /// "findings":[…]}]}`. Mutants keep their order.
  package var json: JSONValue { ["contracts": .array(map(\.json))] }

  /// The findings as a Markdown document. Equal findings always produce the same bytes.
  package var markdown: String {
    (["# Audit", introduction] + map(\.markdown)).joined(separator: "\n\n") + "\n"
  }
}

private let introduction = """
  The mutants of each contract and the cases that kill them. A mutant is an edit of one implementation's source: a
  mistake that someone could make. A row that kills no mutant hasn't been shown to fail. Printed by
  `parity audit --markdown`.
  """

extension AuditFindings {
  /// Returns the findings, then the counts. If `isVerbose` is true, it also lists the result of
  /// each mutant.
  package func lines(isVerbose: Bool) -> [StyledLine] {
    let details = isVerbose ? trials.flatMap(lines) + [StyledLine()] : []
    return details + problems.lines + [summary]
  }

  private func lines(_ trial: Trial) -> [StyledLine] {
    let word: StyledLine.Span
    let what: String
    switch trial.result {
    case .killed(let cases):
      let rows = rows(killing: trial).map(\.id.name).joined(separator: ", ")
      word = .init("killed ", .added)
      what = scope.isFull ? "by \(rows)" : "by \(cases[0]) (\(rows))"
    case .survived: (word, what) = (.init("SURVIVED ", .removed), "no case kills it")
    case .invalid(let failure):
      (word, what) = (.init("INVALID ", .removed), "it \(failure.message)")
    }
    let place = StyledLine.Span("  \(trial.mutant.location)", .dim)
    return [StyledLine([word, .init(trial.mutant.name), place]), StyledLine("  \(what)", .dim)]
  }

  private var problems: [Diagnostic] {
    let matrix = SourceLocation(file: suite.matrixPath)
    let unfit = unfit.map { unfit in
      switch unfit.reason {
      case .failed(let id):
        finding(
          .unfitImplementation,
          id,
          "the case '\(id)' kills nothing, since it has no golden or '\(unfit.implementation)' fails it as it is",
          at: suite.cases.first { $0.id == id }?.location ?? matrix,
          notes: ["see: parity check"]
        )
      case .failure(let failure):
        finding(
          .unfitImplementation,
          unfit.implementation,
          "no mutant of '\(unfit.implementation)' was judged: as it is it \(failure.message)",
          at: matrix,
          notes: failure.log
        )
      }
    }
    let mutants = trials.compactMap { trial -> Diagnostic? in
      let name = trial.mutant.name
      let place = trial.mutant.location
      return switch trial.result {
      case .killed: nil
      case .survived:
        finding(
          .survivingMutant,
          name,
          "no case kills '\(name)'",
          at: place,
          notes: ["add a case in which the mistake shows, or drop the mutant where it is none"]
        )
      case .invalid(let failure):
        finding(
          .invalidMutant,
          name,
          "'\(name)' does not start: it \(failure.message)",
          at: place,
          notes: failure.log
        )
      }
    }
    let severity: Diagnostic.Severity = scope.isStrict ? .error : .warning
    let rows = idleRows.map { row in
      finding(
        .idleRow,
        row.id.name,
        "the row '\(row.id.name)' kills no mutant, so nothing shows that it can fail",
        severity: severity,
        at: row.id.location,
        notes: row.clauses.first.map { [commandToAddMutant(of: $0.name)] } ?? []
      )
    }
    let clauses = idleClauses.map(\.id).map {
      finding(
        .idleClause,
        $0.name,
        "the rows of the clause '\($0.name)' kill no mutant that breaks it",
        severity: severity,
        at: $0.location,
        notes: [commandToAddMutant(of: $0.name)]
      )
    }
    return unfit + (mutants + rows + (trials.isEmpty ? [] : clauses)).inOrder()
  }

  private func commandToAddMutant(of clause: String) -> String {
    "add a mutant: parity new mutant --contract \(suite.contract.id) --clause \(clause)"
  }

  private var summary: StyledLine {
    let contract = suite.contract.id
    guard !trials.isEmpty else {
      let path = MutantsFile.path(of: contract)
      return StyledLine(
        "\(contract): \(unfit.isEmpty ? "no mutant in \(path)" : "no mutant was judged")"
      )
    }
    let mutants = "\(contract): \(killedCount) of \(counted(trials.count, "mutant")) killed"
    guard scope.isComplete, scope.isFull else { return StyledLine(mutants) }
    let rows = suite.matrix.rows.count
    let clauses = suite.matrix.clauses.count
    return StyledLine(
      "\(mutants), \(rows - idleRows.count) of \(counted(rows, "row")) and "
        + "\(clauses - idleClauses.count) of \(counted(clauses, "clause")) kill one"
    )
  }

  fileprivate var json: JSONValue {
    [
      "contract": .string(suite.contract.id),
      "mutants": .array(trials.map(\.json)),
      "findings": .array(problems.map { .string("\($0)") }),
    ]
  }

  fileprivate var markdown: String {
    let trials = trials.map { trial in
      let rows = self.rows(killing: trial).map(\.id.name).joined(separator: ", ")
      return [
        trial.mutant.clause?.name ?? "", trial.mutant.mistake, "\(trial.killers.count)",
        rows.isEmpty ? "**none**" : rows,
      ]
    }
    let clauses = suite.matrix.clauses.map { [$0.id.name, "\(kills(of: $0))"] }
    let rows = suite.matrix.rows.map { [$0.id.name, "\(kills(of: $0))"] }
    return [
      "## \(suite.contract.id)", "\(summary.text(color: false)).",
      "### Mutants",
      MarkdownTable.text(["clause", "mistake", "cases", "rows that kill it"], trials),
      "### Clauses", MarkdownTable.text(["clause", "mutants killed"], clauses),
      "### Rows", MarkdownTable.text(["row", "mutants killed"], rows),
    ].joined(separator: "\n\n")
  }
}

extension AuditFindings.Trial {
  fileprivate var json: JSONValue {
    let (word, message): (JSONValue, JSONValue?) =
      switch result {
      case .killed: ("killed", nil)
      case .survived: ("survived", nil)
      case .invalid(let failure): ("invalid", .string(failure.message))
      }
    return .object([
      "mistake": .string(mutant.mistake),
      "implementation": .string(mutant.implementation.name),
      "file": .string(mutant.file.name),
      "location": .string("\(mutant.location)"),
      "clause": mutant.clause.map { .string($0.name) },
      "result": word,
      "cases": killers.isEmpty ? nil : .array(killers.map(JSONValue.string)),
      "message": message,
    ])
  }
}
