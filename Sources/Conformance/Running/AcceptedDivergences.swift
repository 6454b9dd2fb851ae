/// The divergences that a repository accepts, which are compared with the results of a run.
package struct AcceptedDivergences: Sendable {
  private let divergences: [String: AcceptedDivergence]

  /// Creates a list of divergences. Of those with the same case, the first is kept.
  package init(_ divergences: [AcceptedDivergence] = []) {
    self.divergences = Dictionary(divergences.map { ($0.caseName.name, $0) }) { first, _ in first }
  }

  /// Returns the result as accepted if the case diverges from the contract and the output only
  /// differs from what the case expects.
  func applied(to result: Verdict.Result, of testCase: Case) -> Verdict.Result {
    guard case .failed(let failures) = result, let divergence = divergences[testCase.name] else {
      return result
    }
    var violatesExpectation = false
    for failure in failures {
      switch failure {
      case .violates: violatesExpectation = true
      case .differs, .noGolden: break
      case .noOutput, .misbehaved, .dependsOnOrder, .unusableGolden: return result
      }
    }
    return violatesExpectation ? .known(failures, .divergence(divergence)) : result
  }

  /// Returns a finding for each divergence whose case passes on every implementation that ran it,
  /// including a reference.
  func diagnostics(after verdicts: [Verdict], references: Set<String>) -> [Diagnostic] {
    guard !divergences.isEmpty else { return [] }

    return verdicts.grouped(by: \.testCase.name).compactMap { verdicts in
      guard let divergence = divergences[verdicts[0].testCase.name],
        verdicts.allSatisfy(\.isPassed),
        verdicts.contains(where: { references.contains($0.implementation) })
      else { return nil }

      let name = divergence.caseName
      return finding(
        .divergence,
        name.name,
        "the case '\(name.name)' passes, so it doesn't diverge from the contract",
        at: name.location,
        notes: ["remove it from 'divergences'"]
      )
    }
  }

  /// Returns a finding for each divergence that names no case or a case of a built-in contract.
  ///
  /// - Parameters:
  ///   - suites: The suites that were loaded, with the cases of apps.
  ///   - contracts: The ids of all contracts, whether or not their suites were loaded.
  package func lint(suites: [Suite], contracts: [String]) -> [Diagnostic] {
    let inOrder = divergences.values.sorted { $0.caseName.name < $1.caseName.name }
    return inOrder.compactMap { divergence in
      let name = divergence.caseName
      let suite = suites.first { name.name.hasPrefix("\($0.contract.id)/") }
      guard let suite else {
        // The case may belong to a contract that this run doesn't use.
        let isOfContract = contracts.contains { name.name.hasPrefix("\($0)/") }
        return isOfContract ? nil : Self.unknown(name, among: suites.flatMap(\.cases))
      }

      guard let testCase = suite.cases.first(where: { $0.name == name.name }) else {
        return Self.unknown(name, among: suite.cases)
      }

      guard testCase.belongsToContract, suite.isBundled else { return nil }

      return finding(
        .divergence,
        name.name,
        "'\(name.name)' is a case of a built-in contract, which can't diverge from itself",
        at: name.location,
        notes: ["fix the implementation, or record a known failure: parity known add"]
      )
    }
  }

  /// Returns the finding for a divergence whose case doesn't exist. It suggests only apps' cases.
  private static func unknown(_ name: LocatedName, among cases: [Case]) -> Diagnostic {
    finding(
      .unknownName,
      name.name,
      Suggestion.unknown(
        "case",
        name.name,
        among: cases.filter { !$0.belongsToContract }.map(\.name)
      ),
      at: name.location,
      notes: ["name a case of a case file, such as CONTRACT/FILE:CASE"]
    )
  }
}
