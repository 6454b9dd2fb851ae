internal import CanonicalJSON

/// What is decided at once: one proposal, or those that change several goldens in the same way.
package struct ReviewDecision: Sendable {
  /// At least one; all of one contract.
  package let proposals: [GoldenProposal]
  /// Names exactly what is proposed: another input, expectation, golden or output is another token.
  package let token: String

  init(_ proposals: [GoldenProposal]) {
    self.proposals = proposals
    let digests = proposals.map { "\($0.change.name) \($0.digest)\n" }.joined()
    token = String(GoldenLock.digest(Array(digests.utf8)).prefix(Self.tokenLength))
  }

  package static let tokenLength = 12

  package var first: GoldenProposal { proposals[0] }
  package var isAcceptable: Bool { first.isAcceptable }
  package var names: [String] { proposals.map(\.change.name) }

  /// In the order of the first proposal of each. New goldens stand alone, since each is to be held against its own input.
  package static func grouped(_ proposals: [GoldenProposal]) -> [ReviewDecision] {
    var positions: [Key: Int] = [:]
    var groups: [[GoldenProposal]] = []
    for proposal in proposals {
      guard case .changed(let differences) = proposal.change.kind, !differences.isEmpty else {
        groups.append([proposal])
        continue
      }
      let key = Key(contract: TextKey(proposal.change.contract), differences: differences)
      if let position = positions[key] {
        groups[position].append(proposal)
      } else {
        positions[key] = groups.count
        groups.append([proposal])
      }
    }
    return groups.map(ReviewDecision.init)
  }

  private struct Key: Hashable {
    let contract: TextKey
    let differences: [Difference]
  }
}
