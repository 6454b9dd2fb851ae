internal import CanonicalJSON

/// The edits that are accepted or rejected together: a single edit, or several that change goldens
/// in the same way.
package struct ReviewDecision: Sendable {
  /// The edits, at least one. All belong to one contract.
  package let edits: [GoldenEdit]
  /// An identifier of exactly this proposal. It changes if an input, expectation, golden or output
  /// does.
  package let token: String

  /// Computes the token from the names and digests of the edits, in their order.
  ///
  /// - Parameter edits: At least one edit. Several must be of one contract and change their goldens
  ///   in the same way.
  init(_ edits: [GoldenEdit]) {
    self.edits = edits

    let digests = edits.map { "\($0.name) \($0.digest)\n" }.joined()
    token = String(GoldenLock.digest(Array(digests.utf8)).prefix(Self.tokenLength))
  }

  /// The number of hex digits in a token.
  package static let tokenLength = 12

  /// The edit that represents the others, such as when a review shows the decision.
  package var first: GoldenEdit { edits[0] }
  /// Whether the outputs may become goldens.
  package var isAcceptable: Bool { !first.isHeldBack }

  /// Returns the decisions in the order of their first edits. Each new golden has its own decision,
  /// since it must be compared with its own input.
  package static func grouped(_ edits: [GoldenEdit]) -> [ReviewDecision] {
    edits.grouped { edit -> Key in
      guard case .changed(let differences) = edit.kind, !differences.isEmpty else {
        return .alone(edit.name)
      }
      return .alike(contract: edit.contract, differences)
    }.map(ReviewDecision.init)
  }

  /// What edits must have in common to share a decision.
  private enum Key: Hashable {
    case alone(String)
    case alike(contract: String, DifferenceList)
  }
}

extension GoldenEdit {
  /// The SHA-256 of the case, its input and expectation, the golden's bytes and the output's, in
  /// hex.
  fileprivate var digest: String {
    var golden = before
    if case .renamed(_, let old, _) = kind { golden = old }
    let contents: JSONValue = [
      "contract": .string(contract),
      "case": .string(caseID),
      "operation": testCase.map { .string($0.operation.name) } ?? .null,
      "input": testCase?.input ?? .null,
      "expect": testCase?.expectation.json ?? .null,
      "golden": golden.map { .string(GoldenLock.digest($0)) } ?? .null,
      "output": after.map { .string(GoldenLock.digest($0)) } ?? .null,
    ]
    return GoldenLock.digest(contents.canonicalUTF8())
  }
}

extension Expectation {
  /// The expected statements without their locations.
  fileprivate var json: JSONValue {
    // A case with alternatives has no golden to review.
    .array(
      clauses.map { clause in
        switch clause.statement {
        case .facet(let facet, let value): ["facet", .string(facet.name), value]
        case .at(let pointer, let value): ["at", .string(pointer.description), value]
        case .absent(let pointer): ["absent", .string(pointer.description)]
        case .output(let value): ["output", value]
        case .unwritten: ["unwritten"]
        }
      }
    )
  }
}
