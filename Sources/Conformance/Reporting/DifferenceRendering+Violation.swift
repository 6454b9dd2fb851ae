internal import CanonicalJSON

extension DifferenceRendering {
  /// Each statement that is broken, what it expects, what was found, and where it stands.
  package func lines(_ violations: [Violation]) -> [StyledLine] {
    violations.flatMap { lines($0) + [StyledLine("      expected at \($0.location)", .dim)] }
  }

  private func lines(_ violation: Violation) -> [StyledLine] {
    let found = differences(violation)
    switch violation.subject {
    case .value: return lines(found)
    case .facet(let name): return [StyledLine([.init("  \(name)", .emphasis)])] + lines(found).dropFirst()
    }
  }

  private func differences(_ violation: Violation) -> [Difference] {
    switch (violation.subject, violation.expected, violation.actual) {
    case (.value(let pointer), let expected?, let actual?):
      // Inside the value that the statement is about, only what differs.
      return Conformance.differences(expected: expected, actual: actual) { _, _ in nil }.map { difference in
        Difference(
          at: JSONPointer(tokens: pointer.tokens + difference.pointer.tokens), difference.change,
          element: difference.element)
      }
    case (.value(let pointer), let expected?, nil): return [Difference(at: pointer, .missing(expected))]
    case (.value(let pointer), nil, let actual?): return [Difference(at: pointer, .unexpected(actual))]
    case (.facet, let expected, let actual):
      return [Difference(at: JSONPointer(), .changed(expected: expected ?? .null, actual: actual ?? .null))]
    case (.value, nil, nil): return []
    }
  }
}
