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
        case .facet(let facet, let expected): (.facet(facet.name), expected, facet.value(in: output))
        case .at(let pointer, let expected): (.value(pointer), expected, output[pointer])
        case .absent(let pointer): (.value(pointer), nil, output[pointer])
        case .unwritten(let text): (.facet("expect"), .string(text), nil)
        }
      return expected == actual
        ? nil : Violation(subject: subject, expected: expected, actual: actual, location: clause.location)
    }
  }
}

/// An output that is not what a case's author wrote down.
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
}

extension Violation {
  /// Nil: it is about a value at a place.
  package var facet: String? { if case .facet(let name) = subject { name } else { nil } }

  /// What is found in place of what is expected; inside a value, only what differs.
  package var differences: [Difference] {
    switch (subject, expected, actual) {
    case (.value(let pointer), let expected?, let actual?):
      Conformance.differences(expected: expected, actual: actual) { _, _ in nil }.map { difference in
        Difference(
          at: JSONPointer(tokens: pointer.tokens + difference.pointer.tokens), difference.change,
          element: difference.element)
      }
    case (.value(let pointer), let expected?, nil): [Difference(at: pointer, .missing(expected))]
    case (.value(let pointer), nil, let actual?): [Difference(at: pointer, .unexpected(actual))]
    case (.facet, let expected, let actual):
      [Difference(at: JSONPointer(), .changed(expected: expected ?? .null, actual: actual ?? .null))]
    case (.value, nil, nil): []
    }
  }
}
