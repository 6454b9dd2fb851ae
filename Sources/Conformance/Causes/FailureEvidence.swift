internal import CanonicalJSON

/// A case that an implementation was checked with, with its place in the behavior matrix.
package struct CheckedCase: Sendable {
  /// The name of the case, as `CONTRACT/CASE`.
  let name: String
  let contract: String
  /// The ids of the rows that contain the case.
  let rows: [String]
  /// The ids of the rules that those rows are about. A clause that no rule refines is a rule too.
  let rules: [String]
}

/// What is known about one failed case of an implementation.
package struct FailureEvidence: Sendable {
  let testCase: CheckedCase
  /// The operation that the case calls.
  let operation: String
  /// The places in the operation's outputs that hold the kind of an element.
  let kinds: [PathPattern]
  let failures: [Verdict.Failure]
  /// The size of the input in bytes. A small input shows a mistake more directly.
  let inputSize: Int
  /// The golden, or `nil` if there is none.
  let golden: KeptOutput?
  /// The output, or `nil` if there is none.
  let output: KeptOutput?

  /// Creates evidence from the result of a case.
  ///
  /// - Parameters:
  ///   - result: A result with failures.
  ///   - testCase: The case with its rows and rules.
  ///   - place: The case in the record of the run.
  init(_ result: CaseResult, of testCase: CheckedCase, at place: RunRecord.Place) {
    self.testCase = testCase
    operation = place.testCase.operation

    let declared = place.suite.operations.first { [operation] in $0.name == operation }
    kinds = (declared?.kinds ?? []).map { PathPattern($0) }

    failures = result.failures
    inputSize = place.testCase.input?.writtenUTF8().count ?? 0
    golden = place.testCase.golden
    output = result.output
  }

  /// Creates evidence from an input for which an implementation differs from another one.
  ///
  /// - Parameters:
  ///   - name: A name for the input, by which causes list it.
  ///   - contract: The id of the contract.
  ///   - operation: The operation that received the input.
  ///   - failures: The differences between the outputs, or the failure of the implementation.
  ///   - golden: The output of the other implementation, if there is one.
  ///   - output: The output of the implementation, if there is one.
  package init(
    input name: String,
    contract: String,
    operation: ContractOperation,
    failures: [Verdict.Failure],
    golden: KeptOutput? = nil,
    output: KeptOutput? = nil
  ) {
    testCase = CheckedCase(name: name, contract: contract, rows: [], rules: [])
    self.operation = operation.name
    kinds = operation.facets.filter { $0.kindPath != nil }.map(\.path)

    self.failures = failures
    inputSize = 0
    self.golden = golden
    self.output = output
  }

  /// Whether the implementation returned an output.
  var hasOutput: Bool { !failures.contains { [.noOutput, .misbehaved].contains($0.kind) } }
}

// MARK: - Evidence in a run

extension Cause {
  /// Returns the causes of each implementation's failures in a run, the most worthwhile to fix
  /// first.
  package static func all(in record: RunRecord) -> [Cause] {
    guard record.counts.failed > 0 else { return [] }

    let places = record.places
    let cases = CheckedCase.all(in: record)
    return record.results.grouped(by: \.implementation).flatMap { results -> [Cause] in
      let evidence = results.filter(\.isFailed).compactMap { result -> FailureEvidence? in
        guard let place = places[result.caseName], let testCase = cases[TextKey(result.caseName)]
        else { return nil }
        return FailureEvidence(result, of: testCase, at: place)
      }
      return all(
        of: evidence,
        among: results.filter(\.result.status.isChecked).compactMap { cases[TextKey($0.caseName)] },
        implementation: results[0].implementation
      )
    }
  }
}

extension CheckedCase {
  /// Returns the cases of a run by their names.
  static func all(in record: RunRecord) -> [TextKey: CheckedCase] {
    var cases: [TextKey: CheckedCase] = [:]
    for suite in record.suites {
      // Refined clauses are too general to be what a mistake breaks.
      let refined = Set(suite.clauses.flatMap(\.refines))
      var rows: [TextKey: [RunRecord.Row]] = [:]
      for row in suite.rows {
        for name in row.cases { rows[TextKey(name), default: []].append(row) }
      }

      for testCase in suite.cases {
        let rows = rows[TextKey(testCase.id)] ?? []
        let clauses = rows.flatMap(\.clauses).distinct { TextKey($0) }
        let name = suite.name(of: testCase)
        cases[TextKey(name)] = CheckedCase(
          name: name,
          contract: suite.contract,
          rows: rows.map(\.id),
          rules: clauses.filter { !refined.contains($0) }
        )
      }
    }
    return cases
  }
}
