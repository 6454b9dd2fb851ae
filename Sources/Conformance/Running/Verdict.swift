internal import CanonicalJSON

/// What one implementation's answer to one case amounts to.
package struct Verdict: Sendable {
  package enum Result: Sendable {
    /// - Parameter schedules: in so many different orders of arrival as well.
    case passed(schedules: Int = 0)
    case failed([Failure])
    /// Failed as somebody wrote down that it does.
    case known([Failure], KnownFailure)
    /// The implementation lacks these capabilities and was not asked.
    case notApplicable([String])
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
    case differs(DifferenceList)
    /// Nobody has accepted an output of this case yet.
    case noGolden
    /// Another order of arrival gives another output.
    case dependsOnOrder(OrderDependence)
    /// There is a golden, and a diagnostic that says why it can't be read.
    case unusableGolden
  }

  package let testCase: Case
  package let implementation: String
  package let origin: ImplementationOrigin
  package let result: Result
  /// The output and the golden of a case that did not pass, for reports.
  package let output: KeptOutput?
  package let golden: KeptOutput?

  package init(
    testCase: Case,
    implementation: String,
    origin: ImplementationOrigin = .unasked,
    result: Result,
    output: KeptOutput? = nil,
    golden: KeptOutput? = nil
  ) {
    self.testCase = testCase
    self.implementation = implementation
    self.origin = origin
    self.result = result
    self.output = output
    self.golden = golden
  }

  /// - Parameter misbehaviour: what the implementation did wrong over the case beside its answer.
  func charged(with misbehaviour: ImplementationFailure, known: KnownFailures) -> Verdict {
    Verdict(
      testCase: testCase,
      implementation: implementation,
      origin: origin,
      result: known.settled(
        .failed(result.failures + [.misbehaved(misbehaviour)]),
        key,
        output: output
      ),
      output: output,
      golden: golden
    )
  }
}

// MARK: - What a verdict is, less its details

extension Verdict {
  /// What a verdict is on.
  struct Key: Hashable {
    let caseName: String
    let implementation: String
  }

  var key: Key { Key(caseName: testCase.name, implementation: implementation) }

  /// Empty unless it failed without being known to.
  package var failures: [Failure] { result.isFailed ? result.failures : [] }

  /// Empty unless it failed, known to or not.
  package var allFailures: [Failure] { result.failures }

  /// The failure as a list of known failures pins it, or `nil` if the case didn't fail.
  package var pin: FailurePin? { result.pin(output: output) }

  var isPassed: Bool { result.isPassed }
}

extension Verdict.Result {
  package var isPassed: Bool {
    if case .passed = self {
      true
    } else {
      false
    }
  }
  /// Whether it failed without being known to.
  package var isFailed: Bool {
    if case .failed = self {
      true
    } else {
      false
    }
  }
  var lacksGolden: Bool {
    isFailed
      && failures.contains {
        if case .noGolden = $0 {
          true
        } else {
          false
        }
      }
  }

  /// Empty unless it failed, known to or not.
  var failures: [Verdict.Failure] {
    switch self {
    case .failed(let failures), .known(let failures, _): failures
    case .passed, .notApplicable, .notRun: []
    }
  }

  /// Returns the failure as a list of known failures pins it, or `nil` if there is none.
  ///
  /// - Parameter output: The output without ignored members, or `nil` if there is none.
  func pin(output: @autoclosure () -> KeptOutput?) -> FailurePin? {
    guard let kind = failureKind else { return nil }

    switch kind {
    case .crash, .timeout: return FailurePin(kind)
    case .error: return FailurePin(kind, code: errorCode)
    case .differs, .order:
      return FailurePin(kind, output: output()?.digest)
    }
  }

  /// The code of the JSON-RPC error that the implementation answered with.
  private var errorCode: JSONNumber? {
    for case .noOutput(let failure) in failures { return failure.code }
    return nil
  }

  /// The gravest of them.
  var failureKind: KnownFailure.Kind? {
    let kinds = failures.map { failure -> KnownFailure.Kind in
      switch failure {
      case .noOutput(let cause): cause.kind
      case .misbehaved: .crash
      case .dependsOnOrder: .order
      case .violates, .differs, .noGolden, .unusableGolden: .differs
      }
    }
    return kinds.first { $0 != .differs } ?? kinds.first
  }
}
