internal import CanonicalJSON

/// What implementations answered to one case.
struct GoldenAnswer: Sendable {
  let testCase: Case
  /// The implementation that was asked first; empty where none can be.
  private(set) var implementation = ""
  private(set) var output: Result<JSONValue, ImplementationFailure>
  private(set) var agreement = Agreement()

  var failure: ImplementationFailure? {
    if case .failure(let failure) = output {
      failure
    } else {
      nil
    }
  }

  init(to testCase: Case) {
    self.testCase = testCase
    output = .failure(
      ImplementationFailure("no implementation has \(testCase.requires.joined(separator: ", "))")
    )
  }

  mutating func take(_ outcome: Outcome, from source: any Implementation) {
    implementation = source.name
    agreement.confirming = [source.name]
    output = outcome.result.map(\.value)
  }

  /// - Parameter outcome: of the implementation that was asked first, once more.
  mutating func compare(_ outcome: Outcome) {
    guard case .success(let value) = output else { return }
    output = outcome.result.flatMap { again in
      again == Output(value)
        ? .success(value) : .failure("gave another output when asked again, in reverse order")
    }
  }

  mutating func compare(_ outcome: Outcome, of witness: any Implementation) {
    // One that was not asked says nothing.
    guard case .success(let value) = output, outcome != .notRun else { return }
    if outcome == .output(value) { return agreement.confirming.append(witness.name) }
    agreement.disagreements.append(
      Disagreement(
        testCase: testCase,
        implementation: witness.name,
        origin: witness.origin,
        failure: outcome.failure
      )
    )
  }
}

/// What implementations say to one output.
package struct Agreement: Sendable {
  /// Names of those that gave it.
  package fileprivate(set) var confirming: [String] = []
  package fileprivate(set) var disagreements: [Disagreement] = []

  /// Returns the names of the implementations that confirm the output, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - earlier: Those that confirmed the same output before.
  ///   - dropsContradicted: Whether to leave out those that now return another output.
  func witnesses(after earlier: [String] = [], dropsContradicted: Bool = false) -> [String] {
    let kept = dropsContradicted ? earlier.filter { !contradicts($0) } : earlier
    return Set(kept + confirming).sorted()
  }

  /// Whether an implementation was run and didn't return the output.
  func contradicts(_ name: String) -> Bool { disagreements.contains { $0.implementation == name } }
}

/// An implementation that doesn't give the output of the one that a golden comes from.
package struct Disagreement: Sendable {
  package let testCase: Case
  package let implementation: String
  package let origin: ImplementationOrigin
  /// Why it gave no output; nil: it gave another.
  package let failure: ImplementationFailure?
}

extension Outcome {
  /// Why there is no output; nil: there is one, or nobody was asked.
  var failure: ImplementationFailure? {
    if case .failure(let failure) = self {
      failure
    } else {
      nil
    }
  }

  fileprivate var result: Result<Output, ImplementationFailure> {
    switch self {
    case .output(let output): .success(output)
    case .failure(let failure): .failure(failure)
    case .notRun: .failure("the run was interrupted")
    }
  }
}
