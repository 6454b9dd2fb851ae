package import CanonicalJSON

/// What to run, and where.
package struct Plan: Sendable {
  /// The cases that one implementation of one contract is asked.
  package struct Part: Sendable {
    package let suite: Suite
    package let implementation: any Implementation
    package let cases: [Case]
  }

  /// An implementation that no contract brings along.
  package struct Program: Sendable {
    package let implementation: any Implementation
    /// Those that it carries out.
    package let contracts: Set<TextKey>

    package init(_ implementation: any Implementation, contracts: Set<TextKey>) {
      self.implementation = implementation
      self.contracts = contracts
    }
  }

  package let suites: [Suite]
  /// In order of contract and implementation.
  package let parts: [Part]
  /// How many pairs of case and implementation the selection leaves out.
  package let leftOut: Int

  /// - Parameters:
  ///   - names: of implementations in process; nil: those of each contract that are judged where none is named.
  ///   - programs: judged in each contract that they carry out.
  package init(
    _ suites: [Suite], selection: Selection = Selection(), implementations names: Set<TextKey>? = nil,
    programs: [Program] = []
  ) {
    self.suites = suites
    parts = suites.flatMap { suite in
      let cases = suite.cases.filter { selection.includes($0, in: suite.matrix) }
      let linked = suite.contract.implementations.filter { names?.contains(TextKey($0.name)) ?? $0.isDefault }
      let started = programs.implementations(of: suite.contract.id)
      return (linked + started).map { Part(suite: suite, implementation: $0, cases: cases) }
    }
    leftOut = parts.reduce(0) { $0 + $1.suite.cases.count - $1.cases.count }
  }

  /// How many verdicts a run without an early end gives.
  package var count: Int { parts.reduce(0) { $0 + $1.cases.count } }
}

extension [Plan.Program] {
  func implementations(of contract: String) -> [any Implementation] {
    filter { $0.contracts.contains(TextKey(contract)) }.map(\.implementation)
  }
}
