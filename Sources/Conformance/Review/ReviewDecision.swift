internal import CanonicalJSON

/// What is decided at once: one edit, or those that change several goldens in the same way.
package struct ReviewDecision: Sendable {
  /// At least one; all of one contract.
  package let edits: [GoldenEdit]
  /// Names exactly what is proposed: another input, expectation, golden or output is another token.
  package let token: String

  init(_ edits: [GoldenEdit]) {
    self.edits = edits
    let digests = edits.map { "\($0.name) \($0.digest)\n" }.joined()
    token = String(GoldenLock.digest(Array(digests.utf8)).prefix(Self.tokenLength))
  }

  package static let tokenLength = 12

  package var first: GoldenEdit { edits[0] }
  /// Whether any rule lets the outputs become goldens.
  package var isAcceptable: Bool { !first.isHeldBack }

  /// In the order of the first edit of each. New goldens stand alone, since each is to be held
  /// against its own input.
  package static func grouped(_ edits: [GoldenEdit]) -> [ReviewDecision] {
    edits.grouped { edit -> Key in
      guard case .changed(let differences) = edit.kind, !differences.isEmpty else {
        return .alone(edit.name)
      }
      return .alike(contract: edit.contract, differences)
    }.map(ReviewDecision.init)
  }

  private enum Key: Hashable {
    case alone(String)
    case alike(contract: String, DifferenceList)
  }
}

extension GoldenEdit {
  /// SHA-256 over the case, its input and expectation, the golden's bytes and the output's, in hex.
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
  /// What is stated, without where.
  fileprivate var json: JSONValue {
    .array(
      clauses.map { clause in
        switch clause.statement {
        case .facet(let facet, let value): ["facet", .string(facet.name), value]
        case .at(let pointer, let value): ["at", .string(pointer.description), value]
        case .absent(let pointer): ["absent", .string(pointer.description)]
        case .unwritten: ["unwritten"]
        }
      }
    )
  }
}
