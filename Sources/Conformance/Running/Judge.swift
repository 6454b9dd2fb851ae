package import CanonicalJSON

/// Compares what came back with what the author wrote and with the golden.
package struct Judge: Sendable {
  package init() {}

  /// Whether the outcome is anything but what is due, as far as that was written down; cheaper than
  /// `result`.
  package func rejects(_ outcome: Outcome, to testCase: Case, golden: JSONValue?) -> Bool {
    guard case .output(let output) = outcome else { return true }
    let value = output.value
    if let golden, value != testCase.operation.judged(Output(golden)).value { return true }
    return !testCase.expectation.violations(by: value).isEmpty
  }

  /// What the outcome amounts to, with everything that is wrong with it.
  ///
  /// A case without a golden fails, since nobody has accepted an output of it.
  package func result(
    of outcome: Outcome,
    to testCase: Case,
    golden: JSONValue?
  ) -> Verdict.Result {
    result(of: outcome, to: testCase) { _ in .success(golden) }
  }

  /// - Parameter golden: gives what is due beside an output. One that can't be used fails the case
  ///   as well, and a diagnostic tells why.
  func result(
    of outcome: Outcome,
    to testCase: Case,
    golden: (JSONValue) -> Result<JSONValue?, SourceError>
  ) -> Verdict.Result {
    let output: JSONValue
    switch outcome {
    case .failure(let failure): return .failed([.noOutput(failure.placed(in: testCase))])
    case .notRun: return .notRun
    case .output(let answer): output = answer.value
    }
    var failures: [Verdict.Failure] = []
    let violations = testCase.expectation.violations(by: output)
    if !violations.isEmpty { failures.append(.violates(violations)) }
    switch golden(output) {
    case .success(let recorded?):
      let golden = testCase.operation.judged(Output(recorded)).value
      // Most outputs are the golden, which is seen far sooner than where they differ.
      let found =
        output == golden
        ? [] : differences(expected: golden, actual: output, identity: testCase.operation.identity)
      if !found.isEmpty { failures.append(.differs(found.kept)) }
    case .success(nil): failures.append(.noGolden)
    case .failure: failures.append(.unusableGolden)
    }
    return failures.isEmpty ? .passed() : .failed(failures)
  }
}
