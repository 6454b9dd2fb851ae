package import CanonicalJSON

/// What two implementations make of one input, where that is not the same.
package struct Divergence: Sendable {
  /// Of a failure: whose it is, of the two.
  package enum Answer: Sendable {
    case output(JSONValue)
    case failure(ImplementationFailure)

    package var output: JSONValue? { if case .output(let output) = self { output } else { nil } }
    package var failure: ImplementationFailure? { if case .failure(let failure) = self { failure } else { nil } }
  }

  package let first: Answer
  package let second: Answer
  /// In what their outputs differ; empty where one has none.
  package let differences: [Difference]

  /// How it shows: the same for inputs that show it in the same way.
  var traits: Set<String> {
    let failures = [first.failure, second.failure].enumerated().compactMap { side, failure in
      failure.map {
        "\(side) \($0.kind.rawValue) \($0.message.prefix { $0.isASCII && !"0123456789'\"`".contains($0) })"
      }
    }
    return failures.isEmpty ? Set(differences.map(\.trait)) : Set(failures)
  }
}

/// What the answers of two implementations to one input amount to.
struct AnswerComparison: Sendable {
  enum Result {
    case same, refused, notRun
    case divergence(Divergence)
  }

  let operation: ContractOperation
  /// The index of the one whose refusal says that the input is none of the contract's.
  let judge: Int?

  private static let longInput = 64 << 10

  /// - Parameter size: of the input, in bytes.
  func result(_ first: Outcome, _ second: Outcome, size: @autoclosure () -> Int) -> Result {
    let judged = judge.map { $0 == 0 ? first : second }
    switch (first, second) {
    case (.notRun, _), (_, .notRun): return .notRun
    case (.output(let mine), .output(let other)):
      if mine == other { return .same }
      let (expected, actual) = (mine.value, other.value)
      return .divergence(
        Divergence(
          first: .output(expected), second: .output(actual),
          differences: differences(expected: expected, actual: actual, identity: operation.identity)))
    // What a long input is answered with may be longer than the run takes.
    case _ where [first, second].contains(where: \.isOverLimit) && size() > Self.longInput: return .refused
    case _ where judged?.isRefusal ?? false && !first.isBreakdown && !second.isBreakdown: return .refused
    case _ where first.isRefusal && second.isRefusal: return .refused
    case (.failure(let mine), .failure(let other)):
      return .divergence(Divergence(first: .failure(mine), second: .failure(other), differences: []))
    case (.failure(let failure), .output(let output)):
      return .divergence(Divergence(first: .failure(failure), second: .output(output.value), differences: []))
    case (.output(let output), .failure(let failure)):
      return .divergence(Divergence(first: .output(output.value), second: .failure(failure), differences: []))
    }
  }
}

extension Outcome {
  fileprivate var isOverLimit: Bool { if case .failure(let failure) = self { failure.isOverLimit } else { false } }
  fileprivate var isRefusal: Bool { if case .failure(let failure) = self { failure.kind == .error } else { false } }
  /// A crash, or no reply in time.
  fileprivate var isBreakdown: Bool { if case .failure(let failure) = self { failure.kind != .error } else { false } }
}

extension Difference {
  /// Its place, whichever element it is, and what kind of change it is.
  fileprivate var trait: String {
    let place = pointer.tokens.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? PathPattern.wildcard : $0 }
    let kind =
      switch change {
      case .changed(let expected, let actual) where expected.kind == actual.kind:
        expected.bool.map { "\($0)" } ?? "changed"
      case .changed(let expected, let actual): "\(expected.kind) \(actual.kind)"
      case .missing: "missing"
      case .unexpected: "unexpected"
      case .moved: "moved"
      }
    return "\(JSONPointer(tokens: place)) \(kind)"
  }
}
