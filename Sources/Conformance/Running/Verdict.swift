package import CanonicalJSON

/// What one implementation's answer to one case amounts to.
package struct Verdict: Sendable {
  package enum Result: Sendable {
    /// - Parameter schedules: in so many different orders of arrival as well.
    case passed(schedules: Int = 0)
    case failed([Failure])
    /// The implementation lacks these capabilities and was not asked.
    case unsupported([String])
  }

  package enum Failure: Hashable, Sendable {
    /// The implementation gave no output.
    case noOutput(String)
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
  package let result: Result

  package init(testCase: Case, implementation: String, result: Result) {
    self.testCase = testCase
    self.implementation = implementation
    self.result = result
  }

  package var failures: [Failure] {
    if case .failed(let failures) = result { failures } else { [] }
  }
}
