internal import CanonicalJSON

/// The numbers of verdicts in an output that passed and failed, for an operation whose outputs
/// consist of several verdicts.
package struct VerdictCounts: Codable, Hashable, Sendable {
  package let passed: Int
  package let failed: Int

  package init(passed: Int, failed: Int) {
    self.passed = passed
    self.failed = failed
  }

  /// The number of verdicts.
  package var total: Int { passed + failed }

  /// Returns the counts of two outputs together.
  package static func + (first: Self, second: Self) -> Self {
    Self(passed: first.passed + second.passed, failed: first.failed + second.failed)
  }
}

extension VerdictCounts {
  /// Compares the verdicts in an output with the expected ones.
  ///
  /// A verdict fails if the output has another value at its place, or none. A verdict that isn't
  /// expected fails too.
  ///
  /// - Parameters:
  ///   - places: The places of the verdicts.
  ///   - expected: The whole expected output.
  ///   - actual: The output, or `nil` if there is none.
  init(at places: PathPattern, expected: JSONValue, actual: JSONValue?) {
    let due = places.places(in: expected)
    let found = actual.map { places.places(in: $0) } ?? []
    let actualValues = Dictionary(found.map { ($0.pointer, $0.value) }) { first, _ in first }
    let duePointers = Set(due.map(\.pointer))

    passed = due.count { actualValues[$0.pointer] == $0.value }
    failed = due.count - passed + found.count { !duePointers.contains($0.pointer) }
  }

  /// Counts the verdicts of a case.
  ///
  /// Returns `nil` if the outputs of the operation are one verdict each, if the case didn't run, or
  /// if the expected output isn't known.
  ///
  /// - Parameters:
  ///   - result: The result of the case.
  ///   - actual: The output, or `nil` if there is none.
  ///   - golden: The golden, or `nil` if the case has none.
  init?(
    of testCase: Case,
    result: Verdict.Result,
    actual: @autoclosure () -> JSONValue?,
    golden: @autoclosure () -> JSONValue?
  ) {
    guard let places = testCase.operation.verdicts, result.status.isChecked else { return nil }

    let actual = actual()
    let expected = result.isPassed ? actual : testCase.output(missedBy: result) ?? golden()
    guard let expected else { return nil }
    if result.isPassed {
      self.init(passed: places.values(in: expected).count, failed: 0)
    } else {
      self.init(at: places, expected: expected, actual: actual)
    }
  }
}

extension Case {
  /// Returns the whole output that the expectation has, in the alternative that a failure is about.
  fileprivate func output(missedBy result: Verdict.Result) -> JSONValue? {
    for case .violates(let violations) in result.failures {
      guard let alternative = violations.first?.alternative else { continue }
      return expectation.alternatives[alternative.number - 1].output
    }
    return expectation.output
  }
}
