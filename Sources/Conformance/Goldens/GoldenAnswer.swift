internal import CanonicalJSON

/// The outcomes of one case with the implementations that regeneration runs.
struct GoldenAnswer: Sendable {
  let testCase: Case
  /// The name of the implementation that the output comes from, or an empty string if no source was
  /// run.
  private(set) var implementation = ""
  /// The output, or the reason why it can't become a golden.
  private(set) var output: Result<JSONValue, ImplementationFailure>
  /// Whether the outcome changed when the case was run again.
  private(set) var isUnstable = false
  /// The implementations that return the output, its source included, and those that don't. Empty
  /// until the output is taken.
  private(set) var agreement = Agreement()

  /// Why there is no output, or `nil` if there is one.
  var failure: ImplementationFailure? {
    if case .failure(let failure) = output {
      failure
    } else {
      nil
    }
  }

  /// Creates the answer to a case that no implementation ran. Its failure remains if no source has
  /// the capabilities that the case requires.
  init(to testCase: Case) {
    self.testCase = testCase
    output = .failure(
      ImplementationFailure(
        "no implementation has the required capabilities: "
          + testCase.requires.joined(separator: ", ")
      )
    )
  }

  /// Records the first outcome of the case and the implementation that it comes from.
  mutating func take(_ outcome: Outcome, from source: any Implementation) {
    implementation = source.name
    agreement.confirming = [source.name]
    output = outcome.result.map(\.value)
  }

  /// Compares the output with that of a second run, and replaces it with a failure if they differ.
  ///
  /// A case that fails both times has no output, but isn't unstable.
  ///
  /// - Parameter outcome: The outcome of another run of the implementation that the output comes
  ///   from.
  mutating func compare(_ outcome: Outcome) {
    guard case .success(let value) = output else {
      isUnstable = outcome.output != nil
      return
    }

    defer { isUnstable = failure != nil }
    output = outcome.result.flatMap { again in
      again == Output(value)
        ? .success(value)
        : .failure("returned a different output when the cases were run again in reverse order")
    }
  }

  /// Records whether a second implementation confirms the output.
  mutating func compare(_ outcome: Outcome, of implementation: any Implementation) {
    // An implementation that wasn't run neither confirms nor contradicts the output.
    guard case .success(let value) = output, outcome != .notRun, !outcome.isSkipped else { return }
    guard outcome != .output(value) else {
      agreement.confirming.append(implementation.name)
      return
    }

    agreement.disagreements.append(
      Disagreement(
        testCase: testCase,
        implementation: implementation.name,
        origin: implementation.origin,
        failure: outcome.failure
      )
    )
  }
}

/// The implementations that confirm an output, and those that don't.
package struct Agreement: Sendable {
  /// The names of the implementations that returned the output.
  package fileprivate(set) var confirming: [String] = []
  /// The implementations that were run and returned another output or none.
  package fileprivate(set) var disagreements: [Disagreement] = []

  /// Returns the names of the implementations that confirm the output, in the order of their bytes.
  ///
  /// - Parameters:
  ///   - earlier: The names of those that confirmed the same output before.
  ///   - dropsContradicted: Whether to leave out those that now return another output.
  func confirming(after earlier: [String] = [], dropsContradicted: Bool = false) -> [String] {
    let kept = dropsContradicted ? earlier.filter { !contradicts($0) } : earlier
    return Set(kept + confirming).sorted()
  }

  /// Returns whether an implementation was run and didn't return the output.
  func contradicts(_ name: String) -> Bool { disagreements.contains { $0.implementation == name } }
}

/// An implementation that doesn't return the output that a golden comes from.
package struct Disagreement: Sendable {
  package let testCase: Case
  package let implementation: String
  package let origin: ImplementationOrigin
  /// Why the implementation returned no output, or `nil` if it returned another one.
  package let failure: ImplementationFailure?
}

extension Outcome {
  /// Whether the implementation skipped the request.
  package var isSkipped: Bool {
    if case .skipped = self {
      true
    } else {
      false
    }
  }

  /// Why the output is missing, or `nil` if there is one or the implementation wasn't run.
  package var failure: ImplementationFailure? {
    if case .failure(let failure) = self {
      failure
    } else {
      nil
    }
  }

  /// The output or the reason why there is none, also if the case was skipped or not run.
  fileprivate var result: Result<Output, ImplementationFailure> {
    switch self {
    case .output(let output): .success(output)
    case .failure(let failure): .failure(failure)
    case .skipped(let reason): .failure(ImplementationFailure("skipped the case: \(reason)"))
    case .notRun: .failure("the run was interrupted")
    }
  }
}
