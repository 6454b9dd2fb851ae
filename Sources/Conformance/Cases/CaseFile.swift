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

    let namesTexts = shard != nil && TextFiles.mayBeNamed(in: file.document.utf8)
    let caseReader = CaseReader(of: contract, app: app, shard, namesTexts: namesTexts)

    let read = reader.items("cases", required: true).mapOnEveryCore(partSize: 4) {
      [path = file.path, document = file.document, texts = file.texts] node in
      let part = SourceFile(path: path, partOf: document, texts)
      return (testCase: caseReader.testCase(node, in: part), diagnostics: part.diagnostics)
    }

    for (_, diagnostics) in read { file.take(diagnostics) }
    return read.compactMap(\.testCase)
  }
}

/// Reads individual cases of a file. It is immutable, because several cores read cases at a time.
private struct CaseReader {
  private let contract: Contract
  private let app: AppCaseFile?
  private let keys: [String]
  /// The contract's names for the input: `input`, and the member for recorded payloads if there is
  /// one. A case has exactly one of them.
  private let inputKeys: [String]
  private let shard: Shard?
  /// Whether `$file` may name text files in cases of other shards.
  private let namesTexts: Bool

  init(of contract: Contract, app: AppCaseFile?, _ shard: Shard?, namesTexts: Bool) {
    self.namesTexts = namesTexts
    self.contract = contract
    self.app = app
    self.shard = shard
    inputKeys = ["input", contract.support?.recording?.member].compactMap(\.self)
    keys = ["id", "description", "operation", "requires"] + inputKeys + ["expect"]
  }

  /// Returns a case in full if it belongs to the shard or if its heading is invalid, and otherwise
  /// only with its heading.
  ///
  /// - Returns: The case, or `nil` if a diagnostic in `file` says why it can't be read.
  func testCase(_ node: JSONNode, in file: SourceFile) -> Case? {
    guard let heading = heading(of: node, in: file) else { return wholeCase(node, in: file) }

    if namesTexts {
      // Read the text files of the other shards too, because the digest of the suite has them all.
      let other = SourceFile(path: file.path, partOf: file.document, file.texts)
      _ = wholeCase(node, in: other)
    }
    return heading
  }

  /// Reads all members of a case, and reports every problem before it returns `nil` for any of
  /// them.
  private func wholeCase(_ node: JSONNode, in file: SourceFile) -> Case? {
    guard let reader = ObjectReader(node, "a case", keys: keys, in: file) else { return nil }

    let id = reader.name("id", .testCase, "case id")?.name
    let description = reader.optionalText("description") ?? ""
    let requires = reader.texts("requires").map(\.text)
    let operation = readOperation(reader)
    // Read the expectation even if the operation is unknown, to report its problems too.
    let expectation = ExpectationReader(contract: contract, operation: operation, file: file)
      .expectation(reader["expect"])

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
      location: file.location(of: node),
      contractHasGoldens: contract.hasGoldens
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
      contractHasGoldens: contract.hasGoldens,
      belongsToOtherShard: true
    )
  }

  /// Returns the operation that a case names, or the only one of the contract if it names none.
  /// Reports an operation that is missing or unknown and returns `nil`.
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

  /// Returns the input as it is written, or reports a case that has no input or two and returns
  /// `nil`.
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
}
