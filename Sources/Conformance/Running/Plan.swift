/// What to run, and where.
package struct Plan: Sendable {
  /// The cases that one implementation of one contract is asked.
  package struct Part: Sendable {
    package let suite: Suite
    package let implementation: any Implementation
    package let cases: [Case]
    /// Whether this shard has no case for the implementation, and another has one.
    let isIdle: Bool
  }

  /// An implementation that no contract brings along.
  package struct Program: Sendable {
    package let implementation: any Implementation
    /// Those that it carries out.
    package let contracts: Set<String>

    package init(_ implementation: any Implementation, contracts: Set<String>) {
      self.implementation = implementation
      self.contracts = contracts
    }
  }

  package let suites: [Suite]
  /// In order of contract and implementation.
  package let parts: [Part]
  /// How many pairs of case and implementation the selection leaves out.
  package let leftOut: Int
  /// Nil: all of the selection.
  package let share: ShardShare?

  /// - Parameters:
  ///   - names: of implementations in process; nil: those of each contract that are judged where
  ///     none is named.
  ///   - judgesCarried: whether those of carried contracts are among these.
  ///   - programs: judged in each contract that they carry out.
  ///   - shard: nil: every case of the selection.
  package init(
    _ suites: [Suite],
    selection: Selection = Selection(),
    implementations names: Set<String>? = nil,
    judgesCarried: Bool = true,
    programs: [Program] = [],
    shard: Shard? = nil
  ) {
    self.suites = suites
    let selected = suites.map(selection.cases)
    let cases = selected.map { $0.filter { shard?.includes($0) ?? true } }
    parts = suites.indices.flatMap { index in
      let suite = suites[index]
      let linked = suite.contract.implementations.filter { implementation in
        names?.contains(implementation.name)
          ?? (implementation.origin == .unasked && (judgesCarried || !suite.isCarried))
      }
      let started = programs.implementations(of: suite.contract.id)
      return (linked + started).map { implementation in
        let isIdle = shard != nil && !cases[index].contains(where: implementation.supports)
        return Part(
          suite: suite,
          implementation: implementation,
          cases: cases[index],
          isIdle: isIdle && selected[index].contains(where: implementation.supports)
        )
      }
    }
    leftOut = parts.reduce(0) { leftOut, part in
      leftOut + part.suite.cases.count { shard?.includes($0) ?? true } - part.cases.count
    }
    let parts = parts
    share = shard.map { shard in
      let names = selected.joined().map(\.name)
      return ShardShare(
        shard,
        cases: cases.joined().count,
        total: names.count,
        selection: GoldenLock.digest(Array(names.map { "\($0)\n" }.joined().utf8)),
        idle: parts.filter(\.isIdle).map {
          .init(contract: $0.suite.contract.id, implementation: $0.implementation.name)
        },
        isIdle: parts.contains(where: \.isIdle)
          && !parts.contains { $0.cases.contains(where: $0.implementation.supports) }
      )
    }
  }

  /// How many verdicts a run without an early end gives.
  package var count: Int { parts.reduce(0) { $0 + $1.cases.count } }
}

extension Implementation {
  func supports(_ testCase: Case) -> Bool { capabilities.isSuperset(of: testCase.requires) }
}

extension [Plan.Program] {
  func implementations(of contract: String) -> [any Implementation] {
    filter { $0.contracts.contains(contract) }.map(\.implementation)
  }
}
