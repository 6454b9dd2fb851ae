internal import CanonicalJSON
package import Conformance

/// The answers of two implementations that disagree on an input.
package struct Divergence: Sendable {
  /// One of two implementations that are compared. The raw value is its index.
  package enum Side: Int, Sendable {
    case first
    case second
  }

  /// The answer of one implementation.
  package enum Answer: Sendable {
    case output(KeptOutput)
    case failure(ImplementationFailure)

    package var output: KeptOutput? {
      if case .output(let output) = self {
        output
      } else {
        nil
      }
    }
    package var failure: ImplementationFailure? {
      if case .failure(let failure) = self {
        failure
      } else {
        nil
      }
    }
  }

  package let first: Answer
  package let second: Answer
  /// The differences between the outputs. Empty if either answer is a failure.
  package let differences: DifferenceList
  /// The ways in which the answers differ, without duplicates.
  package let traits: [DisagreementTrait]

  var kinds: Set<DisagreementTrait.Kind> { Set(traits.map(\.kind)) }

  /// Whether a program crashed or hung, so that Parity has to restart it.
  var isCostly: Bool {
    [first, second].contains { answer in
      answer.failure.map { $0.kind != .error } ?? false
    }
  }
}

/// The result of comparing the answers to one input.
package enum ComparedAnswers: Sendable {
  /// Both implementations returned the same output.
  case same
  /// The input doesn't count: an implementation skipped it, both implementations or the deciding
  /// one returned an error, or an output is over the size limit.
  case refused
  /// Parity didn't get both answers, because it abandoned an implementation or the task was
  /// canceled.
  case notRun
  /// The answers differ.
  case divergence(Divergence)
}

extension ComparedAnswers {
  /// Creates the result for an implementation that isn't compared with another one. Its failure is
  /// the answer of both sides.
  init(single outcome: Outcome) {
    switch outcome {
    case .output: self = .same
    case .skipped: self = .refused
    case .notRun: self = .notRun
    case .failure(let failure):
      self = .divergence(
        Divergence(
          first: .failure(failure),
          second: .failure(failure),
          differences: [],
          traits: DisagreementTrait.all(inFailuresOf: [outcome])
        )
      )
    }
  }
}

/// Compares the answers of two implementations to one input.
package struct AnswerComparison: Sendable {
  let operation: ContractOperation
  /// The implementation whose errors mark an input as invalid for the contract, or `nil` if neither
  /// implementation decides that.
  let deciding: Divergence.Side?

  private let labels: Set<TextKey>

  /// The size in bytes above which an input may legitimately have an output over the limit. If an
  /// output grows with the square of its input, 16 KiB are enough for 16 MiB.
  private static let longInput = 16 << 10

  /// Creates a comparison for an operation.
  ///
  /// - Parameters:
  ///   - operation: The operation that both implementations were called for.
  ///   - deciding: The implementation whose errors mark an input as invalid for the contract, or
  ///     `nil` if neither implementation decides that.
  package init(operation: ContractOperation, deciding: Divergence.Side?) {
    self.operation = operation
    self.deciding = deciding
    labels = Set(operation.facets.flatMap(\.knownValues).map { TextKey($0) })
  }

  /// Compares two outcomes. Only one pair of large outputs is compared at a time.
  ///
  /// - Parameters:
  ///   - first: The outcome of the first implementation.
  ///   - second: The outcome of the second implementation.
  ///   - inputSize: Returns the size of the input in bytes.
  package func compare(
    _ first: Outcome,
    _ second: Outcome,
    inputSize: @escaping @Sendable () -> Int
  ) async -> ComparedAnswers {
    await LargeOutputs.alone(if: first.isLarge || second.isLarge) {
      resultOfFirstRule(first, second, inputSize: inputSize)
    }
  }

  /// Returns the result of the first rule that applies. The order of the rules matters.
  ///
  /// The deciding implementation can refuse an input for both, but not if either one crashed or
  /// timed out, since no input may cause that.
  private func resultOfFirstRule(
    _ first: Outcome,
    _ second: Outcome,
    inputSize: () -> Int
  ) -> ComparedAnswers {
    let decisive = deciding.map { $0 == .first ? first : second }
    let isRefusedByDeciding = decisive?.isRefusal ?? false
    let hasBreakdown = first.isBreakdown || second.isBreakdown
    let hasOutputOverLimit = first.isOverSizeLimit || second.isOverSizeLimit

    switch (first, second) {
    case (.notRun, _), (_, .notRun):
      return .notRun
    case (.skipped, _), (_, .skipped):
      return .refused
    case (.output(let mine), .output(let other)) where mine == other:
      return .same
    case _ where first.isOverSizeLimit && second.isOverSizeLimit:
      return .refused
    case _ where hasOutputOverLimit && inputSize() > Self.longInput:
      return .refused
    case _ where isRefusedByDeciding && !hasBreakdown:
      return .refused
    case _ where first.isRefusal && second.isRefusal:
      return .refused
    default:
      return .divergence(divergence(first, second))
    }
  }

  /// Returns the disagreement of two outcomes that differ. The differences are empty unless both
  /// are outputs.
  private func divergence(_ first: Outcome, _ second: Outcome) -> Divergence {
    guard let expected = first.output?.value, let actual = second.output?.value else {
      return Divergence(
        first: Divergence.Answer(first),
        second: Divergence.Answer(second),
        differences: [],
        traits: DisagreementTrait.all(inFailuresOf: [first, second])
      )
    }

    let found = operation.differences(expected: expected, actual: actual)
    return Divergence(
      first: .output(KeptOutput(expected)),
      second: .output(KeptOutput(actual)),
      differences: found.kept,
      traits: DisagreementTrait.all(in: found, between: (expected, actual), labels: labels)
    )
  }
}

extension Divergence.Answer {
  /// Creates the answer for an outcome that is an output or a failure. No other outcome is part of
  /// a divergence.
  fileprivate init(_ outcome: Outcome) {
    if let output = outcome.output {
      self = .output(KeptOutput(output.value))
    } else {
      self = .failure(outcome.failure ?? ImplementationFailure("was not run"))
    }
  }
}

extension Outcome {
  /// Whether the output was larger than the limit.
  fileprivate var isOverSizeLimit: Bool {
    if case .failure(let failure) = self {
      failure.isOverSizeLimit
    } else {
      false
    }
  }
  /// Whether the implementation returned an error, as opposed to crashing or timing out.
  fileprivate var isRefusal: Bool {
    if case .failure(let failure) = self {
      failure.kind == .error
    } else {
      false
    }
  }
  /// Whether the implementation crashed or didn't reply in time.
  fileprivate var isBreakdown: Bool {
    if case .failure(let failure) = self {
      failure.kind != .error
    } else {
      false
    }
  }
}
