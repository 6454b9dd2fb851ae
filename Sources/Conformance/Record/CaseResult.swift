internal import CanonicalJSON

/// The result of one case with one implementation, as a record keeps it.
package struct CaseResult: Hashable, Sendable {
  /// The name of the case, as `CONTRACT/CASE`.
  package let caseName: String
  package let implementation: String
  package let origin: ImplementationOrigin
  package let result: Verdict.Result
  /// The output, if the case didn't pass.
  package let output: KeptOutput?
  /// The time that the implementation took, in whole microseconds, or `nil` if it wasn't measured.
  package let duration: Duration?
  /// The counts of the verdicts that the output consists of, or `nil` if it is one verdict as a
  /// whole.
  package let verdictCounts: VerdictCounts?

  /// Creates a result. The duration is cut to whole microseconds, as a JSON report stores it, so
  /// that a result that was written and read again is equal.
  package init(
    caseName: String,
    implementation: String,
    origin: ImplementationOrigin = .default,
    result: Verdict.Result,
    output: KeptOutput? = nil,
    duration: Duration? = nil,
    verdictCounts: VerdictCounts? = nil
  ) {
    self.caseName = caseName
    self.implementation = implementation
    self.origin = origin
    self.result = result
    self.output = output
    self.duration = duration.map { .microseconds($0.wholeMicroseconds) }
    self.verdictCounts = verdictCounts
  }
}

extension CaseResult {
  /// The id of the contract, which is the part of the case's name before the first slash.
  package var contract: String {
    String(Substring(caseName.utf8.prefix { $0 != UInt8(ascii: "/") }))
  }

  /// The name of the case with that of the implementation, which identify the result in a run.
  package var title: String { Self.title(of: caseName, by: implementation) }

  /// Returns the title of the result of a case with an implementation.
  package static func title(of caseName: String, by implementation: String) -> String {
    "\(caseName) (\(implementation))"
  }

  package var isPassed: Bool { result.isPassed }

  /// Whether the case failed and isn't a known failure.
  package var isFailed: Bool { result.isFailed }

  /// The lines in which the output differs from the expected text, for an operation that returns
  /// texts. An expectation of the whole output comes before the golden.
  package var textDiff: LineDifference? { allFailures.lazy.compactMap(\.textDiff).first }

  /// The failures if the case failed and isn't a known failure, otherwise empty.
  package var failures: [Verdict.Failure] { isFailed ? result.failures : [] }

  /// The failures, whether or not they are known. Empty if the case didn't fail.
  package var allFailures: [Verdict.Failure] { result.failures }

  /// Whether a missing golden is the only failure.
  package var lacksOnlyGolden: Bool { failures == [.noGolden] }

  /// Returns whether one of the failures is of the given kind.
  package func fails(_ kind: Verdict.Failure.Kind) -> Bool {
    failures.contains { $0.kind == kind }
  }
}

extension Duration {
  /// The duration in microseconds, without fractions.
  package var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}

// MARK: - Failures

extension Verdict.Failure {
  /// What is wrong, without the values.
  package enum Kind: String, Codable, Sendable {
    case noOutput, misbehaved, violates, differs, noGolden, dependsOnOrder, unusableGolden
  }

  package var kind: Kind {
    switch self {
    case .noOutput: .noOutput
    case .misbehaved: .misbehaved
    case .violates: .violates
    case .differs: .differs
    case .noGolden: .noGolden
    case .dependsOnOrder: .dependsOnOrder
    case .unusableGolden: .unusableGolden
    }
  }

  /// The implementation's own failure, if there is one.
  package var fault: ImplementationFailure? {
    switch self {
    case .noOutput(let failure), .misbehaved(let failure): failure
    case .dependsOnOrder(let dependence): dependence.failure
    case .violates, .differs, .noGolden, .unusableGolden: nil
    }
  }

  /// The number of differences, including those that aren't kept.
  package var differenceCount: Int { differenceLists.reduce(0) { $0 + $1.totalCount } }

  /// The number of differences that are counted but not kept.
  package var hiddenDifferenceCount: Int { differenceLists.reduce(0) { $0 + $1.hiddenCount } }

  /// The lines in which two texts differ that are outputs as a whole.
  fileprivate var textDiff: LineDifference? {
    differenceLists.lazy.flatMap(\.self).compactMap(\.lines).first
  }

  /// The differences of each violation, or those of the output as a whole.
  private var differenceLists: [DifferenceList] {
    switch self {
    case .violates(let violations): violations.map(\.differences)
    case .differs(let differences): [differences]
    case .dependsOnOrder(let dependence): [dependence.differences]
    case .noOutput, .misbehaved, .noGolden, .unusableGolden: []
    }
  }

  /// The failure without what may change while the failure stays the same: locations in files,
  /// lines of logs, and the options that found an ordering.
  ///
  /// Two failures with equal identities are the same failure, of two implementations or in two
  /// runs.
  package var identity: Self {
    switch self {
    case .noOutput(let failure): .noOutput(failure.identity)
    case .misbehaved(let failure): .misbehaved(failure.identity)
    case .violates(let violations): .violates(violations.map(\.identity))
    case .dependsOnOrder(let dependence): .dependsOnOrder(dependence.identity)
    case .differs, .noGolden, .unusableGolden: self
    }
  }
}

extension ImplementationFailure {
  /// The failure without its log and its location in the case file.
  fileprivate var identity: ImplementationFailure {
    ImplementationFailure(
      message,
      kind,
      code: code,
      refusing: pointer,
      isOverSizeLimit: isOverSizeLimit
    )
  }
}

extension Violation {
  /// The violation without the locations of what the case files expect.
  fileprivate var identity: Violation {
    let nowhere = SourceLocation(file: "")
    return Violation(
      subject: subject,
      expected: expected,
      actual: actual,
      location: nowhere,
      unknownValues: unknownValues.map { unknown in
        Expectation.UnknownValue(
          facet: unknown.facet,
          value: LocatedName(name: unknown.value.name, location: nowhere),
          hint: unknown.hint
        )
      },
      alternative: alternative,
      differences: differences
    )
  }
}

extension OrderDependence {
  /// The dependence without the options that found it.
  fileprivate var identity: OrderDependence {
    OrderDependence(
      arrivals: arrivals,
      clauses: clauses,
      isStaleUpdate: isStaleUpdate,
      differences: differences,
      failure: failure?.identity,
      schedules: 0,
      seed: 0
    )
  }
}
