internal import CanonicalJSON
package import RFC3339

/// A case that an implementation is known to fail, and why.
package struct KnownFailure: Hashable, Sendable {
  /// `CONTRACT/CASE`, or `CASE` alone where that is unique.
  package let caseName: String
  package let reason: String
  package let link: String?
  /// The last day on which it is put up with; nil: no end.
  package let expires: CalendarDay?
  package let location: SourceLocation

  package func names(_ testCase: Case) -> Bool {
    caseName.hasSameBytes(as: testCase.name) || caseName.hasSameBytes(as: testCase.id)
  }
}
