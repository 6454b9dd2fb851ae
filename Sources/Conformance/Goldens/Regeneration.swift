/// The planned changes to goldens, before anything is written.
package struct Regeneration: Sendable {
  /// The goldens that a regeneration may write.
  package enum Mode: String, CaseIterable, Sendable {
    /// Only creates missing goldens.
    case missing
    /// Only changes existing goldens.
    case changed
    /// Creates and changes goldens. If every case is selected, also removes those without a case.
    case all
  }

  /// The edits in the order of the suites and their cases. In each suite, those of goldens without
  /// a case come last.
  package let edits: [GoldenEdit]
  private let answers: [GoldenAnswer]
  /// The incidents of implementations that were restarted to run the cases again.
  package let incidents: [Incident]
  /// The files to write. A case without an output keeps its golden. It is empty if there is an
  /// incident, or if the outputs are unstable.
  package let transaction: FileTransaction
  private let lock: GoldenLock
  /// The implementations that confirmed a golden which doesn't change, and now return another
  /// output.
  ///
  /// Their confirmations are kept unless the plan drops them.
  package let contradictions: [Disagreement]

  /// Combines the edits that aren't held back into a transaction, unless nothing may be written.
  ///
  /// - Parameters:
  ///   - lock: The lock as it is on disk.
  ///   - lines: The lines of the lock that are kept unless an edit replaces them.
  private init(
    _ edits: [GoldenEdit],
    _ answers: [GoldenAnswer],
    _ incidents: [Incident],
    contradictions: [Disagreement],
    lock: GoldenLock,
    lines: [GoldenLock.Line],
    basis: [FileDigest]
  ) {
    self.edits = edits
    self.answers = answers
    self.incidents = incidents
    self.contradictions = contradictions
    self.lock = lock

    guard incidents.isEmpty, !answers.contains(where: \.isUnstable) else {
      transaction = FileTransaction([])
      return
    }

    let due = edits.removingHeldBack
    let goldens = Set(due.flatMap(\.goldenNames))
    let lines = lines.filter { !goldens.contains($0.goldenName) } + due.compactMap(\.line)
    let files = due.flatMap(\.files)

    transaction = FileTransaction(
      // Delete files last, so that an interrupted rename leaves both goldens and not none.
      files.filter { $0.after != nil } + files.filter { $0.after == nil },
      lock: GoldenLock.Edit(of: lock, to: lines),
      basis: basis
    )
  }

  /// Runs the selected cases and plans the changes to their goldens.
  ///
  /// - Parameters:
  ///   - references: Returns the implementations that generate the goldens of a suite, in order of
  ///     preference.
  ///   - secondImplementations: The programs whose agreement the lock records.
  ///   - dropsConfirmations: Whether an unchanged golden loses the confirmation of an
  ///     implementation that now returns another output.
  ///   - skipsUnsupported: Whether to leave out the cases that no reference can run. Otherwise they
  ///     have no output.
  package static func plan(
    _ suites: [Suite],
    lock: GoldenLock,
    selection: Selection,
    mode: Mode,
    dropsConfirmations: Bool = false,
    skipsUnsupported: Bool = false,
    references: (Suite) -> [GoldenSource],
    secondImplementations: [Plan.Program] = [],
    runner: Runner
  ) async throws(SourceError) -> Regeneration {
    if let repeated = suites.flatMap(\.repeatedCases).first {
      throw SourceError(diagnostic: repeated)
    }

    var edits: [GoldenEdit] = []
    var answers: [GoldenAnswer] = []
    var incidents: [Incident] = []
    var contradictions: [Disagreement] = []

    for suite in suites {
      let sources = references(suite)
      let secondImplementations = secondImplementations.implementations(of: suite.contract.id)
        .filter { second in
          !sources.contains { $0.implementation.name == second.name }
        }

      let cases = selection.cases(of: suite).filter { testCase in
        testCase.usesGolden
          && (!skipsUnsupported || sources.contains { $0.implementation.supports(testCase) })
      }
      let given = await runner.answers(
        to: cases,
        from: sources,
        secondImplementations: secondImplementations
      )

      edits += try GoldenPlan.edits(
        of: suite,
        selection: selection,
        mode: mode,
        dropsConfirmations: dropsConfirmations,
        answers: given.answers
      )
      contradictions += given.answers.flatMap { suite.goldens.contradictions(by: $0) }
      answers += given.answers
      incidents += given.incidents
    }

    let ours = Set(suites.map(\.contract.id))
    return Regeneration(
      edits,
      answers,
      incidents,
      contradictions: contradictions,
      lock: lock,
      lines: suites.flatMap(\.goldens.lockLines.values)
        + lock.lines.filter { !ours.contains($0.contract) },
      basis: suites.flatMap(\.sources)
    )
  }

  /// Returns the regeneration with only these edits. It keeps every other golden and lock line.
  package func accepting(_ edits: [GoldenEdit]) -> Regeneration {
    Regeneration(
      edits,
      answers,
      incidents,
      contradictions: [],
      lock: lock,
      lines: lock.lines,
      basis: transaction.basis
    )
  }

  /// The cases for which no output was obtained, with the reason.
  package var failures: [(testCase: Case, implementation: String, failure: ImplementationFailure)] {
    answers.compactMap { answer in
      answer.failure.map { (answer.testCase, answer.implementation, $0) }
    }
  }

  /// Whether the outcomes of some cases changed when they were run again. An implementation that
  /// depends on earlier requests may have returned wrong outputs for the other cases too.
  package var isUnstable: Bool { answers.contains(where: \.isUnstable) }
  /// The second implementations that don't return the output that the golden comes from.
  package var disagreements: [Disagreement] { answers.flatMap(\.agreement.disagreements) }
  /// The edits that a reviewer can decide on one by one.
  package var proposals: [GoldenEdit] { edits.filter(\.isProposal) }
  /// The edits that aren't made, because of their kind.
  package var heldBack: [GoldenEdit] { edits.filter(\.isHeldBack) }
  /// The edits that the transaction makes. There are none if nothing is written.
  package var written: [GoldenEdit] { transaction.isEmpty ? [] : edits.removingHeldBack }
  /// Whether there is nothing to change and nothing failed.
  package var isSettled: Bool {
    edits.isEmpty && failures.isEmpty && incidents.isEmpty && transaction.isEmpty
  }

  /// The edits in the order of the suites and the case ids.
  package var editsByName: [GoldenEdit] {
    edits.grouped(by: \.contract).flatMap { $0.sorted { $0.caseID < $1.caseID } }
  }

  /// The contracts whose version is too low after the edits are written, with the version that each
  /// requires.
  package var requiredVersions: [(contract: String, version: ContractVersion)] {
    let required = edits.compactMap { edit in edit.requiredVersion.map { (edit.contract, $0) } }
    return Dictionary(required, uniquingKeysWith: max).sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
  }
}

extension [GoldenEdit] {
  /// The edits that may be written.
  fileprivate var removingHeldBack: [GoldenEdit] { filter { !$0.isHeldBack } }
}

extension GoldenFolder {
  /// Returns the implementations that confirmed a golden and now contradict it, if the output
  /// equals the golden.
  fileprivate func contradictions(by answer: GoldenAnswer) -> [Disagreement] {
    guard let line = lockLines[answer.testCase.id], case .success(let output) = answer.output,
      line.golden
        == GoldenLock.digest(Golden.bytes(of: output, as: answer.testCase.operation.output))
    else { return [] }
    return answer.agreement.disagreements.filter { line.confirmedBy.contains($0.implementation) }
  }
}
