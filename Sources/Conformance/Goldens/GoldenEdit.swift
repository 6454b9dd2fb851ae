package import CanonicalJSON

/// What becomes of one golden and its lock line, or would if it were not held back.
package struct GoldenEdit: Sendable {
  package enum Kind: Sendable {
    /// The first golden of a case.
    case created(JSONValue)
    /// An output that is not its golden any more.
    case changed(DifferenceList)
    /// A case under a new id: the same input as that of a golden without a case, and what else has
    /// changed.
    case renamed(from: String, golden: [UInt8], DifferenceList)
    /// A golden or a lock line without a case.
    case removed
    /// The golden stays, its lock line is written anew.
    case relocked(reason: String)
    /// Not written: the output breaks what the case's author wrote by hand.
    case refused([Violation])
    /// Not written: the golden was edited by hand and no `--only` names its case.
    case editedByHand(DifferenceList)
    /// Not removed: the golden of a case that is gone was edited by hand.
    case editedOrphan
  }

  package let contract: String
  package let caseID: String
  /// Nil: there is none of this id.
  package let testCase: Case?
  package let kind: Kind
  /// The golden as it stands; nil where there is none.
  let before: [UInt8]?
  /// The golden as it is to be; nil where there is to be none.
  let after: [UInt8]?
  /// What the lock is to say of it; nil: nothing.
  let line: GoldenLock.Line?
  package let agreement: Agreement
  /// The implementations that had given the golden as it stands.
  package let earlierWitnesses: [String]
  /// The version of the contract that the edit asks for, where the matrix has not reached it.
  package let asksFor: ContractVersion?

  package var name: String { "\(contract)/\(caseID)" }

  /// The implementations whose confirmations the edit removes, since the golden changes or
  /// `--drop-confirmations` was given.
  package var droppedConfirmations: [String] {
    guard !isHeldBack, let line else { return [] }
    return earlierWitnesses.filter { !line.witnesses.contains($0) }
  }

  /// Whether it stays undone.
  package var isHeldBack: Bool {
    switch kind {
    case .refused, .editedByHand, .editedOrphan: true
    case .created, .changed, .renamed, .removed, .relocked: false
    }
  }

  /// Whether it is about an output that is not the golden, which a person can decide on by itself.
  var isProposal: Bool { testCase != nil && before != after }

  /// The golden's own, and that of the golden which it was.
  var files: [FileEdit] {
    var files = before == after ? [] : [FileEdit(path(of: caseID), from: before, to: after)]
    if case .renamed(let old, let golden, _) = kind {
      files.append(FileEdit(path(of: old), from: golden, to: nil))
    }
    return files
  }

  /// Those whose lock lines it replaces.
  var goldenPaths: [String] {
    var ids = [caseID]
    if case .renamed(let old, _, _) = kind { ids.append(old) }
    return ids.map(path)
  }

  private func path(of id: String) -> String { GoldenFolder.path(of: contract, caseID: id) }
}
