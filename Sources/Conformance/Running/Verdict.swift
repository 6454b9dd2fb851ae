package import CanonicalJSON

/// What one implementation's answer to one case amounts to.
package struct Verdict: Sendable {
  package enum Result: Sendable {
    /// - Parameter schedules: in so many different orders of arrival as well.
    case passed(schedules: Int = 0)
    case failed([Failure])
    /// Failed as somebody wrote down that it does.
    case known([Failure], KnownFailure)
    /// The implementation lacks these capabilities and was not asked.
    case unsupported([String])
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
  /// The options of the command line that name the implementation.
  package let selectingOptions: String
  package private(set) var result: Result
  /// What came back, and what was due, for reports; kept of what did not pass.
  package let output: JSONValue?
  package private(set) var golden: JSONValue?

  package init(
    testCase: Case, implementation: String, selectingOptions: String = "", result: Result, output: JSONValue? = nil,
    golden: JSONValue? = nil
  ) {
    self.testCase = testCase
    self.implementation = implementation
    self.selectingOptions = selectingOptions
    self.result = result
    self.output = output
    self.golden = golden
  }

  /// The verdict with another result, or with the golden that it was held against.
  func with(_ result: Result? = nil, golden: JSONValue? = nil) -> Verdict {
    var verdict = self
    verdict.result = result ?? self.result
    verdict.golden = golden ?? self.golden
    return verdict
  }
}

// MARK: - What a verdict is, less its details

extension Verdict {
  /// What results are counted by.
  enum Kind: String {
    case passed, failed, known, unsupported, notRun
  }

  /// What a verdict is on.
  struct Key: Hashable {
    private let name: TextKey
    private let implementation: TextKey

    /// - Parameter name: of the case.
    init(_ name: String, _ implementation: String) {
      self.name = TextKey(name)
      self.implementation = TextKey(implementation)
    }
  }

  var key: Key { Key(testCase.name, implementation) }
  var title: String { "\(testCase.name) (\(implementation))" }

  var kind: Kind {
    switch result {
    case .passed: .passed
    case .failed: .failed
    case .known: .known
    case .unsupported: .unsupported
    case .notRun: .notRun
    }
  }

  /// Empty unless it failed without being known to.
  package var failures: [Failure] { kind == .failed ? allFailures : [] }

  /// Empty unless it failed, known to or not.
  var allFailures: [Failure] {
    switch result {
    case .failed(let failures), .known(let failures, _): failures
    case .passed, .unsupported, .notRun: []
    }
  }

  /// What a list of known failures calls it; nil: it did not fail.
  package var failureKind: KnownFailure.Kind? {
    let kinds = allFailures.map { failure -> KnownFailure.Kind in
      switch failure {
      case .noOutput(let cause): cause.kind
      case .misbehaved: .crash
      case .diverges: .order
      case .violates, .differs, .noGolden, .unusableGolden: .differs
      }
    }
    return kinds.first { $0 != .differs } ?? kinds.first
  }

  var knownFailure: KnownFailure? { if case .known(_, let known) = result { known } else { nil } }
  var isPassed: Bool { kind == .passed }
  var lacksOnlyGolden: Bool { failures.count == 1 && fails(.noGolden) }

  func fails(_ kind: Failure.Kind) -> Bool { failures.contains { $0.kind == kind } }
}

extension Verdict.Failure {
  enum Kind {
    case noOutput, misbehaved, violates, differs, noGolden, diverges, unusableGolden
  }

  var kind: Kind {
    switch self {
    case .noOutput: .noOutput
    case .misbehaved: .misbehaved
    case .violates: .violates
    case .differs: .differs
    case .noGolden: .noGolden
    case .diverges: .diverges
    case .unusableGolden: .unusableGolden
    }
  }
}
