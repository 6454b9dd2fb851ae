package import CanonicalJSON

/// What to run, and where.
package struct Plan: Sendable {
  /// The cases that one implementation of one contract is asked.
  package struct Part: Sendable {
    package let suite: Suite
    package let implementation: any Implementation
    package let cases: [Case]
  }

  package let suites: [Suite]
  /// In order of contract and implementation.
  package let parts: [Part]
  /// How many pairs of case and implementation the selection leaves out.
  package let leftOut: Int

  /// - Parameter implementations: names; nil: those of each contract that are judged where none is named.
  package init(_ suites: [Suite], selection: Selection = Selection(), implementations names: Set<TextKey>? = nil) {
    self.suites = suites
    parts = suites.flatMap { suite in
      let cases = suite.cases.filter { selection.includes($0, in: suite.matrix) }
      return suite.contract.implementations
        .filter { names?.contains(TextKey($0.name)) ?? $0.isDefault }
        .map { Part(suite: suite, implementation: $0, cases: cases) }
    }
    leftOut = parts.reduce(0) { $0 + $1.suite.cases.count - $1.cases.count }
  }

  /// How many verdicts a run without an early end gives.
  package var count: Int { parts.reduce(0) { $0 + $1.cases.count } }
}
