/// The cases to run and the implementations to run them with.
package struct Plan: Sendable {
  /// The cases to run with one implementation of one contract.
  package struct Part: Sendable {
    package let suite: Suite
    package let implementation: any Implementation
    package let cases: [Case]
    /// Whether this shard has no case for the implementation but another shard has one.
    let isIdle: Bool
  }

  /// An implementation that isn't linked into Parity, with the contracts that it implements.
  package struct Program: Sendable {
    package let implementation: any Implementation
    /// The IDs of the contracts that the program implements.
    package let contracts: Set<String>

    package init(_ implementation: any Implementation, contracts: Set<String>) {
      self.implementation = implementation
      self.contracts = contracts
    }
  }

  package let suites: [Suite]
  /// The parts in the order of contract and implementation.
  package let parts: [Part]
  /// The number of pairs of case and implementation that the selection leaves out.
  package let leftOut: Int
  /// This shard's part of the cases, or `nil` if the plan has the whole selection.
  package let share: ShardShare?

  /// Creates a plan for the selected cases.
  ///
  /// - Parameters:
  ///   - names: The names of the in-process implementations to run, or `nil` to run the default
  ///     ones of each contract.
  ///   - checksBundled: Whether the default implementations include those of the contracts that
  ///     come with Parity.
  ///   - programs: The programs to run. Each runs the cases of every contract that it implements.
  ///   - shard: The shard whose cases to run, or `nil` to run every selected case.
  package init(
    _ suites: [Suite],
    selection: Selection = Selection(),
    implementations names: Set<String>? = nil,
    checksBundled: Bool = true,
    programs: [Program] = [],
    shard: Shard? = nil
  ) {
    self.suites = suites
    let selected = suites.map(selection.cases)
    let cases = selected.map { $0.filter { shard?.includes($0) ?? true } }

    let parts: [Part] = suites.indices.flatMap { index in
      let suite = suites[index]
      let linked = suite.contract.implementations.filter { implementation in
        let isDefault = implementation.origin == .default && (checksBundled || !suite.isBundled)
        return names?.contains(implementation.name) ?? isDefault
      }
      let started = programs.implementations(of: suite.contract.id)

      return (linked + started).map { implementation in
        let hasCases = cases[index].contains(where: implementation.supports)
        let hasSelectedCases = selected[index].contains(where: implementation.supports)
        return Part(
          suite: suite,
          implementation: implementation,
          cases: cases[index],
          isIdle: shard != nil && !hasCases && hasSelectedCases
        )
      }
    }
    self.parts = parts

    leftOut = parts.reduce(0) { leftOut, part in
      leftOut + part.suite.cases.count { shard?.includes($0) ?? true } - part.cases.count
    }
    share = shard.map { shard in
      Self.share(
        of: shard,
        parts: parts,
        cases: cases.joined().count,
        selected: selected.joined().map(\.name)
      )
    }
  }

  /// Returns the share of a shard.
  ///
  /// - Parameters:
  ///   - cases: The number of selected cases in the shard.
  ///   - selected: The names of the selected cases of all shards, in the order of the suites.
  private static func share(
    of shard: Shard,
    parts: [Part],
    cases: Int,
    selected: [String]
  ) -> ShardShare {
    let runsNothing = !parts.contains { $0.cases.contains(where: $0.implementation.supports) }

    return ShardShare(
      shard,
      cases: cases,
      total: selected.count,
      selection: GoldenLock.digest(Array(selected.map { "\($0)\n" }.joined().utf8)),
      idle: parts.filter(\.isIdle).map {
        .init(contract: $0.suite.contract.id, implementation: $0.implementation.name)
      },
      isIdle: parts.contains(where: \.isIdle) && runsNothing
    )
  }

  /// The number of verdicts that a run returns if it doesn't end early.
  package var count: Int { parts.reduce(0) { $0 + $1.cases.count } }

  /// The names of all cases of the planned contracts that belong to this shard, selected or not.
  var cases: Set<String> {
    let planned = Set(parts.map(\.suite.contract.id))
    let cases = suites.filter { planned.contains($0.contract.id) }.flatMap(\.cases)
    return Set(cases.filter { share?.shard?.includes($0) ?? true }.map(\.name))
  }
}

extension Implementation {
  /// Whether the implementation has all capabilities that a case requires.
  func supports(_ testCase: Case) -> Bool { capabilities.isSuperset(of: testCase.requires) }
}

extension [Plan.Program] {
  /// Returns the programs that implement a contract, in their order.
  func implementations(of contract: String) -> [any Implementation] {
    filter { $0.contracts.contains(contract) }.map(\.implementation)
  }
}
