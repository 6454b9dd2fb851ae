internal import CanonicalJSON

/// Checks the operations of a manifest for declarations that contradict each other or the support.
enum OperationLint {
  /// Returns the findings on all operations of the contract. Reads the goldens of operations that
  /// ignore paths.
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
            "nested items of 'anyOrder' aren't supported: "
              + "these elements are inside the elements of another item",
            at: orders[index].array.location,
            notes: [
              "the other item is at \(orders[outer].array.location)",
              "remove one of the two items",
            ]
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
        "'anyOrder' isn't allowed here: the support code '\(support.name)' "
          + "already defines the orderings of '\(operation.name)'",
        at: $0.array.location,
        notes: ["remove 'anyOrder' from this operation"]
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
      ("the facet '\($0.name)' reads", "the facet", $0.path.location)
    }
    let parts = operation.identities.flatMap { identity in
      identity.by.filter { identity.array.appending(.anyElement).appending($0).isWithin(path) }
        .map { ("this item of 'by' reads", "this item of 'by'", $0.location) }
    }
    let cases = suite.cases.filter { $0.operation.name == operation.name }
    let expectations = cases.flatMap(\.expectation.allClauses).filter { $0.isAbout(path) }.map {
      ("this expectation refers to", "this expectation", $0.location)
    }
    let place = "'\(JSONPointer(tokens: path.tokens))'"
    let note = "\(place) is listed in 'ignored' at \(path.location)"
    let goldens = cases.filter { testCase in
      (try? suite.goldens.golden(of: testCase)).flatMap(\.self).map {
        path.isThere(in: $0.value)
      } ?? false
    }.map { testCase in
      finding(
        .ignoredGolden,
        testCase.id,
        "this golden has a value at \(place), but goldens must not contain ignored values",
        at: SourceLocation(file: suite.goldens.path(of: testCase.id)),
        notes: [note, "to remove the value: parity regenerate --only \(testCase.name)"]
      )
    }
    return (facets + parts + expectations).map {
      finding(
        .operation,
        operation.name,
        "\($0) an ignored value, but ignored values are removed from outputs",
        at: $2,
        notes: [note, "remove \($1), or remove \(place) from 'ignored'"]
      )
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
    case .output(let value): return path.isThere(in: value)
    case .facet, .unwritten: return false
    }
  }
}
