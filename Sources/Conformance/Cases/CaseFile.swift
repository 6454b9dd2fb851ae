internal import CanonicalJSON

/// A file of cases: `{"cases": […]}`.
package enum CaseFile {
  /// Returns the cases in a file, and reports problems in it.
  ///
  /// - Parameters:
  ///   - app: The file if it is an app's, or `nil` if it belongs to the contract.
  ///   - shard: The shard whose cases are read in full, or `nil` to read all cases in full. Of any
  ///     other case, only the id, the operation and the requirements are read.
  package static func cases(
    in file: SourceFile,
    of contract: Contract,
    app: AppCaseFile? = nil,
    shard: Shard? = nil
  ) -> [Case] {
    guard let reader = ObjectReader(file.root, "a case file", keys: ["$schema", "cases"], in: file)
    else { return [] }
    let cases = CaseReader(of: contract, app: app, shard)
    let read = reader.items("cases", required: true).mapOnEveryCore(partSize: 4) {
      [path = file.path, document = file.document] node in
      let part = SourceFile(path: path, partOf: document)
      return (testCase: cases.testCase(node, in: part), diagnostics: part.diagnostics)
    }
    for (_, diagnostics) in read { file.take(diagnostics) }
    return read.compactMap(\.testCase)
  }
}

private struct CaseReader {
  private let contract: Contract
  private let app: AppCaseFile?
  private let keys: [String]
  private let inputKeys: [String]
  private let shard: Shard?

  init(of contract: Contract, app: AppCaseFile?, _ shard: Shard?) {
    self.contract = contract
    self.app = app
    self.shard = shard
    inputKeys = ["input", contract.support?.recording?.member].compactMap(\.self)
    keys = ["id", "description", "operation", "requires"] + inputKeys + ["expect"]
  }

  func testCase(_ node: JSONNode, in file: SourceFile) -> Case? {
    if let heading = heading(of: node, in: file) { return heading }
    guard let reader = ObjectReader(node, "a case", keys: keys, in: file) else { return nil }

    let id = reader.name("id", .testCase, "case id")?.name
    let description = reader.optionalText("description") ?? ""
    let requires = reader.texts("requires").map(\.text)
    let operation = readOperation(reader)
    // Read the expectation even if the operation is unknown, to report its problems too.
    let expectation = readExpectation(reader["expect"], of: operation, in: file)
    guard let source = readInputSource(reader), let input = source.value(in: file), let operation,
      let id,
      let expectation
    else { return nil }
    return Case(
      contract: contract.id,
      id: app?.qualified(id) ?? id,
      appFile: app,
      description: description,
      operation: operation,
      requires: requires,
      input: input,
      source: source,
      expectation: expectation,
      location: file.location(of: node)
    )
  }

  /// Returns the case without its input and expectation if it belongs to another shard. Returns
  /// `nil` if it belongs to this shard, or if one of the members read here is invalid.
  private func heading(of node: JSONNode, in file: SourceFile) -> Case? {
    guard let shard, let localID = node["id"]?.string,
      NameForm.testCase.refusal(of: localID, as: "") == nil
    else { return nil }
    let id = app?.qualified(localID) ?? localID
    guard !shard.includes("\(contract.id)/\(id)"),
      let operation = node["operation"].map({ $0.string.flatMap(contract.operation) })
        ?? contract.onlyOperation
    else { return nil }
    let requires = node["requires"]?.elements.map(\.string) ?? []
    guard !requires.contains(nil) else { return nil }
    return Case(
      contract: contract.id,
      id: id,
      appFile: app,
      description: "",
      operation: operation,
      requires: requires.compactMap(\.self),
      input: .null,
      expectation: Expectation(clauses: []),
      location: file.location(of: node),
      belongsToOtherShard: true
    )
  }

  private func readOperation(_ reader: ObjectReader) -> ContractOperation? {
    // The manifest's own diagnostics report that it declares no operations.
    guard !contract.operations.isEmpty else { return nil }
    let known = contract.operationNames.joined(separator: ", ")
    guard let node = reader["operation"] else {
      if let operation = contract.onlyOperation { return operation }
      reader.file.report(
        "a case must set 'operation' to an operation of '\(contract.id)'; known: \(known)",
        at: reader.node
      )
      return nil
    }
    guard let name = reader.optionalText("operation") else { return nil }
    if let operation = contract.operation(name) { return operation }
    reader.file.report(
      Suggestion.unknown(
        "operation of '\(contract.id)'",
        name,
        among: contract.operationNames,
        orList: true
      ),
      at: node
    )
    return nil
  }

