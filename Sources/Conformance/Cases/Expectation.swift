package import CanonicalJSON

/// What a case's author expects, written by hand. It outranks the golden.
package struct Expectation: Sendable {
  package struct Clause: Sendable {
    package enum Statement: Sendable {
      case facet(Facet, JSONValue)
      case at(JSONPointer, JSONValue)
      case absent(JSONPointer)
      /// What `parity new` left for the author; nothing meets it.
      case unwritten(String)
    }

    package let statement: Statement
    package let location: SourceLocation
  }

  package let clauses: [Clause]

  /// - Parameter clauses: in the order in which they are written.
  package init(clauses: [Clause]) { self.clauses = clauses }

  /// The statements that `output` breaks, in the order in which they are written.
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
        : Violation(subject: subject, expected: expected, actual: actual, location: clause.location)
    }
  }
}

/// An output that is not what a case's author wrote down.
///
/// Of large values it has the beginning, since a run keeps its violations until its end.
package struct Violation: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    case facet(String)
    case value(JSONPointer)
  }

  package let subject: Subject
  /// Nil: nothing should be there.
  package let expected: JSONValue?
  /// Nil: nothing is there.
  package let actual: JSONValue?
  package let location: SourceLocation
  /// What is found in place of what is expected; inside a value, only what differs.
  package let differences: DifferenceList

  init(
    subject: Subject,
    expected: JSONValue?,
    actual: JSONValue?,
    location: SourceLocation
  ) {
    var room = Self.mostBytes
    self.subject = subject
    self.expected = expected?.beginning(toFit: &room)
    self.actual = actual?.beginning(toFit: &room)
    self.location = location
    differences = Self.differences(of: subject, expected, actual).kept
  }

  /// The most memory that both values take, in bytes.
  private static let mostBytes = 128 << 10

  /// Nil: it is about a value at a place.
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
