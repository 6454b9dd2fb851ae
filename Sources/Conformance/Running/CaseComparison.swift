package import CanonicalJSON

/// Compares an implementation's outcome with the handwritten expectation and the golden of a case.
package struct CaseComparison: Sendable {
  package init() {}

  /// Returns whether the outcome isn't an output, breaks the expectation, or differs from the
  /// golden if there is one. This costs less than `result`.
  package func rejects(_ outcome: Outcome, to testCase: Case, golden: JSONValue?) -> Bool {
    guard case .output(let output) = outcome else { return true }
    let value = output.value
    if testCase.usesGolden, let golden, value != testCase.comparable(golden) { return true }
    return !testCase.expectation.isMet(by: value)
  }

  /// Returns the result for an outcome, with everything that is wrong with it.
  ///
  /// A case that uses a golden and has none fails, since no output of it has been accepted.
  package func result(
    of outcome: Outcome,
    to testCase: Case,
    golden: JSONValue?
  ) -> Verdict.Result {
    result(of: outcome, to: testCase, golden: .success(golden))
  }

  /// Returns the result for an outcome, with everything that is wrong with it.
  ///
  /// - Parameter golden: The golden, or the reason why it can't be read, which fails the case. The
  ///   caller reports the reason as a diagnostic.
  package func result(
    of outcome: Outcome,
    to testCase: Case,
    golden: Result<JSONValue?, SourceError>
  ) -> Verdict.Result {
    result(of: outcome, to: testCase) { _ in golden }
  }

  /// Returns the result for an outcome, with everything that is wrong with it.
  ///
  /// An expectation takes precedence over the golden: at a place that a broken expectation pins, the
  /// output isn't compared with the golden.
  ///
  /// - Parameter golden: A closure that returns the golden to compare an output with. If the golden
  ///   can't be used, the case fails. The caller reports the error as a diagnostic.
  func result(
    of outcome: Outcome,
    to testCase: Case,
    golden: (JSONValue) -> Result<JSONValue?, SourceError>
  ) -> Verdict.Result {
    let output: JSONValue
    switch outcome {
    case .failure(let failure): return .failed([.noOutput(failure.placed(in: testCase))])
    case .skipped(let reason): return .skipped(reason: reason)
    case .notRun: return .notRun
    case .output(let answer): output = answer.value
    }

    var failures: [Verdict.Failure] = []
    let violations = testCase.expectation.violations(by: output, in: testCase.operation)
    if !violations.isEmpty { failures.append(.violates(violations)) }
    guard testCase.usesGolden else { return failures.isEmpty ? .passed() : .failed(failures) }

    switch golden(output) {
    case .success(let recorded?):
      let golden = testCase.comparable(recorded)
      // Most outputs equal the golden, and testing that is much faster than finding differences.
      let found =
        output == golden
        ? [] : testCase.operation.differences(expected: golden, actual: output)
      let pinned = PinnedPlaces(violations, in: testCase.operation)
      let unexplained = found.removing(where: pinned.contain)
      if unexplained.totalCount > 0 { failures.append(.differs(unexplained.kept)) }
    case .success(nil): failures.append(.noGolden)
    case .failure: failures.append(.unusableGolden)
    }
    return failures.isEmpty ? .passed() : .failed(failures)
  }
}

extension Case {
  /// Returns a golden without the members that differ from run to run.
  fileprivate func comparable(_ golden: JSONValue) -> JSONValue {
    operation.comparable(Output(golden)).value
  }
}
