internal import CanonicalJSON

/// What a manifest declares of its operations and can't mean.
enum OperationLint {
  static func findings(in suite: Suite) -> [Diagnostic] {
    suite.contract.operations.flatMap { operation in
      var findings = nested(operation.anyOrder) + besideSupport(operation, in: suite.contract)
      for path in operation.ignored {
        findings += declared(operation, within: path) + expected(operation, within: path, in: suite)
        findings += recorded(operation, at: path, in: suite)
      }
      return findings
    }
  }

  private static func nested(_ orders: [ContractOperation.AnyOrder]) -> [Diagnostic] {
    orders.indices.flatMap { index in
      orders.indices.filter { $0 != index && orders[index].array.isWithin(orders[$0].array) }.map { outer in
        finding(
          "these elements are part of those of another 'anyOrder', which is not supported",
          at: orders[index].array.location, notes: ["the other at \(orders[outer].array.location)"])
      }
    }
  }

  private static func besideSupport(_ operation: ContractOperation, in contract: Contract) -> [Diagnostic] {
    guard let support = contract.support, support.operations[operation.name]?.schedules != nil else { return [] }
    return operation.anyOrder.map {
      finding(
        "the support '\(support.name)' brings orders of arrival of its own for '\(operation.name)'",
        at: $0.array.location,
        notes: ["leave 'anyOrder' out"])
    }
  }

  private static func declared(_ operation: ContractOperation, within ignored: PathPattern) -> [Diagnostic] {
    let facets = operation.facets.filter { $0.path.isWithin(ignored) }.map { ("the facet '\($0.name)'", $0.path) }
    let parts = operation.identities.flatMap { identity in
      identity.by.filter { path in
        identity.array.appending(.anyElement).appending(path).isWithin(ignored)
      }.map { ("this part of an identity", $0) }
    }
    return (facets + parts).map { subject, path in
      finding("\(subject) is ignored", at: path.location, notes: ["it is in 'ignored' at \(ignored.location)"])
    }
  }

  private static func expected(_ operation: ContractOperation, within ignored: PathPattern, in suite: Suite)
    -> [Diagnostic]
  {
    suite.cases.filter { $0.operation.name.hasSameBytes(as: operation.name) }.flatMap { testCase in
      testCase.expectation.clauses.filter { $0.isAbout(ignored) }.map {
        finding(
          "this expectation is about something that is ignored", at: $0.location,
          notes: ["it is in 'ignored' at \(ignored.location)"])
      }
    }
  }

  private static func recorded(_ operation: ContractOperation, at ignored: PathPattern, in suite: Suite) -> [Diagnostic]
  {
    suite.cases.filter { $0.operation.name.hasSameBytes(as: operation.name) }.compactMap { testCase in
      guard let golden = try? suite.goldens.golden(of: testCase.id), ignored.isThere(in: golden.value) else {
        return nil
      }
      return finding(
        "this golden holds something that is ignored",
        at: SourceLocation(file: suite.goldens.path(of: testCase.id)),
        notes: [
          "it is in 'ignored' at \(ignored.location)", "record it without: parity regenerate --only \(testCase.name)",
        ])
    }
  }

  private static func finding(_ message: String, at location: SourceLocation, notes: [String] = []) -> Diagnostic {
    Diagnostic(.finding, message, at: location, notes: notes)
  }
}

extension PathPattern {
  fileprivate static let anyElement = PathPattern(JSONPointer(tokens: [wildcard]))

  fileprivate func isThere(in value: JSONValue) -> Bool { removed(from: value) != value }
}

extension Expectation.Clause {
  /// Whether it says anything about what is at a path.
  fileprivate func isAbout(_ path: PathPattern) -> Bool {
    switch statement {
    case .at(let pointer, let value):
      let place = PathPattern(pointer)
      guard !place.isWithin(path) else { return true }
      return path.isWithin(place)
        && PathPattern(JSONPointer(tokens: Array(path.tokens.dropFirst(pointer.tokens.count)))).isThere(in: value)
    case .absent(let pointer): return PathPattern(pointer).isWithin(path)
    case .facet, .unwritten: return false
    }
  }
}
