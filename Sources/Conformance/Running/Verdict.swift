package import CanonicalJSON

/// What one implementation's answer to one case amounts to.
package struct Verdict: Sendable {
  package enum Result: Sendable {
    /// - Parameter schedules: in so many different orders of arrival as well.
    case passed(schedules: Int = 0)
    case failed([Failure])
    /// Failed as somebody wrote down that it does.
    case known([Failure], KnownFailure)
    /// The implementation lacks these capabilities and was not asked.
    case unsupported([String])
    /// The implementation was given up or the run interrupted.
    case notRun
  }

  package enum Failure: Hashable, Sendable {
    /// The implementation gave no output.
    case noOutput(ImplementationFailure)
    /// The implementation did something wrong beside its answer.
    case misbehaved(ImplementationFailure)
    /// The output breaks what the case's author wrote by hand.
    case violates([Violation])
    /// The output is not the golden.
    case differs([Difference])
    /// Nobody has accepted an output of this case yet.
    case noGolden(output: JSONValue)
    /// Another order of arrival gives another output.
    case diverges(Divergence)
    /// There is a golden, and a diagnostic that says why it can't be read.
    case unusableGolden
  }

  package let testCase: Case
  package let implementation: String
  /// The options of the command line that name the implementation.
  package let selectingOptions: String
  package let result: Result
  /// What came back, and what was due, for reports; kept of what did not pass.
  package let output: JSONValue?
  package private(set) var golden: JSONValue?

  package init(
    testCase: Case, implementation: String, selectingOptions: String = "", result: Result, output: JSONValue? = nil,
    golden: JSONValue? = nil
  ) {
    self.testCase = testCase
    self.implementation = implementation
    self.selectingOptions = selectingOptions
    self.result = result
    self.output = output
    self.golden = golden
  }

  /// The verdict with another result.
  func with(_ result: Result) -> Verdict {
    Verdict(
      testCase: testCase, implementation: implementation, selectingOptions: selectingOptions, result: result,
      output: output, golden: golden)
  }

  /// The verdict with the golden that it was held against, where it failed.
  func against(_ golden: JSONValue?) -> Verdict {
    guard !failures.isEmpty else { return self }
    var verdict = self
    verdict.golden = golden
    return verdict
  }

  var isPassed: Bool { if case .passed = result { true } else { false } }

  /// Empty unless it failed without being known to.
  package var failures: [Failure] {
    if case .failed(let failures) = result { failures } else { [] }
  }
}
