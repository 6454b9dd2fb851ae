package import CanonicalJSON

/// The part of a case's output that its author wrote by hand. It takes precedence over the golden.
package struct Expectation: Sendable {
  /// One statement about the output, with its location in the case file.
  package struct Clause: Sendable {
    /// What a clause says, with the values as the case file has them.
    package enum Statement: Sendable {
      /// The facet of the output has a value.
      case facet(Facet, JSONValue)
      /// The value at a place of the output equals another.
      case at(JSONPointer, JSONValue)
      /// The output has no value at a place.
      case absent(JSONPointer)
      /// The whole output.
      case output(JSONValue)
      /// A placeholder that `parity new` left for the author. No output satisfies it.
      case unwritten(String)
    }

    package let statement: Statement
    package let location: SourceLocation
    /// The values that the manifest doesn't list for the facet, so that no output has them.
    package let unknownValues: [UnknownValue]

    package init(
      statement: Statement,
      location: SourceLocation,
      unknownValues: [UnknownValue] = []
    ) {
      self.statement = statement
      self.location = location
      self.unknownValues = unknownValues
    }
  }

  /// A value that a case expects of a facet, but that isn't one of the facet's values.
  package struct UnknownValue: Hashable, Sendable {
    /// The name of the facet.
    package let facet: String
    package let value: LocatedName
    /// The values that may be meant, as the end of a message.
    package let hint: String

    package init(facet: String, value: LocatedName, hint: String) {
      self.facet = facet
      self.value = value
      self.hint = hint
    }

    package var message: String { "unknown value '\(value.name)' in '\(facet)'\(hint)" }
  }

  /// The statements that an output must satisfy, in the order in which they are written.
  package let clauses: [Clause]
  /// The expectations of which an output must meet at least one, or none if there is no choice.
  package let alternatives: [Expectation]

  /// Creates an expectation that an output meets if it satisfies all clauses.
  ///
  /// - Parameter clauses: The clauses in the order in which they are written.
  package init(clauses: [Clause]) {
    self.clauses = clauses
    alternatives = []
  }

  /// Creates an expectation that an output meets if it meets at least one of several.
  package init(oneOf alternatives: [Expectation]) {
    clauses = []
    self.alternatives = alternatives
  }

  /// The clauses, with those of the alternatives.
  package var allClauses: [Clause] { clauses + alternatives.flatMap(\.allClauses) }

  /// Whether every output meets the expectation.
  package var isEmpty: Bool { clauses.isEmpty && alternatives.isEmpty }

  /// The whole output, if the expectation has one.
  package var output: JSONValue? {
    for case .output(let output) in clauses.map(\.statement) { return output }
    return nil
  }

  /// Whether the expectation decides about an output, so that there is no golden to compare it
  /// with.
  package var isComplete: Bool { output != nil || !alternatives.isEmpty }

  /// Returns a violation for each statement that `output` doesn't satisfy, in the order in which
  /// they are written. If it meets none of several alternatives, the violations are those of the
  /// nearest one, which has the fewest differences.
  ///
  /// - Parameters:
  ///   - output: The output to check.
  ///   - operation: The operation that returned the output, which says how outputs are compared.
  package func violations(
    by output: JSONValue,
    in operation: ContractOperation? = nil
  ) -> [Violation] {
    guard alternatives.isEmpty else { return violationsOfNearest(by: output, in: operation) }

    return clauses.compactMap { clause -> Violation? in
      let (subject, expected, actual) = clause.statement.comparison(with: output)
      guard expected != actual else { return nil }

      return Violation(
        subject: subject,
        expected: expected,
        actual: actual,
        location: clause.location,
        unknownValues: clause.unknownValues,
        operation: operation
      )
    }
  }

  /// Whether an output has no violations. This doesn't look for their differences.
  func isMet(by output: JSONValue) -> Bool {
    guard alternatives.isEmpty else { return alternatives.contains { $0.isMet(by: output) } }
    return clauses.allSatisfy { clause in
      let (_, expected, actual) = clause.statement.comparison(with: output)
      return expected == actual
    }
  }

  /// Returns the violations of the alternative with the fewest differences, or none if the output
  /// meets an alternative.
  private func violationsOfNearest(
    by output: JSONValue,
    in operation: ContractOperation?
  ) -> [Violation] {
    var nearest: (index: Int, violations: [Violation], size: DifferenceSize)?
    for (index, alternative) in alternatives.enumerated() {
      let violations = alternative.violations(by: output, in: operation)
      guard !violations.isEmpty else { return [] }

      let size = DifferenceSize(of: violations)
      if nearest.map({ size < $0.size }) ?? true { nearest = (index, violations, size) }
    }
    guard let nearest else { return [] }

    let alternative = Alternative(number: nearest.index + 1, count: alternatives.count)
    return nearest.violations.map { $0.of(alternative) }
  }

  /// One of several expectations of a case.
  package struct Alternative: Codable, Hashable, Sendable {
    /// The position among the alternatives, counted from 1.
    package let number: Int
    /// The number of alternatives.
    package let count: Int

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }
}

