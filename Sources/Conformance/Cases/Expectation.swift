package import CanonicalJSON

/// The part of a case's output that its author wrote by hand. It takes precedence over the golden.
package struct Expectation: Sendable {
  /// One statement about the output, with its location in the case file.
  package struct Clause: Sendable {
    package enum Statement: Sendable {
      case facet(Facet, JSONValue)
      case at(JSONPointer, JSONValue)
      case absent(JSONPointer)
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

  package let clauses: [Clause]

  /// - Parameter clauses: The clauses in the order in which they are written.
  package init(clauses: [Clause]) { self.clauses = clauses }

  /// Returns a violation for each statement that `output` doesn't satisfy, in the order in which
  /// they are written.
  package func violations(by output: JSONValue) -> [Violation] {
    clauses.compactMap { clause in
      let (subject, expected, actual): (Violation.Subject, JSONValue?, JSONValue?) =
        switch clause.statement {
        case .facet(let facet, let expected):
          (.facet(facet.name), expected, facet.value(in: output))
        case .at(let pointer, let expected): (.value(pointer), expected, output[pointer])
        case .absent(let pointer): (.value(pointer), nil, output[pointer])
        case .unwritten(let text): (.facet("expect"), .string(text), nil)
        }
      return expected == actual
        ? nil
        : Violation(
          subject: subject,
          expected: expected,
          actual: actual,
          location: clause.location,
          unknownValues: clause.unknownValues
        )
    }
  }
}

/// A difference between an output and the expectation of a case.
///
/// A run keeps its violations until it ends, so of large values only the beginning is stored.
package struct Violation: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case facet(String)
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
  /// The differences between the expected and the actual value. Inside a value, they are limited to
  /// the parts that differ.
  package let differences: DifferenceList

  init(
    subject: Subject,
    expected: JSONValue?,
    actual: JSONValue?,
    location: SourceLocation,
    unknownValues: [Expectation.UnknownValue] = []
  ) {
    self.subject = subject
    self.expected = expected?.reportedBeginning
    self.actual = actual?.reportedBeginning
    self.location = location
    self.unknownValues = unknownValues
    differences = Self.differences(of: subject, expected, actual).kept
  }

  /// Creates a violation from its parts, for example as a report has them.
  package init(
    subject: Subject,
    expected: JSONValue?,
    actual: JSONValue?,
    location: SourceLocation,
    unknownValues: [Expectation.UnknownValue],
    differences: DifferenceList
  ) {
    self.subject = subject
    self.expected = expected
    self.actual = actual
    self.location = location
    self.unknownValues = unknownValues
    self.differences = differences
  }

  /// The name of the facet, or `nil` if the violation is about a value at a place.
  package var facet: String? {
    if case .facet(let name) = subject {
      name
    } else {
      nil
    }
  }

  private static func differences(
    of subject: Subject,
    _ expected: JSONValue?,
    _ actual: JSONValue?
  ) -> DifferenceList {
    switch (subject, expected, actual) {
    case (.value(let pointer), let expected?, let actual?):
      Conformance.differences(expected: expected, actual: actual) { _, _ in nil }.at(pointer)
    case (.value(let pointer), let expected?, nil): [Difference(at: pointer, .missing(expected))]
    case (.value(let pointer), nil, let actual?): [Difference(at: pointer, .unexpected(actual))]
    case (.facet, let expected, let actual):
      [
        Difference(
          at: JSONPointer(),
          .changed(expected: expected ?? .null, actual: actual ?? .null)
        )
      ]
    case (.value, nil, nil): []
    }
  }
}
