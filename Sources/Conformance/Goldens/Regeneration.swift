internal import CanonicalJSON

/// What regeneration would write, worked out before anything is written.
package struct Regeneration: Sendable {
  package enum Mode: String, CaseIterable, Sendable {
    case missing
    case changed
    case all
  }

  /// In order of contract and case.
  package let changes: [GoldenChange]
  /// Outputs that could not be had; while there is one nothing is written.
  package let failures: [(testCase: Case, implementation: String, failure: ImplementationFailure)]
  /// Where an implementation that was asked for its word gave another output than the golden's.
  package let dissents: [Dissent]
  /// What a person could decide one by one: every change that is about an output.
  package let proposals: [GoldenProposal]
  /// The lock's lines as they should be.
  let lines: [GoldenLock.Line]
  /// What is to be written.
  package let transaction: FileTransaction

  package var heldBack: [GoldenChange] { changes.filter(\.kind.isHeldBack) }
  /// Whether every golden is as it should be.
  package var isSettled: Bool { changes.isEmpty && failures.isEmpty && transaction.isEmpty }
  /// The version that each contract should say once this is written, where it says less.
  package var askedVersions: [(contract: String, version: ContractVersion)] {
    let asking = Dictionary(grouping: changes.filter { $0.asksFor != nil }) { TextKey($0.contract) }
    return asking.sorted { $0.key < $1.key }.compactMap { contract, changes in
      changes.compactMap(\.asksFor).max().map { (contract.text, $0) }
    }
  }

  /// Runs every selected case on the first implementation that has the capabilities it requires.
  ///
  /// - Parameter witnesses: programs whose agreement the lock is to record.
  package static func plan(
    _ suites: [Suite], lock: GoldenLock, selection: Selection, mode: Mode, witnesses: [Plan.Program] = []
  ) async throws(SourceError) -> Regeneration {
    var changes: [GoldenChange] = []
    var failures: [(testCase: Case, implementation: String, failure: ImplementationFailure)] = []
    var dissents: [Dissent] = []
    var proposals: [GoldenProposal] = []
    var edits: [FileEdit] = []
    var lines: [GoldenLock.Line] = []
    for suite in suites {
      if let repeated = suite.repeatedCases.first { throw SourceError(repeated) }
      var plan = SuiteRegeneration(
        suite, mode: mode, selection: selection, witnesses: witnesses.implementations(of: suite.contract.id))
      for testCase in suite.cases {
        guard selection.includes(testCase, in: suite.matrix) else {
          plan.keep(testCase)
          continue
        }
        switch await plan.outcome(of: testCase) {
        case .failure(let implementation, let failure): failures.append((testCase, implementation, failure))
        case .output(let output, let testimony): try plan.settle(testCase, output: output, testimony: testimony)
        }
      }
      try plan.settleOrphans(pruning: selection.isComplete && mode == .all)
      changes += plan.changes
      dissents += plan.dissents
      proposals += plan.proposals
      edits += plan.edits
      lines += plan.lines
    }
    let ours = Set(suites.map { TextKey($0.contract.id) })
    lines += lock.lines.filter { !ours.contains($0.contractKey) }
    // A rename that is cut short leaves both goldens rather than none.
    edits = edits.filter { $0.after != nil } + edits.filter { $0.after == nil }
    let isWritten = failures.isEmpty
    return Regeneration(
      changes: changes, failures: failures, dissents: dissents, proposals: isWritten ? proposals : [], lines: lines,
      transaction: isWritten
        ? FileTransaction(edits, lock: GoldenLock.Edit(of: lock, to: lines), basis: suites.flatMap(\.sources))
        : FileTransaction([]))
  }
}

/// An implementation that doesn't give the output of the one that a golden comes from.
package struct Dissent: Sendable {
  package let testCase: Case
  package let implementation: String
  /// The options of the command line that name it.
  package let options: String
  /// Why it gave no output; nil: it gave another.
  package let failure: ImplementationFailure?
}
