internal import CanonicalJSON

/// The places of an output for which a broken expectation already says what is wrong.
struct PinnedPlaces {
  /// A facet whose values differ from the expected ones.
  private struct BrokenFacet {
    let path: PathPattern
    /// The expected values that the output lacks.
    let lost: Set<JSONValue>
    /// The values of the output that aren't expected.
    let added: Set<JSONValue>
  }

  private let pointers: [JSONPointer]
  private let facets: [BrokenFacet]

  /// Collects the places of the violations. Of facets, only those that list values and whose
  /// expected and actual values are arrays pin any.
  init(_ violations: [Violation], in operation: ContractOperation) {
    pointers = violations.compactMap { violation in
      guard case .value(let pointer) = violation.subject else { return nil }
      return pointer
    }
    facets = violations.compactMap { violation in
      guard let facet = operation.facets.first(where: { $0.name == violation.facet }),
        facet.kindPath != nil,
        let expected = violation.expected?.elements,
        let actual = violation.actual?.elements
      else { return nil }

      return BrokenFacet(
        path: facet.path,
        lost: Set(expected).subtracting(actual),
        added: Set(actual).subtracting(expected)
      )
    }
  }

  /// Returns whether a difference from the golden repeats what an expectation says.
  ///
  /// This is the case at and below the place of an expected value. A facet that lists values pins
  /// the place of a value that the output lacks, or has in addition to the expected ones.
  func contain(_ difference: Difference) -> Bool {
    if pointers.contains(where: difference.pointer.isWithin) { return true }

    return facets.contains { facet in
      guard facet.path.matches(difference.pointer) else { return false }

      return switch difference.change {
      case .changed(let expected, let actual):
        facet.lost.contains(expected) || facet.added.contains(actual)
      case .missing(let value): facet.lost.contains(value)
      case .unexpected(let value): facet.added.contains(value)
      case .moved: false
      }
    }
  }
}
