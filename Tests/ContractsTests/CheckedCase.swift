import Conformance
import Reporting
import Testing

/// A case of the repository, and an implementation that has the capabilities it requires.
struct CheckedCase: CustomTestStringConvertible, Sendable {
  let suite: Suite
  let implementation: any Implementation
  let testCase: Case

  var testDescription: String { "\(testCase.name) (\(implementation.name))" }

  /// Returns readable lines that say what is wrong with the output and end with the command that
  /// reproduces it, or `nil` if nothing is wrong.
  func failure() async throws -> String? {
    let golden = try suite.goldens.golden(of: testCase.id)?.value
    let judge = CaseComparison()
    let outcome = await implementation.respond(to: testCase.request)
    let result = await OrderIndependence(schedules: 4, seed: 0).result(
      after: judge.result(of: outcome, to: testCase, golden: golden),
      of: outcome,
      to: testCase,
      by: suite.contract,
      on: implementation
    )
    guard case .failed(let failures) = result else { return nil }
    let lines =
      [StyledLine("\(testCase.location)")]
      + FailureText.texts(of: failures, in: testCase.name, form: .json).flatMap {
        $0.lines(limit: 20)
      }
    return (lines.map { $0.text(color: false) } + ["parity check --only \(testCase.name)"]).joined(
      separator: "\n"
    )
  }
}
