/// What regeneration would write, worked out before anything is written.
package struct Regeneration: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case missing
    case changed
    case all
  }

  /// In the order of the suites and their cases, goldens without a case last.
  package let edits: [GoldenEdit]
  private let answers: [GoldenAnswer]
  /// Of implementations that were started to be asked again.
  package let incidents: [Incident]
  /// What is to be written: nothing while there is a failure or an incident.
  package let transaction: FileTransaction
  private let lock: GoldenLock
  /// Cases whose golden stays, and implementations that confirmed it and now return another output.
  ///
  /// Their confirmations stay too, unless the plan drops them.
  package let contradictions: [Disagreement]

  /// - Parameters:
  ///   - lock: as it stands on disk.
  ///   - lines: those of it that stay unless an edit replaces them.
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
    guard incidents.isEmpty, answers.allSatisfy({ $0.failure == nil }) else {
      transaction = FileTransaction([])
      return
    }
    let due = edits.filter { !$0.isHeldBack }
    let goldens = Set(due.flatMap(\.goldenPaths))
    let lines = lines.filter { !goldens.contains($0.goldenPath) } + due.compactMap(\.line)
    let files = due.flatMap(\.files)
    transaction = FileTransaction(
      // A rename that is cut short leaves both goldens rather than none.
      files.filter { $0.after != nil } + files.filter { $0.after == nil },
      lock: GoldenLock.Edit(of: lock, to: lines),
      basis: basis
    )
  }

  /// Asks for the outputs of the selected cases and plans what becomes of their goldens.
  ///
  /// - Parameters:
  ///   - references: those that the goldens of a suite come from, in order of preference.
  ///   - witnesses: programs whose agreement the lock is to record.
  ///   - dropsConfirmations: Whether a golden that stays loses the confirmation of an
  ///     implementation that now returns another output.
  package static func plan(
    _ suites: [Suite],
    lock: GoldenLock,
    selection: Selection,
    mode: Mode,
    dropsConfirmations: Bool = false,
    references: (Suite) -> [GoldenSource],
    witnesses: [Plan.Program] = [],
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
      let witnesses = witnesses.implementations(of: suite.contract.id).filter { witness in
        !sources.contains { $0.implementation.name == witness.name }
      }
      let given = await runner.answers(
        to: selection.cases(of: suite),
        from: sources,
        witnesses: witnesses
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

  /// The same with these edits alone, which leaves every other golden and lock line as it is.
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

  /// Outputs that could not be had.
  package var failures: [(testCase: Case, implementation: String, failure: ImplementationFailure)] {
    answers.compactMap { answer in
      answer.failure.map { (answer.testCase, answer.implementation, $0) }
    }
  }
  /// Where a witness gave another output than the golden's.
  package var disagreements: [Disagreement] { answers.flatMap(\.agreement.disagreements) }
  /// What a person could decide on one by one.
  package var proposals: [GoldenEdit] { edits.filter(\.isProposal) }
  package var heldBack: [GoldenEdit] { edits.filter(\.isHeldBack) }
  /// Whether every golden is as it should be.
  package var isSettled: Bool {
    edits.isEmpty && failures.isEmpty && incidents.isEmpty && transaction.isEmpty
  }

  /// In the order of the suites and of the case ids.
  package var editsByName: [GoldenEdit] {
    edits.grouped(by: \.contract).flatMap { $0.sorted { $0.caseID < $1.caseID } }
  }

  /// The version that each contract should say once this is written, where it says less.
  package var askedVersions: [(contract: String, version: ContractVersion)] {
    let asked = edits.compactMap { edit in edit.asksFor.map { (edit.contract, $0) } }
    return Dictionary(asked, uniquingKeysWith: max).sorted { $0.key < $1.key }.map {
      ($0.key, $0.value)
    }
  }
}

extension GoldenFolder {
  /// Returns the confirmations of a golden that an answer contradicts, if the golden is the output.
  fileprivate func contradictions(by answer: GoldenAnswer) -> [Disagreement] {
    guard let line = lockLines[answer.testCase.id], case .success(let output) = answer.output,
      line.golden == GoldenLock.digest(Golden.bytes(of: output))
    else { return [] }
    return answer.agreement.disagreements.filter { line.witnesses.contains($0.implementation) }
  }
}
