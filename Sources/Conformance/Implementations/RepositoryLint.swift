internal import CanonicalJSON

/// What can be said of the list of programs without starting one.
package enum RepositoryLint {
  /// - Parameters:
  ///   - suites: those at hand.
  ///   - contracts: the ids of all contracts that there are.
  package static func findings(
    on programs: [ProgramEntry], suites: [Suite], contracts: [String]
  ) -> [Diagnostic] {
    suites.compactMap(lackOfReference)
      + programs.flatMap { program in
        unknownContracts(of: program, known: contracts) + needlessReference(program, suites: suites)
          + program.knownFailures.flatMap { findings(on: $0, of: program, suites: suites, contracts: contracts) }
          + repeated(program.knownFailures)
      }
  }

  private static func lackOfReference(of suite: Suite) -> Diagnostic? {
    guard suite.contract.references.isEmpty else { return nil }
    return Diagnostic(
      .finding, "\(suite.contract.id) has no reference, so no golden can be recorded",
      at: suite.matrix.contract.location,
      notes: ["mark a program that carries it out with \"reference\": true in \(RepositoryFile.path)"])
  }

  private static func needlessReference(_ program: ProgramEntry, suites: [Suite]) -> [Diagnostic] {
    let own = suites.filter { program.carriesOut($0.contract.id) }
    guard program.isReference, !own.isEmpty, own.allSatisfy({ !$0.contract.implementations.isEmpty }) else { return [] }
    return [
      Diagnostic(
        .finding, "'\(program.name)' is marked as a reference, and each of its contracts links one",
        at: program.contracts[0].location, notes: ["leave 'reference' out"])
    ]
  }

  private static func unknownContracts(of program: ProgramEntry, known: [String]) -> [Diagnostic] {
    program.contracts.filter { reference in !known.contains { $0.hasSameBytes(as: reference.name) } }.map {
      Diagnostic(.unusable, Suggestion.unknown("contract", $0.name, among: known, orList: "there is"), at: $0.location)
    }
  }

  private static func findings(
    on failure: KnownFailure, of program: ProgramEntry, suites: [Suite], contracts: [String]
  ) -> [Diagnostic] {
    let cases = suites.filter { program.carriesOut($0.contract.id) }.flatMap(\.cases)
    let matches = cases.filter(failure.names)
    if matches.count > 1 {
      let names = matches.map(\.name).joined(separator: " and ")
      return [
        Diagnostic(.finding, "'\(failure.caseName)' is \(names); name the one that is meant", at: failure.location)
      ]
    }
    // The cases of a contract that is not at hand are not known.
    let isAtHand = { (id: String) in suites.contains { $0.contract.id.hasSameBytes(as: id) } }
    let parts = failure.caseName.split(separator: "/", maxSplits: 1).map(String.init)
    let mayBeElsewhere =
      parts.count == 2
      ? contracts.contains { $0.hasSameBytes(as: parts[0]) } && program.carriesOut(parts[0]) && !isAtHand(parts[0])
      : !program.contracts.allSatisfy { isAtHand($0.name) }
    guard matches.isEmpty, !mayBeElsewhere else { return [] }
    let known = cases.map { parts.count == 2 ? $0.name : $0.id }
    let kind = "case that \(program.name) is asked"
    return [
      Diagnostic(.finding, Suggestion.unknown(kind, failure.caseName, among: known), at: failure.location)
    ]
  }

  private static func repeated(_ failures: [KnownFailure]) -> [Diagnostic] {
    var seen = Set<TextKey>()
    return failures.filter { !seen.insert(TextKey($0.caseName)).inserted }.map {
      Diagnostic(.finding, "'\($0.caseName)' is there twice", at: $0.location)
    }
  }
}
