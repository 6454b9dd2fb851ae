package import CanonicalJSON

/// A change to one golden and its line in the lock, or one that isn't made because it is held back.
package struct GoldenEdit: Sendable {
  /// What an edit does, or why it is held back.
  package enum Kind: Sendable {
    /// The first golden of a case.
    case created(JSONValue)
    /// An output that differs from the current golden.
    case changed(DifferenceList)
    /// A case with a new id: it has the same input as a golden without a case. The list has the
    /// differences of the output.
    case renamed(from: String, golden: [UInt8], DifferenceList)
    /// A golden or a lock line that no case uses.
    case removed
    /// A new lock line for a golden that doesn't change.
    case relocked(reason: String)
    /// Not written, since the output breaks the handwritten expectation of the case.
    case refused([Violation])
    /// Not written, since the golden was edited by hand and no `--only` names its case.
    case editedByHand(DifferenceList)
    /// Not removed, since no case uses the golden any more and it was edited by hand.
    case editedOrphan
  }

  /// The goldens of the contract before the edit.
  let goldens: GoldenFolder
  package let caseID: String
  /// The case, or `nil` if there is none with this id.
  package let testCase: Case?
  package let kind: Kind
  /// The bytes of the current golden, or `nil` if there is none. It is also `nil` for a refused
  /// output, and for a golden that has neither a case nor a lock line.
  let before: [UInt8]?
  /// The bytes of the golden after the edit, or `nil` if it is removed. A held-back edit has the
  /// bytes that it would write.
  let after: [UInt8]?
  /// The golden's line in the lock after the edit, or `nil` if there is none.
  let line: GoldenLock.Line?
  /// The implementations that confirm the new output, and those that don't.
  package let agreement: Agreement
  /// The names of the implementations that confirmed the current golden, according to the lock.
  package let earlierConfirmations: [String]
  /// The version of the contract that the edit requires, or `nil` if the matrix has already reached
  /// it.
  package let requiredVersion: ContractVersion?

  package var contract: String { goldens.contract }
  /// The name of the case, as `CONTRACT/CASE`.
  package var name: String { "\(contract)/\(caseID)" }

  /// The implementations whose confirmations the edit removes, since the golden changes or
  /// `--drop-confirmations` was given.
  package var droppedConfirmations: [String] {
    guard !isHeldBack, let line else { return [] }
    return earlierConfirmations.filter { !line.confirmedBy.contains($0) }
  }

  /// Whether the edit isn't made, because of its kind.
  package var isHeldBack: Bool {
    switch kind {
    case .refused, .editedByHand, .editedOrphan: true
    case .created, .changed, .renamed, .removed, .relocked: false
    }
  }

  /// Whether the edit proposes an output that isn't the golden. A reviewer can decide on such an
  /// edit separately.
  var isProposal: Bool { testCase != nil && before != after }

  /// The edits of the golden's file and, for a renamed case, of the file that it had before.
  var files: [FileEdit] {
    var files = before == after ? [] : [FileEdit(goldens.path(of: caseID), from: before, to: after)]
    if case .renamed(let old, let golden, _) = kind {
      files.append(FileEdit(goldens.path(of: old), from: golden, to: nil))
    }
    return files
  }

  /// The names of the goldens whose lock lines the edit replaces, as `CONTRACT/CASE`.
  var goldenNames: [String] {
    var ids = [caseID]
    if case .renamed(let old, _, _) = kind { ids.append(old) }
    return ids.map { "\(contract)/\($0)" }
  }
}
