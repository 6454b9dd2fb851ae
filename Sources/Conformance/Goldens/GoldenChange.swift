package import CanonicalJSON

/// One thing that regeneration would do, or won't.
package struct GoldenChange: Sendable {
  package enum Kind: Sendable {
    /// The first golden of a case.
    case created(JSONValue)
    /// An output that is not its golden any more.
    case changed([Difference])
    /// A case under a new id: the same input as that of a golden without a case, and what else has changed.
    case renamed(from: String, [Difference])
    /// A golden or a lock line without a case.
    case removed
    /// The golden stays, its lock line is written anew.
    case relocked(reason: String)
    /// Not written: the output breaks what the case's author wrote by hand.
    case refused([Violation])
    /// Not written: the golden was edited by hand and no `--only` names its case.
    case editedByHand([Difference])
    /// Not removed: the golden of a case that is gone was edited by hand.
    case editedOrphan

    /// Whether it stays undone.
    package var isHeldBack: Bool {
      switch self {
      case .refused, .editedByHand, .editedOrphan: true
      case .created, .changed, .renamed, .removed, .relocked: false
      }
    }
  }

  package let contract: String
  package let caseID: String
  package let kind: Kind
  /// The version of the contract that the change asks for, where the matrix has not reached it.
  package let asksFor: ContractVersion?

  package init(contract: String, caseID: String, kind: Kind, asksFor: ContractVersion? = nil) {
    self.contract = contract
    self.caseID = caseID
    self.kind = kind
    self.asksFor = asksFor
  }

  package var name: String { "\(contract)/\(caseID)" }
}
