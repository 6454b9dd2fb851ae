internal import CanonicalJSON

/// Checks the operations of a manifest for declarations that contradict each other or the support.
enum OperationLint {
  static func findings(in suite: Suite) -> [Diagnostic] {
    suite.contract.operations.flatMap { operation in
      var findings = nested(operation) + besideSupport(operation, in: suite.contract)
      for path in operation.ignored {
        findings += self.findings(on: operation, ignoring: path, in: suite)
      }
      return findings
    }
  }

  /// Returns a finding for each `anyOrder` whose elements are part of the elements of another one.
  private static func nested(_ operation: ContractOperation) -> [Diagnostic] {
    let orders = operation.anyOrder
    return orders.indices.flatMap { index in
      orders.indices.filter { $0 != index && orders[index].array.isWithin(orders[$0].array) }
        .map { outer in
          finding(
            .operation,
            operation.name,
            "these elements are part of those of another 'anyOrder', which is not supported",
            at: orders[index].array.location,
            notes: ["the other at \(orders[outer].array.location)"]
          )
        }
    }
  }

  /// Returns a finding for each `anyOrder` of an operation whose support has schedules.
  private static func besideSupport(
    _ operation: ContractOperation,
    in contract: Contract
  ) -> [Diagnostic] {
    guard let support = contract.support, support.operations[operation.name]?.schedules != nil
    else { return [] }
    return operation.anyOrder.map {
      finding(
        .operation,
        operation.name,
        "the support '\(support.name)' brings orders of arrival of its own for '\(operation.name)'",
        at: $0.array.location,
        notes: ["leave 'anyOrder' out"]
      )
    }
  }

  /// Returns a finding for each facet, identity, expectation and golden that is about a part of the
  /// output that `path` ignores.
  private static func findings(
    on operation: ContractOperation,
    ignoring path: PathPattern,
    in suite: Suite
  )
    -> [Diagnostic]
  {
    let facets = operation.facets.filter { $0.path.isWithin(path) }.map {
      ("the facet '\($0.name)' is", $0.path.location)
    }
    let parts = operation.identities.flatMap { identity in
      identity.by.filter { identity.array.appending(.anyElement).appending($0).isWithin(path) }
        .map { ("this part of an identity is", $0.location) }
    }
    let cases = suite.cases.filter { $0.operation.name == operation.name }
    let expectations = cases.flatMap(\.expectation.clauses).filter { $0.isAbout(path) }.map {
      ("this expectation is about something that is", $0.location)
    }
    let note = "it is in 'ignored' at \(path.location)"
    let goldens = cases.filter { testCase in
      (try? suite.goldens.golden(of: testCase.id)).flatMap(\.self).map {
        path.isThere(in: $0.value)
      } ?? false
    }.map { testCase in
      finding(
        .ignoredGolden,
        testCase.id,
        "this golden holds something that is ignored",
        at: SourceLocation(file: suite.goldens.path(of: testCase.id)),
        notes: [note, "record it without: parity regenerate --only \(testCase.name)"]
      )
    }
    return (facets + parts + expectations).map {
      finding(.operation, operation.name, "\($0) ignored", at: $1, notes: [note])
    } + goldens
  }
}

extension PathPattern {
  fileprivate static let anyElement = PathPattern(JSONPointer(tokens: [wildcard]))

  fileprivate func isThere(in value: JSONValue) -> Bool { removed(from: value) != value }
}

extension Expectation.Clause {
  /// Whether the clause states anything about a value at a path.
  fileprivate func isAbout(_ path: PathPattern) -> Bool {
    switch statement {
    case .at(let pointer, let value):
      let place = PathPattern(pointer)
      guard !place.isWithin(path) else { return true }
      return path.isWithin(place)
        && PathPattern(JSONPointer(tokens: Array(path.tokens.dropFirst(pointer.tokens.count))))
          .isThere(in: value)
    case .absent(let pointer): return PathPattern(pointer).isWithin(path)
    case .facet, .unwritten: return false
    }
  }
}
