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
  let operation: ContractOperation
  let failures: [Verdict.Failure]
  /// The size of the input in bytes. A small input shows a mistake more directly.
  let inputSize: Int
  /// The golden and the output, if there are any.
  let golden: KeptOutput?
  let output: KeptOutput?

  /// Creates evidence from the verdict on a case.
  ///
  /// - Parameters:
  ///   - verdict: A verdict with failures.
  ///   - testCase: The case with its place in the matrix.
  init(_ verdict: Verdict, of testCase: CheckedCase) {
    self.testCase = testCase
    operation = verdict.testCase.operation
    failures = verdict.failures
    inputSize = verdict.testCase.inputText.count
    golden = verdict.golden
    output = verdict.output
  }

  /// Creates evidence from an input for which an implementation differs from another one.
  ///
  /// - Parameters:
  ///   - name: A name for the input, which the causes refer to.
  ///   - contract: The id of the contract.
  ///   - operation: The operation that received the input.
  ///   - failures: The differences between the outputs, or the failure of the implementation.
  ///   - inputSize: The size of the input in bytes.
  ///   - golden: The output of the other implementation, if there is one.
  ///   - output: The output of the implementation, if there is one.
  package init(
    input name: String,
    contract: String,
    operation: ContractOperation,
    failures: [Verdict.Failure],
    inputSize: Int = 0,
    golden: KeptOutput? = nil,
    output: KeptOutput? = nil
  ) {
    testCase = CheckedCase(name: name, contract: contract, rows: [], rules: [])
    self.operation = operation
    self.failures = failures
    self.inputSize = inputSize
    self.golden = golden
    self.output = output
  }

  /// Whether the failures include one that concerns an output.
  var hasOutput: Bool {
    !failures.contains { failure in
      switch failure {
      case .noOutput, .misbehaved: true
      case .violates, .differs, .noGolden, .dependsOnOrder, .unusableGolden: false
      }
    }
  }
}

extension KeptOutput {
  /// The value, or `nil` if only a part of its text is kept.
  var value: JSONValue? {
    guard text.utf8.count == byteCount else { return nil }
    return try? JSONDocument(parsing: text).root.value
  }
}

// MARK: - Evidence in a run

extension Cause {
  /// Returns the causes of each implementation's failures in a run, the most worthwhile to fix
  /// first.
  package static func all(in verdicts: [Verdict], of suites: [Suite]) -> [Cause] {
    guard verdicts.contains(where: \.result.isFailed) else { return [] }

    let places = Dictionary(
      suites.flatMap { suite in CheckedCase.all(in: suite).map { (TextKey($0.name), $0) } }
    ) { first, _ in first }
    return verdicts.grouped(by: \.implementation).flatMap { verdicts -> [Cause] in
      let checked = verdicts.filter { verdict in
        switch verdict.result {
        case .passed, .failed, .known: true
        case .notApplicable, .notRun: false
        }
      }
      let evidence = verdicts.filter(\.result.isFailed).compactMap { verdict in
        places[TextKey(verdict.testCase.name)].map { FailureEvidence(verdict, of: $0) }
      }
      return all(
        of: evidence,
        among: checked.compactMap { places[TextKey($0.testCase.name)] },
        implementation: verdicts[0].implementation
      )
    }
  }
}

extension CheckedCase {
  /// Returns the cases of a suite with their rows and rules.
  static func all(in suite: Suite) -> [CheckedCase] {
    let refined = Set(suite.matrix.clauses.flatMap(\.refines).map(\.name))
    var rows: [TextKey: [Matrix.Row]] = [:]
    for row in suite.matrix.rows {
      for name in row.cases { rows[TextKey(name.name), default: []].append(row) }
    }
    return suite.cases.map { testCase in
      let rows = rows[TextKey(testCase.idInMatrix)] ?? []
      let clauses = rows.flatMap(\.clauses).map(\.name).distinct { TextKey($0) }
      return CheckedCase(
        name: testCase.name,
        contract: testCase.contract,
        rows: rows.map(\.id.name),
        rules: clauses.filter { !refined.contains($0) }
      )
    }
  }
}
