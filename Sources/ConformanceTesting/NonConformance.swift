internal import CanonicalJSON
internal import Conformance
internal import Reporting

#if canImport(Testing)
  internal import Testing
#endif

/// A case that failed: what differs, the rules that it is about, and both outputs.
public struct NonConformance: Error, Sendable {
  /// A place at which the output isn't the expected one.
  public struct Difference: Hashable, Sendable {
    /// The place in the output, as a JSON Pointer (RFC 6901). For an expected count or list, it is
    /// the place in that value.
    public let pointer: String
    /// The expected value as JSON on one line, or `nil` if no value is expected there.
    public let expected: String?
    /// The actual value as JSON on one line, or `nil` if there is none.
    public let actual: String?
  }

  /// The name of the case, as `CONTRACT/CASE`.
  public let caseID: String
  /// The ids of the rules and clauses that the case tests, in the order of the contract.
  public let rules: [String]
  /// The differences, first those from the expectation of the case.
  public let differences: [Difference]
  /// The output as indented JSON, or `nil` if there is none. A large output is cut.
  public let actual: String?
  /// The golden as indented JSON, or `nil` if there is none. A large golden is cut.
  public let golden: String?
  /// Whether a golden was recorded, so that the test passes when it is run again.
  public let isRecorded: Bool

  private let lines: [String]
}

extension NonConformance: CustomStringConvertible {
  /// The name of the case, its rows and what is wrong, one per line.
  public var description: String { lines.joined(separator: "\n") }
}

extension NonConformance {
  /// Creates the error for a case that failed or whose golden was recorded.
  ///
  /// - Parameters:
  ///   - verdict: The result of the case.
  ///   - suite: The suite of the case.
  ///   - errors: The errors in files.
  ///   - recorded: What was recorded, or `nil` if nothing was.
  ///   - notes: Further lines.
  init(
    of verdict: Verdict,
    in suite: Suite,
    _ errors: [Diagnostic],
    recorded: Regeneration? = nil,
    notes: [String] = []
  ) {
    let testCase = verdict.testCase
    let rows = suite.matrix.rows(with: testCase.id)
    caseID = testCase.name
    rules = suite.matrix.withRefined(rows.flatMap(\.clauses).map(\.name))
    differences = verdict.failures.flatMap(\.differences)
    actual = verdict.output?.value?.canonicalText(.indented)
    golden = verdict.golden?.value?.canonicalText(.indented)
    isRecorded = recorded?.written.isEmpty == false

    let about = testCase.description.isEmpty ? [] : [testCase.description]
    let scenarios = rows.map { row in
      "row \(row.id.name) (\(row.clauses.map(\.name).joined(separator: ", "))): \(row.scenario)"
    }
    let failures = FailureText.texts(
      of: verdict.failures,
      in: caseID,
      form: testCase.operation.output
    )
    .flatMap { $0.lines(limit: 20) }
    let changes = recorded.map { RegenerationReport().lines($0) } ?? []

    let outcome = isRecorded ? changes : failures + changes
    lines =
      [caseID] + about + scenarios + outcome.map { $0.text(color: false) }
      + errors.map(\.description) + notes
      + (isRecorded ? ["recorded the golden; review it and run the test again"] : [])
  }

  /// Attaches the output and the golden to the current test of Swift Testing, if there is one.
  func attach() {
    #if canImport(Testing)
      guard Test.current != nil else { return }
      let name = caseID.replacing("/", with: ".")
      if let actual { Attachment.record(actual, named: "\(name).actual.json") }
      if let golden { Attachment.record(golden, named: "\(name).golden.json") }
    #endif
  }
}

extension Verdict.Failure {
  /// The differences as JSON texts.
  fileprivate var differences: [NonConformance.Difference] {
    switch self {
    case .violates(let violations):
      violations.flatMap { $0.differences.map { NonConformance.Difference($0) } }
    case .differs(let differences): differences.map { NonConformance.Difference($0) }
    case .dependsOnOrder(let dependence):
      dependence.differences.map { NonConformance.Difference($0) }
    case .noOutput, .misbehaved, .noGolden, .unusableGolden: []
    }
  }
}

extension NonConformance.Difference {
  /// Creates a difference with its values as JSON on one line. For an item that moved, the values
  /// are its indices.
  fileprivate init(_ difference: Conformance.Difference) {
    pointer = difference.pointer.description

    switch difference.change {
    case .changed(let expected, let actual):
      self.expected = expected.canonicalText()
      self.actual = actual.canonicalText()
    case .missing(let value):
      expected = value.canonicalText()
      actual = nil
    case .unexpected(let value):
      expected = nil
      actual = value.canonicalText()
    case .moved(let start, let end):
      expected = "index \(start)"
      actual = "index \(end)"
    }
  }
}
