package import CanonicalJSON

/// What a case's author expects, written by hand. It outranks the golden.
package struct Expectation: Sendable {
  /// One statement, and where it stands.
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
  package init(clauses: [Clause]) {
    self.clauses = clauses
  }

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
  /// Of the statement in the case file.
  package let location: SourceLocation
}