  private func readInputSource(_ reader: ObjectReader) -> InputSource? {
    let given = inputKeys.filter { reader[$0] != nil }
    let choice = inputKeys.map { "'\($0)'" }.joined(separator: " or ")
    guard given.count == 1, let key = given.first, let node = reader[key] else {
      reader.file.report(
        given.isEmpty
          ? "a case is missing the member \(choice)"
          : "a case must have either \(choice), not both",
        at: reader.node
      )
      return nil
    }
    return InputSource(node, recording: contract.support?.recording, isRecording: key != "input")
  }

  /// - Parameter operation: The operation of the case, or `nil` if it is unknown. The facets of all
  ///   operations are then allowed.
  private func readExpectation(
    _ node: JSONNode?,
    of operation: ContractOperation?,
    in file: SourceFile
  ) -> Expectation? {
    guard let node else { return Expectation(clauses: []) }
    if let text = node.string, Placeholder.isOne(text) {
      return Expectation(clauses: [
        .init(statement: .unwritten(text), location: file.location(of: node))
      ])
    }
    let facets = operation?.facets ?? contract.operations.flatMap(\.facets)
    let keys = facets.map(\.name) + ["at", "absent"]
    guard let reader = ObjectReader(node, "'expect'", keys: keys, in: file) else { return nil }

    var clauses: [Expectation.Clause] = []
    for facet in facets {
      guard let value = reader[facet.name], check(value, against: facet, in: file) else { continue }
      clauses.append(
        .init(
          statement: .facet(facet, value.value),
          location: file.location(of: value),
          unknownValues: unknownValues(value, of: facet, in: file)
        )
      )
    }
    if let at = reader["at"] {
      if at.kind != .object {
        file.report(
          "'at' must be an object that maps JSON Pointers to values, not \(at.kind.withArticle)",
          at: at
        )
      }
      for member in at.members {
        guard let pointer = readPointer(member.key, in: file) else { continue }
        clauses.append(
          .init(
            statement: .at(pointer, member.value.value),
            location: file.location(of: member.key)
          )
        )
      }
    }
    for (_, item) in reader.texts("absent") {
      guard let pointer = readPointer(item, in: file) else { continue }
      clauses.append(.init(statement: .absent(pointer), location: file.location(of: item)))
    }
    return Expectation(clauses: inOrder(clauses))
  }

  /// Returns the clauses in the order in which they are written, regardless of their kinds.
  private func inOrder(_ clauses: [Expectation.Clause]) -> [Expectation.Clause] {
    let start = TextLocation(line: 0, column: 0)
    return clauses.sorted { ($0.location.position ?? start) < ($1.location.position ?? start) }
  }

  /// Whether a value is valid for a facet. Reports the problem if it isn't.
  private func check(_ value: JSONNode, against facet: Facet, in file: SourceFile) -> Bool {
    switch facet.form {
    case .count:
      if let count = value.number?.integer, count >= 0 { return true }
      file.report("'\(facet.name)' must be a nonnegative integer", at: value)
      return false
    case .distinct(let known):
      guard value.kind == .array else {
        file.report("'\(facet.name)' must be an array, not \(value.kind.withArticle)", at: value)
        return false
      }
      guard known != nil else { return true }
      var areTexts = true
      for item in value.elements where item.string == nil {
        areTexts = false
        file.report(
          "an item of '\(facet.name)' must be a string, not \(item.kind.withArticle)",
          at: item
        )
      }
      return areTexts
    }
  }

  /// Returns the values that the manifest doesn't list for the facet. No output has them, so the
  /// case fails, but the other cases of the file can still run.
  private func unknownValues(
    _ value: JSONNode,
    of facet: Facet,
    in file: SourceFile
  ) -> [Expectation.UnknownValue] {
    guard case .distinct(let known?) = facet.form else { return [] }
    return value.elements.filter { item in !known.contains { item.isString($0) } }.compactMap {
      item in
      item.string.map { name in
        Expectation.UnknownValue(
          facet: facet.name,
          value: LocatedName(name: name, location: file.location(of: item)),
          hint: Suggestion.hint(for: name, among: known, orList: true)
        )
      }
    }
  }

  private func readPointer(_ node: JSONNode, in file: SourceFile) -> JSONPointer? {
    do {
      return try JSONPointer(node.string ?? "")
    } catch {
      file.report(error.message, at: node)
      return nil
    }
  }
}
