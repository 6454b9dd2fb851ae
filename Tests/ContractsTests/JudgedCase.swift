import Conformance
import Testing

/// A case of the repository and one implementation that can carry it out.
struct JudgedCase: CustomTestStringConvertible, Sendable {
  let suite: Suite
  let implementation: any Implementation
  let testCase: Case

  var testDescription: String { "\(testCase.name) (\(implementation.name))" }

  /// What is wrong with the output, as lines for people that end in the command to see it again; nil: nothing.
  func failure() async throws -> String? {
    let golden = try suite.goldens.golden(of: testCase.id)?.value
    let judge = Judge()
    let outcome = await implementation.respond(to: testCase.request)
    let result = await Convergence(schedules: 4, seed: 0).result(
      after: judge.result(of: outcome, to: testCase, golden: golden), of: outcome, to: testCase, by: suite.contract,
      on: implementation)
    guard case .failed(let failures) = result else { return nil }
    let lines = [StyledLine("\(testCase.location)")] + failures.flatMap(lines)
    return (lines.map { $0.text(color: false) } + ["parity check --only \(testCase.name)"]).joined(separator: "\n")
  }

  private func lines(_ failure: Verdict.Failure) -> [StyledLine] {
    let rendering = DifferenceRendering(limit: 20)
    return switch failure {
    case .noOutput(let failure): [StyledLine("no output: \(failure.message)")]
    case .misbehaved(let failure): [StyledLine("it \(failure.message)")]
    case .violates(let violations): [StyledLine("not what the case expects:")] + rendering.lines(violations)
    case .differs(let differences): [StyledLine("not the golden:")] + rendering.lines(differences)
    case .diverges(let divergence):
      [StyledLine("not the same in every order of arrival: \(divergence.arrivals)")]
        + (divergence.failure.map { [StyledLine($0.message)] } ?? rendering.lines(divergence.differences))
    case .noGolden, .unusableGolden: [StyledLine("no golden")]
    }
  }
}
