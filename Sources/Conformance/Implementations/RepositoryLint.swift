internal import CanonicalJSON

/// Checks the list of programs and the known failures without starting a program.
package enum RepositoryLint {
  /// Returns the findings on the programs, their known failures, and the references of the suites.
  ///
  /// - Parameters:
  ///   - programs: The programs in `parity.json`.
  ///   - known: The known failures of the programs.
  ///   - suites: The suites that were loaded.
  ///   - contracts: The ids of all contracts, whether or not their suites were loaded.
  package static func findings(
    on programs: [ProgramEntry],
    known: [KnownFailure] = [],
    suites: [Suite],
    contracts: [String]
  ) -> [Diagnostic] {
    suites.compactMap(missingReferenceError)
      + programs.flatMap { program in
        unknownContracts(of: program, known: contracts) + needlessReference(program, suites: suites)
      }
      + known.compactMap { findings(on: $0, of: programs, suites: suites, contracts: contracts) }
      + repeated(known)
      + incomplete(known)
  }

  /// Returns a finding if a contract has no reference and a case has no recorded golden.
  ///
  /// Goldens that are all recorded come from Swift tests, which need no program.
  private static func missingReferenceError(of suite: Suite) -> Diagnostic? {
    let isRecorded = suite.cases.filter(\.usesGolden).allSatisfy {
      suite.goldens.lockLines[$0.id] != nil
    }
    guard suite.contract.references.isEmpty, !isRecorded else { return nil }

    return finding(
      .reference,
      suite.contract.id,
      "contract '\(suite.contract.id)' has no reference, so its goldens can't be recorded",
      at: suite.matrix.contract.location,
      notes: [
        "in \(RepositoryFile.path), set \"reference\": true for a program that implements "
          + "the contract"
      ]
    )
  }

  /// Returns a finding for a program marked as a reference if a linked one can run all cases.
  private static func needlessReference(_ program: ProgramEntry, suites: [Suite]) -> [Diagnostic] {
    let own = suites.filter { program.implements($0.contract.id) }
    guard program.isReference, !own.isEmpty,
      own.allSatisfy({ !$0.contract.implementations.isEmpty && $0.runsEveryCaseLinked })
    else { return [] }

    return [
      finding(
        .reference,
        program.name,
        "'\(program.name)' is marked as a reference, "
          + "but each of its contracts already has a reference that runs inside Parity",
        at: program.contracts[0].location,
        notes: ["remove 'reference' from this program"]
      )
    ]
  }

  /// Returns an error for each contract of a program that doesn't exist.
  private static func unknownContracts(of program: ProgramEntry, known: [String]) -> [Diagnostic] {
    program.contracts.filter { reference in !known.contains(reference.name) }.map {
      Diagnostic(
        Suggestion.unknown("contract", $0.name, among: known, orList: true),
        at: $0.location
      )
    }
  }

  /// Returns a finding if a known failure names an implementation or a case that doesn't exist.
  private static func findings(
    on failure: KnownFailure,
    of programs: [ProgramEntry],
    suites: [Suite],
    contracts: [String]
  ) -> Diagnostic? {
    let unknown = { (name: String, message: String) in
      finding(
        .unknownName,
        name,
        message,
        at: failure.location,
        notes: ["correct the name, or delete the line"]
      )
    }

    guard let program = programs.first(where: { $0.name.hasSameBytes(as: failure.implementation) })
    else {
      return unknown(
        failure.implementation,
        Suggestion.unknown("implementation", failure.implementation, among: programs.map(\.name))
      )
    }

    let own = suites.filter { program.implements($0.contract.id) }
    let names = own.flatMap { $0.cases.map(\.name) }
    // If a contract's suite isn't loaded, its cases can't be checked.
    let belongsToOtherShard = contracts.contains { id in
      failure.caseName.hasPrefix("\(id)/") && program.implements(id)
        && !own.contains { $0.contract.id == id }
    }
    guard !belongsToOtherShard, !names.contains(failure.caseName) else { return nil }

    return unknown(
      failure.caseName,
      Suggestion.unknown("case for '\(program.name)'", failure.caseName, among: names)
    )
  }

  /// Returns a finding for each implementation with lines that don't identify a failure, as earlier
  /// versions wrote them.
  private static func incomplete(_ failures: [KnownFailure]) -> [Diagnostic] {
    failures.filter { !$0.pin.isComplete }.grouped(by: \.implementation).map { lines in
      let first = lines[0]
      let message: String =
        lines.count == 1
        ? "this known failure lacks a valid '\(first.pin.kind == .error ? "code" : "output")', "
          + "so it has no effect"
        : "this known failure and \(lines.count - 1) more of '\(first.implementation)' "
          + "lack a valid 'code' or 'output', so they have no effect"

      let renewal = lines.count == 1 ? first.renewal : first.renewalOfAll
      return finding(
        .knownFailure,
        first.caseName,
        message,
        at: first.location,
        notes: ["fix '\(first.implementation)', or record the current failure: \(renewal)"]
      )
    }
  }

  /// Returns a finding for each line whose case and implementation an earlier line has.
  private static func repeated(_ failures: [KnownFailure]) -> [Diagnostic] {
    failures.repetitions(by: \.key).map { first, again in
      finding(
        .repeatedName,
        again.caseName,
        "duplicate known failure '\(again.caseName)' of '\(again.implementation)'",
        at: again.location,
        notes: ["first at \(first.location)", "delete one of the two lines"]
      )
    }
  }
}

extension Suite {
  /// Whether a linked implementation has the capabilities that each case requires.
  fileprivate var runsEveryCaseLinked: Bool {
    cases.allSatisfy { contract.implementation(for: $0) != nil }
  }
}
