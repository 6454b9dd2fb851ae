package import CanonicalJSON
package import Conformance

extension [AuditFindings] {
  /// The findings as JSON:
  /// `{"contracts":[{"contract":…,"mutants":[{"mistake":…,"result":"killed","cases":[…]}],
  /// "blindSpots":[{"operation":…,"at":…,"distortion":…,"accepted":…}],"findings":[…]}]}`.
  ///
  /// Mutants keep their order. `accepted` is the reason given for an accepted blind spot.
  package var json: JSONValue { ["contracts": .array(map(\.json))] }

  /// The findings as a Markdown document. Equal findings always produce the same bytes.
  package var markdown: String {
    (["# Audit", introduction] + map(\.markdown)).joined(separator: "\n\n") + "\n"
  }
}

private let introduction = """
  Mutants, and what of the suite kills them. A mutant is an edit of one implementation's source that breaks a rule in a
  way in which someone could get it wrong; a row that kills none could not be shown to fail. A blind spot is a careless
  way to read an input that no case tells. Made by `parity audit --markdown`.
  """

extension AuditFindings {
  /// Returns the findings, then the counts. If `isVerbose` is true, it also lists the result of
  /// each mutant and every blind spot.
  package func lines(isVerbose: Bool) -> [StyledLine] {
    let spots = problems(with: isVerbose ? .max : Self.mostBlindSpots)
    let hidden = isVerbose ? 0 : openBlindSpots.count - Self.mostBlindSpots
    let rest =
      "… and \(counted(hidden, "more blind spot")): parity audit --blind-spots --verbose --contract \(suite.contract.id)"
    return (isVerbose ? trials.flatMap(lines) + acceptedLines + [StyledLine()] : []) + spots.lines
      + (hidden > 0 ? [StyledLine(rest, .dim)] : []) + [summary]
  }

  /// The maximum number of blind spots to list unless `--verbose` was given.
  private static let mostBlindSpots = 20

  private var acceptedLines: [StyledLine] {
    blindSpots.compactMap { spot in
      acceptance(of: spot).map { accepted in
        StyledLine([
          .init("accepted ", .dim), .init(name(of: spot)), .init("  \(accepted.reason)", .dim),
        ])
      }
    }
  }

  private func name(of spot: BlindSpot) -> String {
    let operation = suite.contract.onlyOperation == nil ? "\(spot.operation) " : ""
    return "\(operation)\(spot.place), \(spot.distortion.rawValue)"
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

  private func problems(with mostBlindSpots: Int = .max) -> [Diagnostic] {
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
    let rows = idleRows.map(\.id).map {
      finding(
        .idleRow,
        $0.name,
        "the row '\($0.name)' kills no mutant, so nothing shows that it can fail",
        at: $0.location
      )
    }
    let clauses = idleClauses.map(\.id).map {
      finding(
        .idleClause,
        $0.name,
        "the rows of the clause '\($0.name)' kill no mutant that breaks it",
        at: $0.location,
        notes: ["begin one: parity new mutant --clause \($0.name)"]
      )
    }
    let advice =
      "for each add a case whose output changes, or accept it under 'blindSpots' of the matrix with the reason"
    let blindSpots = openBlindSpots.prefix(mostBlindSpots).enumerated().map { index, spot in
      let why =
        spot.isTried
        ? "no case's output changes where the input is read so"
        : "no case has \(spot.distortion.need) there"
      return finding(
        .blindSpot,
        name(of: spot),
        "blind spot \(name(of: spot)): \(why)",
        at: matrix,
        notes: index == 0 ? [advice] : []
      )
    }
    let accepted = idleAcceptances.map { spot in
      finding(
        .acceptedBlindSpot,
        "\(JSONPointer(tokens: spot.place.tokens))",
        "nothing is blind here that 'blindSpots' accepts; take it out",
        at: spot.place.location
      )
    }
    return unfit + (mutants + rows + (trials.isEmpty ? [] : clauses)).inOrder() + blindSpots
      + accepted
  }

  private var summary: StyledLine {
    let contract = suite.contract.id
    let open = openBlindSpots.count
    let spots = "\(counted(open, "blind spot")), \(blindSpots.count - open) accepted"
    guard scope.judgesMutants else { return StyledLine("\(contract): \(spots)") }
    guard !trials.isEmpty else {
      let path = MutantsFile.path(of: contract)
      return StyledLine(
        "\(contract): \(unfit.isEmpty ? "no mutant in \(path)" : "no mutant was judged")"
      )
    }
    let mutants = "\(contract): \(killedCount) of \(counted(trials.count, "mutant")) killed"
    guard scope.isComplete else { return StyledLine(mutants) }
    guard scope.isFull else { return StyledLine("\(mutants), \(spots)") }
    let rows = suite.matrix.rows.count
    let clauses = suite.matrix.clauses.count
    return StyledLine(
      "\(mutants), \(rows - idleRows.count) of \(counted(rows, "row")) and "
        + "\(clauses - idleClauses.count) of \(counted(clauses, "clause")) kill one; \(spots)"
    )
  }

  fileprivate var json: JSONValue {
    [
      "contract": .string(suite.contract.id),
      "mutants": .array(trials.map(\.json)),
      "blindSpots": .array(
        blindSpots.map { spot in
          .object([
            "operation": .string(spot.operation),
            "at": .string("\(spot.place)"),
            "distortion": .string(spot.distortion.rawValue),
            "accepted": acceptance(of: spot).map { .string($0.reason) },
          ])
        }
      ),
      "findings": .array(problems().map { .string("\($0)") }),
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
    let acceptances = suite.matrix.blindSpots.map { accepted in
      [
        "`\(JSONPointer(tokens: accepted.place.tokens))`",
        accepted.distortions.isEmpty
          ? "in any way" : accepted.distortions.map(\.rawValue).joined(separator: ", "),
        "\(blindSpots.count(where: accepted.accepts))", accepted.reason,
      ]
    }
    return [
      "## \(suite.contract.id)", "\(summary.text(color: false)).",
      "### Mutants",
      MarkdownTable.text(["clause", "mistake", "cases", "rows that kill it"], trials),
      "### Clauses", MarkdownTable.text(["clause", "mutants killed"], clauses),
      "### Rows", MarkdownTable.text(["row", "mutants killed"], rows),
      "### Accepted blind spots",
      MarkdownTable.text(["at", "read", "spots", "why it does no harm"], acceptances),
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
