internal import CanonicalJSON

/// The result of one case with one implementation.
package struct Verdict: Sendable {
  /// How a case ended with an implementation.
  package enum Result: Hashable, Sendable {
    /// The case passed.
    ///
    /// - Parameter schedules: The number of orderings that returned the same output.
    case passed(schedules: Int = 0)
    /// The case failed, and the list of known failures doesn't excuse it.
    case failed([Failure])
    /// The case failed in a way that the repository accepts.
    ///
    /// It is stored apart, because a run has many results and few of them are this large.
    indirect case known([Failure], Excuse)
    /// The implementation lacks these capabilities, so the case wasn't sent.
    case notApplicable([String])
    /// The implementation said at run time why it can't run the case.
    case skipped(reason: String)
    /// The implementation was abandoned or the run was interrupted.
    case notRun
  }

  /// Why a failure is accepted.
  package enum Excuse: Hashable, Sendable {
    /// The case failed exactly as the list of known failures says.
    case knownFailure(KnownFailure)
    /// The case expects what the contract forbids.
    case divergence(AcceptedDivergence)
  }

  /// One thing that is wrong with a case.
  package enum Failure: Hashable, Sendable {
    /// The implementation returned no output.
    case noOutput(ImplementationFailure)
    /// The implementation did something wrong in addition to its answer.
    case misbehaved(ImplementationFailure)
    /// The output breaks the handwritten expectation of the case.
    case violates([Violation])
    /// The output differs from the golden.
    case differs(DifferenceList)
    /// The case has no golden: no output of it has been accepted yet.
    case noGolden
    /// Another ordering produces another output.
    case dependsOnOrder(OrderDependence)
    /// The golden can't be read. A diagnostic says why.
    case unusableGolden
  }

  package let testCase: Case
  package let implementation: String
  package let origin: ImplementationOrigin
  package let result: Result
  /// The output of a case that didn't pass, for reports.
  package let output: KeptOutput?
  /// The golden of a case that didn't pass, for reports.
  package let golden: KeptOutput?
  /// The time that the implementation took for the case's own input, or `nil` if it wasn't sent.
  package let duration: Duration?
  /// The counts of the verdicts that the output consists of, or `nil` if it is one as a whole.
  package let counts: VerdictCounts?

  package init(
    testCase: Case,
    implementation: String,
    origin: ImplementationOrigin = .default,
    result: Result,
    output: KeptOutput? = nil,
    golden: KeptOutput? = nil,
    duration: Duration? = nil,
    counts: VerdictCounts? = nil
  ) {
    self.testCase = testCase
    self.implementation = implementation
    self.origin = origin
    self.result = result
    self.output = output
    self.golden = golden
    self.duration = duration
    self.counts = counts
  }

  /// Returns the verdict with another failure, as a known failure if it is one.
  ///
  /// - Parameter violation: What the implementation did wrong over the case in addition to its
  ///   answer.
  func addingProtocolViolation(
    _ violation: ImplementationFailure,
    known: KnownFailures
  ) -> Verdict {
    let failed = Result.failed(result.failures + [.misbehaved(violation)])

    return Verdict(
      testCase: testCase,
      implementation: implementation,
      origin: origin,
      result: known.applyingKnownFailure(failed, key, output: output),
      output: output,
      golden: golden,
      duration: duration,
      counts: counts
    )
  }
}

// MARK: - Properties of a verdict

extension Verdict {
  /// The case and the implementation of a verdict.
  struct Key: Hashable {
    let caseName: String
    let implementation: String
  }

  var key: Key { Key(caseName: testCase.name, implementation: implementation) }

  /// The failures if the case failed and isn't a known failure, otherwise empty.
  package var failures: [Failure] { result.isFailed ? result.failures : [] }

  /// The failures, whether or not they are known. Empty if the case didn't fail.
  package var allFailures: [Failure] { result.failures }

  /// The failure as a list of known failures records it, or `nil` if the case didn't fail.
  package var pin: FailurePin? { result.pin(output: output) }

  var isPassed: Bool { result.isPassed }
}

extension Verdict {
  /// The result of a case in one word.
  package enum Status: String, Codable, CaseIterable, Sendable {
    case passed, failed, known, notApplicable, skipped, notRun

    /// Whether the case ran and passed or failed.
    package var isChecked: Bool {
      switch self {
      case .passed, .failed, .known: true
      case .notApplicable, .skipped, .notRun: false
      }
    }
  }
}

extension Verdict.Excuse {
  /// The location of the line or entry that accepts the failure.
  package var location: SourceLocation {
    switch self {
    case .knownFailure(let known): known.location
    case .divergence(let divergence): divergence.caseName.location
    }
  }
}

extension Verdict.Result {
  /// The result in one word, as reports store it.
  package var status: Verdict.Status {
    switch self {
    case .passed: .passed
    case .failed: .failed
    case .known: .known
    case .notApplicable: .notApplicable
    case .skipped: .skipped
    case .notRun: .notRun
    }
  }

  package var isPassed: Bool {
    if case .passed = self {
      true
    } else {
      false
    }
  }

  /// Why the case was skipped at run time, or `nil` if it wasn't.
  var skipReason: String? {
    if case .skipped(let reason) = self {
      reason
    } else {
      nil
    }
  }

  /// Whether the case failed and isn't a known failure.
  package var isFailed: Bool {
    if case .failed = self {
      true
    } else {
      false
    }
  }

  /// Whether the case failed because it expects what the contract forbids.
  var isAcceptedDivergence: Bool {
    if case .known(_, .divergence) = self {
      true
    } else {
      false
    }
  }

  /// Whether the case failed and one of the reasons is a missing golden.
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

  /// The failures, whether or not they are known. Empty if the case didn't fail.
  package var failures: [Verdict.Failure] {
    switch self {
    case .failed(let failures), .known(let failures, _): failures
    case .passed, .notApplicable, .skipped, .notRun: []
    }
  }

  /// Returns the failure as a list of known failures records it, or `nil` if there is none.
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

  /// The code of the JSON-RPC error that the implementation returned, or `nil` if it returned none.
  private var errorCode: JSONNumber? {
    for case .noOutput(let failure) in failures { return failure.code }
    return nil
  }

  /// The kind of the first failure that isn't `differs`, otherwise `differs`. `nil` if there is no
  /// failure.
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
