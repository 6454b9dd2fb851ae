internal import CanonicalJSON

/// Checks the operations of a manifest for declarations that contradict each other or the support.
enum OperationLint {
  /// Returns the findings on all operations of the contract. Reads the goldens of operations that
  /// ignore paths.
  static func findings(in suite: Suite) -> [Diagnostic] {
    suite.contract.operations.flatMap { operation in
      var findings = nested(operation) + excludedBySupport(operation, in: suite.contract)

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
      let inner = orders[index].array
      let outer = orders.indices.filter { $0 != index && inner.isWithin(orders[$0].array) }

      return outer.map { other in
        finding(
          .operation,
          operation.name,
          "nested items of 'anyOrder' aren't supported: "
            + "these elements are inside the elements of another item",
          at: inner.location,
          notes: [
            "the other item is at \(orders[other].array.location)",
            "remove one of the two items",
          ]
        )
      }
    }
  }

  /// Returns a finding for each `anyOrder` of an operation whose support has schedules.
  private static func excludedBySupport(
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
  ) -> [Diagnostic] {
    let place = "'\(JSONPointer(tokens: path.tokens))'"
    let note = "\(place) is listed in 'ignored' at \(path.location)"
    let cases = suite.cases.filter { $0.operation.name == operation.name }

    let uses = declaredUses(of: path, by: operation) + expectedUses(of: path, by: cases)
    let findings = uses.map { use in
      finding(
        .operation,
        operation.name,
        "\(use.subjectAndVerb) an ignored value, but ignored values are removed from outputs",
        at: use.location,
        notes: [note, "remove \(use.subject), or remove \(place) from 'ignored'"]
      )
    }
    let goldens = cases.filter { hasGolden($0, with: path, in: suite) }.map { testCase in
      finding(
        .ignoredGolden,
        testCase.id,
        "this golden has a value at \(place), but goldens must not contain ignored values",
        at: SourceLocation(file: suite.goldens.path(of: testCase.id)),
        notes: [note, "to remove the value: parity regenerate --only \(testCase.name)"]
      )
    }
    return findings + goldens
  }

  /// A part of a manifest or a case that depends on an ignored value.
  private struct Use {
    /// The beginning of the message, such as `this item of 'by' reads`.
    let subjectAndVerb: String
    /// The noun for the part in the advice to remove it.
    let subject: String
    let location: SourceLocation
  }

  /// Returns the facets of the operation that read a value at an ignored path, and then the items
  /// of `by` that do.
  private static func declaredUses(
    of path: PathPattern,
    by operation: ContractOperation
  ) -> [Use] {
    let facets = operation.facets.filter { $0.path.isWithin(path) }
    let facetUses = facets.map { facet in
      Use(
        subjectAndVerb: "the facet '\(facet.name)' reads",
        subject: "the facet",
        location: facet.path.location
      )
    }

    let parts = operation.identities.flatMap { identity in
      identity.by.filter { identity.array.appending(.anyElement).appending($0).isWithin(path) }
    }
    let partUses = parts.map { part in
      Use(
        subjectAndVerb: "this item of 'by' reads",
        subject: "this item of 'by'",
        location: part.location
      )
    }

    return facetUses + partUses
  }

  /// Returns the statements of the cases' expectations about a value at an ignored path.
  private static func expectedUses(of path: PathPattern, by cases: [Case]) -> [Use] {
    cases.flatMap(\.expectation.allClauses).filter { $0.isAbout(path) }.map { clause in
      Use(
        subjectAndVerb: "this expectation refers to",
        subject: "this expectation",
        location: clause.location
      )
    }
  }

  /// Whether a case has a golden with a value at an ignored path. A golden that can't be read
  /// counts as missing here.
  private static func hasGolden(
    _ testCase: Case,
    with path: PathPattern,
    in suite: Suite
  ) -> Bool {
    guard let golden = try? suite.goldens.golden(of: testCase) else { return false }
    return path.isThere(in: golden.value)
  }
}

extension PathPattern {
  /// The path that matches each element of an array.
  fileprivate static let anyElement = PathPattern(JSONPointer(tokens: [wildcard]))

  /// Whether the pattern matches at least one member of the value.
  fileprivate func isThere(in value: JSONValue) -> Bool { removed(from: value) != value }
}

extension Expectation.Clause {
  /// Whether the clause states anything about a value at a path.
  fileprivate func isAbout(_ path: PathPattern) -> Bool {
    switch statement {
    case .at(let pointer, let value):
      let place = PathPattern(pointer)
      guard !place.isWithin(path) else { return true }
      guard path.isWithin(place) else { return false }
      // The path leads through the place, so it may match a part of the expected value.
      let rest = Array(path.tokens.dropFirst(pointer.tokens.count))
      return PathPattern(JSONPointer(tokens: rest)).isThere(in: value)
    case .absent(let pointer): return PathPattern(pointer).isWithin(path)
    case .output(let value): return path.isThere(in: value)
    case .facet, .unwritten: return false
    }
  }
}