extension Expectation.Clause.Statement {
  /// Returns what the statement is about, with the value that it expects there and the value that
  /// an output has.
  fileprivate func comparison(
    with output: JSONValue
  ) -> (subject: Violation.Subject, expected: JSONValue?, actual: JSONValue?) {
    switch self {
    case .facet(let facet, let expected):
      (.facet(facet.name), expected, facet.value(in: output))
    case .at(let pointer, let expected): (.value(pointer), expected, output[pointer])
    case .absent(let pointer): (.value(pointer), nil, output[pointer])
    case .output(let expected): (.value(JSONPointer()), expected, output)
    case .unwritten(let text): (.facet("expect"), .string(text), nil)
    }
  }
}

/// How much an output differs from an expectation: the number of differences or changed lines, then
/// the bytes of the parts in which texts differ.
private struct DifferenceSize: Comparable {
  let count: Int
  let bytes: Int

  /// Measures the violations of one alternative. Only changes of one text into another add bytes.
  init(of violations: [Violation]) {
    count = violations.reduce(0) { $0 + $1.differences.size }
    bytes = violations.flatMap(\.differences).reduce(0) { sum, difference in
      guard case .changed(.string(let expected), .string(let actual)) = difference.change else {
        return sum
      }

      let texts = TextDifference(expected: expected, actual: actual)
      return sum + max(texts.expected.part.utf8.count, texts.actual.part.utf8.count)
    }
  }

  static func < (first: Self, second: Self) -> Bool {
    (first.count, first.bytes) < (second.count, second.bytes)
  }
}

/// A difference between an output and the expectation of a case.
///
/// A run keeps its violations until it ends, so of large values only the beginning is stored.
package struct Violation: Hashable, Sendable {
  /// What a violation is about.
  package enum Subject: Hashable, Sendable {
    /// The facet with a name.
    case facet(String)
    /// The value at a place, which is empty for the whole output.
    case value(JSONPointer)
  }

  package let subject: Subject
  /// The expected value, or `nil` if no value is expected.
  package let expected: JSONValue?
  /// The actual value, or `nil` if it is missing.
  package let actual: JSONValue?
  package let location: SourceLocation
  /// The expected values that the manifest doesn't list.
  package let unknownValues: [Expectation.UnknownValue]
  /// The alternative that the statement belongs to, or `nil` if the case has no alternatives.
  package private(set) var alternative: Expectation.Alternative?
  /// The differences between the expected and the actual value. Inside a value, they are limited to
  /// the parts that differ.
  package let differences: DifferenceList

  /// Creates a violation by one output, and computes its differences. Only the beginnings of large
  /// values are kept.
  ///
  /// - Parameter operation: The operation whose identities and form the differences follow, or
  ///   `nil` for those of plain JSON.
  init(
    subject: Subject,
    expected: JSONValue?,
    actual: JSONValue?,
    location: SourceLocation,
    unknownValues: [Expectation.UnknownValue] = [],
    operation: ContractOperation? = nil
  ) {
    self.subject = subject
    self.expected = expected?.reportedBeginning
    self.actual = actual?.reportedBeginning
    self.location = location
    self.unknownValues = unknownValues

    differences = Self.differences(of: subject, expected, actual, operation).kept
  }

  /// Creates a violation from its parts, for example as a report has them.
  package init(
    subject: Subject,
    expected: JSONValue?,
    actual: JSONValue?,
    location: SourceLocation,
    unknownValues: [Expectation.UnknownValue],
    alternative: Expectation.Alternative? = nil,
    differences: DifferenceList
  ) {
    self.alternative = alternative
    self.subject = subject
    self.expected = expected
    self.actual = actual
    self.location = location
    self.unknownValues = unknownValues
    self.differences = differences
  }

  /// Returns the violation as one of an alternative.
  fileprivate func of(_ alternative: Expectation.Alternative) -> Violation {
    var violation = self
    violation.alternative = alternative
    return violation
  }

  /// The name of the facet, or `nil` if the violation is about a value at a place.
  package var facet: String? {
    if case .facet(let name) = subject {
      name
    } else {
      nil
    }
  }

  /// Returns the differences at the place of a violation. For a facet, the change of its value is
  /// the only difference, because its value isn't a part of the output.
  private static func differences(
    of subject: Subject,
    _ expected: JSONValue?,
    _ actual: JSONValue?,
    _ operation: ContractOperation?
  ) -> DifferenceList {
    switch subject {
    case .facet:
      let change = Difference.Change.changed(expected: expected ?? .null, actual: actual ?? .null)
      return [Difference(at: JSONPointer(), change)]
    case .value(let pointer):
      if let expected, let actual {
        return changes(at: pointer, from: expected, to: actual, operation)
      }
      if let expected { return [Difference(at: pointer, .missing(expected))] }
      if let actual { return [Difference(at: pointer, .unexpected(actual))] }
      return []
    }
  }

  /// Returns the differences between two values at a place of the output. The elements of arrays in
  /// them are matched by the identities that the operation declares for the whole output.
  private static func changes(
    at pointer: JSONPointer,
    from expected: JSONValue,
    to actual: JSONValue,
    _ operation: ContractOperation?
  ) -> DifferenceList {
    if pointer.tokens.isEmpty, let operation {
      return operation.differences(expected: expected, actual: actual)
    }

    let identity = (operation ?? ContractOperation("")).identity
    let found = Conformance.differences(expected: expected, actual: actual) { element, array in
      identity(element, pointer.appending(contentsOf: array))
    }
    return found.at(pointer)
  }
}
