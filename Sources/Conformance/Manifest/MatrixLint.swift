internal import CanonicalJSON

/// Checks a matrix and its cases without running an implementation.
package enum MatrixLint {
  /// Returns the findings on a matrix and its cases.
  ///
  /// - Parameter checked: The ids of cases whose failure is already reported by a verdict.
  package static func findings(in suite: Suite, checked: Set<String> = []) -> [Diagnostic] {
    let matrix = suite.matrix
    return wrongContract(suite)
      + repeated(matrix.clauses.map(\.id), as: "clause")
      + repeated(matrix.rows.map(\.id), as: "row")
      + repeated(matrix.caseFiles, as: "case file", isFixable: true)
      + repeated(matrix.previews.map(\.id), as: "preview")
      + unknownClauses(matrix)
      + unknownCases(suite)
      + emptyRows(matrix)
      + uncoveredClauses(suite)
      + missingOrigins(matrix)
      + (matrix.isSpecified ? casesWithoutRow(suite) : [])
      + suite.contractCases.compactMap(\.emptyExpectation)
      + unknownFacetValues(suite.cases.filter { !checked.contains($0.id) })
      + OperationLint.findings(in: suite)
  }

  /// Returns a finding for each value of a facet that an expectation states, but that `of` of the
  /// facet doesn't list.
  private static func unknownFacetValues(_ cases: [Case]) -> [Diagnostic] {
    cases.flatMap(\.expectation.allClauses).flatMap(\.unknownValues).map { unknown in
      finding(
        .unknownName,
        unknown.value.name,
        unknown.message,
        at: unknown.value.location,
        notes: ["correct the value, or add it to 'of' of the facet in the manifest"]
      )
    }
  }

  /// Returns a finding if the manifest states another contract than the one whose folder it is in.
  private static func wrongContract(_ suite: Suite) -> [Diagnostic] {
    let contract = suite.matrix.contract
    guard contract.name != suite.contract.id else { return [] }

    return [
      finding(
        .wrongContract,
        contract.name,
        "this behavior matrix is for the contract '\(contract.name)', "
          + "but it is in the folder of '\(suite.contract.id)'",
        at: contract.location,
        notes: ["change 'contract' to '\(suite.contract.id)', or rename the folder"]
      )
    ]
  }

  /// Returns a finding for each name that has appeared before, with the location of the first.
  ///
  /// - Parameter isFixable: Whether `parity lint --fix` removes the repeated names.
  private static func repeated(
    _ references: [LocatedName],
    as noun: String,
    isFixable: Bool = false
  ) -> [Diagnostic] {
    let advice =
      isFixable ? "to remove the duplicate: parity lint --fix" : "rename or remove one of them"

    return references.repetitions { TextKey($0.name) }.map { first, again in
      finding(
        .repeatedName,
        again.name,
        "duplicate \(noun) '\(again.name)'",
        at: again.location,
        notes: ["first at \(first.location)", advice]
      )
    }
  }

  /// Returns a finding for each reference to a clause that the manifest doesn't define, and for
  /// each clause or case that a row lists twice.
  private static func unknownClauses(_ matrix: Matrix) -> [Diagnostic] {
    let known = matrix.clauses.map(\.id.name)
    var references = matrix.clauses.flatMap(\.refines) + matrix.rows.flatMap(\.clauses)
    references +=
      matrix.untestable.map(\.clause)
      + matrix.operations.flatMap { $0.anyOrder.compactMap(\.clause) }

    return unknown(references, known: known, as: "clause")
      + matrix.rows.flatMap {
        repeated($0.clauses, as: "clause", isFixable: true)
          + repeated($0.cases, as: "case", isFixable: true)
      }
  }

  /// Returns a finding for each case that a row or a preview names, but that no case file has.
  private static func unknownCases(_ suite: Suite) -> [Diagnostic] {
    let references = suite.matrix.rows.flatMap(\.cases) + suite.matrix.previews.map(\.testCase)
    return unknown(references, known: suite.contractCases.map(\.id), as: "case")
  }

  /// Returns a finding for each reference to a name that isn't in `known`.
  static func unknown(
    _ references: [LocatedName],
    known: [String],
    as kind: String
  ) -> [Diagnostic] {
    let keys = Set(known.map { TextKey($0) })
    return references.filter { !keys.contains(TextKey($0.name)) }.map { reference in
      finding(
        .unknownName,
        reference.name,
        Suggestion.unknown(kind, reference.name, among: known),
        at: reference.location
      )
    }
  }

  /// Returns a finding for each row without cases, and one for each row without clauses.
  private static func emptyRows(_ matrix: Matrix) -> [Diagnostic] {
    matrix.rows.flatMap { row in
      [("case", row.cases), ("clause", row.clauses)].filter(\.1.isEmpty).map { noun, _ in
        finding(
          .emptyRow,
          row.id.name,
          "the row '\(row.id.name)' has no \(noun)s",
          at: row.id.location,
          notes: ["list at least one \(noun) id in the row's '\(noun)s'"]
        )
      }
    }
  }

  /// Returns a finding for each clause that is neither covered nor excused, and for each that is
  /// both.
  private static func uncoveredClauses(_ suite: Suite) -> [Diagnostic] {
    let coverage = ClauseCoverage(of: suite.matrix)
    return suite.matrix.clauses.compactMap { clause -> Diagnostic? in
      let isCovered = coverage.isCovered(clause.id.name)
      let isExcused = coverage.isExcused(clause.id.name)

      if !isCovered, !isExcused {
        return finding(
          .uncoveredClause,
          clause.id.name,
          "no row covers the clause '\(clause.id.name)'",
          at: clause.id.location,
          notes: ["list the clause in a row's 'clauses', or add it to 'untestable' with a reason"]
        )
      }
      if isCovered, isExcused {
        return finding(
          .excusedClause,
          clause.id.name,
          "the clause '\(clause.id.name)' is listed in 'untestable', but a row covers it",
          at: clause.id.location,
          notes: ["remove the clause from 'untestable', or from the 'clauses' of the row"]
        )
      }
      return nil
    }
  }

  /// Returns a finding for each clause without an origin, if another clause states its own.
  private static func missingOrigins(_ matrix: Matrix) -> [Diagnostic] {
    guard matrix.clauses.contains(where: { $0.origin != nil }) else { return [] }
    let origins = Matrix.Clause.Origin.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return matrix.clauses.filter { $0.origin == nil }.map { clause in
      finding(
        .missingOrigin,
        clause.id.name,
        "the clause '\(clause.id.name)' has no origin, but others do",
        at: clause.id.location,
        notes: ["set 'origin' to one of \(origins), or leave it out of every clause"]
      )
    }
  }

  /// Returns a finding for each case of the contract that no row lists. Apps' cases have no rows.
  private static func casesWithoutRow(_ suite: Suite) -> [Diagnostic] {
    let inRows = Set(suite.matrix.rows.flatMap(\.cases).map(\.name))
    return suite.contractCases.filter { !inRows.contains($0.id) }.map {
      finding(
        .caseWithoutRow,
        $0.id,
        "the case '\($0.id)' is in no row",
        at: $0.location,
        notes: ["list the case in the 'cases' of a row in \(suite.matrixPath)"]
      )
    }
  }
}
