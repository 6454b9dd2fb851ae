internal import CanonicalJSON

/// The answers of two implementations to one input if they are not the same.
package struct Divergence: Sendable {
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
  /// The differences between two outputs; none if one of the two is a failure.
  package let differences: DifferenceList
  /// The ways in which the answers differ, each once.
  let traits: [DisagreementTrait]

  var kinds: Set<DisagreementTrait.Kind> { Set(traits.map(\.kind)) }

  /// Whether a program crashed or hung, so that it has to be started again.
  var isCostly: Bool {
    [first, second].contains { answer in
      answer.failure.map { $0.kind != .error } ?? false
    }
  }
}

/// Compares the answers of two implementations to one input.
struct AnswerComparison: Sendable {
  enum Result {
    case same, refused, notRun
    case divergence(Divergence)
  }

  let operation: ContractOperation
  /// The index of the implementation that refuses everything that isn't an input of the contract;
  /// `nil` if neither of the two decides that.
  let judge: Int?

  private let labels: Set<TextKey>

  /// The bytes of an input whose output may rightly be over the limit: where an output grows with
  /// the square of its input, 16 KiB are enough for 16 MiB.
  private static let longInput = 16 << 10

  init(operation: ContractOperation, judge: Int?) {
    self.operation = operation
    self.judge = judge
    labels = Set(operation.facets.flatMap(\.knownValues).map { TextKey($0) })
  }

  /// Compares two outcomes. Large outputs are compared one pair at a time.
  ///
  /// - Parameter inputSize: The size of the input in bytes.
  func result(
    _ first: Outcome,
    _ second: Outcome,
    inputSize: @escaping @Sendable () -> Int
  ) async -> Result {
    await LargeOutputs.alone(if: first.isLarge || second.isLarge) {
      compare(operation.judged(first), operation.judged(second), inputSize: inputSize)
    }
  }

  private func compare(_ first: Outcome, _ second: Outcome, inputSize: () -> Int) -> Result {
    let judged = judge.map { $0 == 0 ? first : second }
    switch (first, second) {
    case (.notRun, _), (_, .notRun):
      return .notRun
    case (.output(let mine), .output(let other)) where mine == other:
      return .same
    case _ where first.isOverLimit && second.isOverLimit:
      return .refused
    case _ where (first.isOverLimit || second.isOverLimit) && inputSize() > Self.longInput:
      return .refused
    case _ where judged?.isRefusal ?? false && !first.isBreakdown && !second.isBreakdown:
      return .refused
    case _ where first.isRefusal && second.isRefusal:
      return .refused
    default:
      return .divergence(divergence(first, second))
    }
  }

  private func divergence(_ first: Outcome, _ second: Outcome) -> Divergence {
    guard let expected = first.output?.value, let actual = second.output?.value else {
      return Divergence(
        first: answer(first),
        second: answer(second),
        differences: [],
        traits: DisagreementTrait.all(inFailuresOf: [first, second])
      )
    }

    let found = differences(expected: expected, actual: actual, identity: operation.identity)
    return Divergence(
      first: .output(KeptOutput(expected)),
      second: .output(KeptOutput(actual)),
      differences: found.kept,
      traits: DisagreementTrait.all(in: found, between: (expected, actual), labels: labels)
    )
  }

  private func answer(_ outcome: Outcome) -> Divergence.Answer {
    if let output = outcome.output { return .output(KeptOutput(output.value)) }
    return .failure(outcome.failure ?? ImplementationFailure("was not run"))
  }
}

extension Outcome {
  fileprivate var isOverLimit: Bool {
    if case .failure(let failure) = self {
      failure.isOverLimit
    } else {
      false
    }
  }
  fileprivate var isRefusal: Bool {
    if case .failure(let failure) = self {
      failure.kind == .error
    } else {
      false
    }
  }
  /// A crash, or no reply in time.
  fileprivate var isBreakdown: Bool {
    if case .failure(let failure) = self {
      failure.kind != .error
    } else {
      false
    }
  }
}
