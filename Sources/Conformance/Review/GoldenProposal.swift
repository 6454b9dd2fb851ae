internal import CanonicalJSON

/// An output that is not its case's golden, or has none yet, with all that a decision about it rests on.
package struct GoldenProposal: Sendable {
  package let testCase: Case
  package let change: GoldenChange
  /// The golden as it stands; nil where there is none.
  package let golden: [UInt8]?
  /// The golden that the output would be.
  package let output: [UInt8]
  /// The implementations that gave this output, and those that were asked and gave another.
  package let testimony: Testimony
  /// Those that had given the golden as it stands.
  package let earlierWitnesses: [String]

  /// Whether any rule lets the output become the golden.
  package var isAcceptable: Bool { !change.kind.isHeldBack }

  /// SHA-256 over the case, its input and expectation, the golden's bytes and the output's, in hex.
  package var digest: String {
    let contents: JSONValue = [
      "contract": .string(testCase.contract), "case": .string(testCase.id),
      "operation": .string(testCase.operation.name),
      "input": testCase.input, "expect": testCase.expectation.json,
      "golden": golden.map { .string(GoldenLock.digest($0)) } ?? .null, "output": .string(GoldenLock.digest(output)),
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
      })
  }
}

extension Regeneration {
  /// The part of it that carries out some of its proposals and leaves every other golden and lock line as it is.
  ///
  /// - Parameter lock: the one that the regeneration was planned with.
  package func accepting(_ accepted: [GoldenProposal], in lock: GoldenLock) -> Regeneration {
    let names = Set(accepted.map { TextKey($0.change.name) })
    let changes = changes.filter { names.contains(TextKey($0.name)) && !$0.kind.isHeldBack }
    let goldens = Set(changes.flatMap(\.goldenPaths))
    let lines =
      lock.lines.filter { !goldens.contains($0.goldenPath) } + self.lines.filter { goldens.contains($0.goldenPath) }
    return Regeneration(
      changes: changes, failures: failures, dissents: dissents.filter { names.contains(TextKey($0.testCase.name)) },
      proposals: accepted, lines: lines,
      transaction: FileTransaction(
        transaction.edits.filter { goldens.contains(TextKey($0.path)) },
        lock: changes.isEmpty ? nil : GoldenLock.Edit(of: lock, to: lines), basis: transaction.basis))
  }
}

extension GoldenChange {
  /// Those that it touches.
  fileprivate var goldenPaths: [TextKey] {
    var ids = [caseID]
    if case .renamed(let old, _) = kind { ids.append(old) }
    return ids.map { TextKey(GoldenFolder.path(of: contract, caseID: $0)) }
  }
}
