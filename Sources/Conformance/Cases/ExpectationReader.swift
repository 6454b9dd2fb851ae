internal import CanonicalJSON

/// Reads the member `expect` of a case, and reports problems in `file`.
struct ExpectationReader {
  /// The facets that the expectation may use.
  private let facets: [Facet]
  private let outputForm: ContractOperation.OutputForm
  private let file: SourceFile

  private static let output = "output"
  private static let oneOf = "oneOf"
  /// The members of an expectation that aren't names of facets.
  static let members = ["at", "absent", output, oneOf]

  /// Creates a reader.
  ///
  /// - Parameter operation: The operation of the case, or `nil` if it is unknown. The facets of all
  ///   operations are then allowed.
  init(contract: Contract, operation: ContractOperation?, file: SourceFile) {
    self.file = file
    outputForm = operation?.output ?? .json
    facets = operation?.facets ?? contract.operations.flatMap(\.facets)
  }

  /// Returns the expectation in a node, which is empty if there is no node, or `nil` if a diagnostic
  /// says why it can't be read.
  func expectation(_ node: JSONNode?) -> Expectation? {
    guard let node else { return Expectation(clauses: []) }
    if let text = node.string, Placeholder.isPlaceholder(text) {
      return Expectation(clauses: [
        .init(statement: .unwritten(text), location: file.location(of: node))
      ])
    }
    guard let reader = reader(node, "'expect'", allowingChoice: true) else { return nil }
    guard let choice = reader[Self.oneOf] else { return statements(reader) }

    if let other = node.members.first(where: { !$0.key.isString(Self.oneOf) }) {
      file.report(
        "'oneOf' must be the only member of 'expect'",
        at: other.key,
        notes: ["move this member into each alternative"]
      )
      return nil
    }
    return alternatives(choice, reader)
  }

  /// Returns a reader of the members of an expectation, which reports members that are neither a
  /// keyword nor a facet.
  ///
  /// - Parameter allowingChoice: Whether `oneOf` is allowed. Alternatives can't be nested.
  private func reader(
    _ node: JSONNode,
    _ subject: String,
    allowingChoice: Bool = false
  ) -> ObjectReader? {
    let members = Self.members.filter { allowingChoice || $0 != Self.oneOf }
    return ObjectReader(node, subject, keys: facets.map(\.name) + members, in: file)
  }

  // MARK: - Alternatives

  /// Returns the expectation with all items of `oneOf` as alternatives, or `nil` if one can't be
  /// read. Reports an array without items.
  private func alternatives(_ choice: JSONNode, _ reader: ObjectReader) -> Expectation? {
    let items = reader.items(Self.oneOf)
    if choice.kind == .array, items.isEmpty {
      file.report("'oneOf' must not be empty; list the outputs that are right", at: choice)
    }

    let alternatives = items.compactMap(alternative)
    guard !items.isEmpty, alternatives.count == items.count else { return nil }
    return Expectation(oneOf: alternatives)
  }

  /// Reads one item of `oneOf`, and reports an item that has no members.
  private func alternative(_ node: JSONNode) -> Expectation? {
    guard let reader = reader(node, "an item of 'oneOf'"), let alternative = statements(reader)
    else { return nil }

    if alternative.isEmpty, node.members.isEmpty {
      file.report(
        "this item of 'oneOf' expects nothing, so every output passes",
        at: node,
        notes: ["write what the output must contain, or remove the item"]
      )
    }

    return alternative
  }

  // MARK: - Statements

  /// Reads the members of an expectation or an alternative: either `output`, or any others.
  private func statements(_ reader: ObjectReader) -> Expectation? {
    if let whole = reader[Self.output] { return wholeOutput(whole, reader) }

    return Expectation(
      clauses: inOrder(facetClauses(reader) + placeClauses(reader) + absenceClauses(reader))
    )
  }

  /// Returns the expectation of a whole output, or `nil` if the output can't be read. Reports the
  /// first of the other members, and an output of the wrong form.
  private func wholeOutput(_ whole: JSONNode, _ reader: ObjectReader) -> Expectation? {
    if let other = reader.node.members.first(where: { !$0.key.isString(Self.output) }) {
      file.report(
        "'output' must be the only member of an expectation, because it is the whole output",
        at: other.key,
        notes: ["remove this member, or remove 'output' to expect only parts of the output"]
      )
    }
    guard let output = InputMacro.value(of: whole, in: file) else { return nil }

    if outputForm == .text, output.kind != .string {
      file.report(
        "'output' must be a string, because the outputs of this operation are texts, "
          + "not \(output.kind.withArticle)",
        at: whole
      )
    }
    return Expectation(clauses: [
      .init(statement: .output(output), location: InputMacro.location(of: whole, in: file))
    ])
  }

  /// Returns the clauses in the order in which they are written, regardless of their kinds.
  private func inOrder(_ clauses: [Expectation.Clause]) -> [Expectation.Clause] {
    let start = TextLocation(line: 0, column: 0)
    return clauses.sorted { ($0.location.position ?? start) < ($1.location.position ?? start) }
  }

  /// Returns a clause for each facet of the operation that the expectation names with a valid
  /// value.
  private func facetClauses(_ reader: ObjectReader) -> [Expectation.Clause] {
    facets.compactMap { facet in
      guard let value = reader[facet.name], check(value, against: facet) else { return nil }
      return Expectation.Clause(
        statement: .facet(facet, value.value),
        location: file.location(of: value),
        unknownValues: unknownValues(value, of: facet)
      )
    }
  }

  /// Returns a clause for each member of `at`. A member with an invalid pointer or value is
  /// reported and left out.
  private func placeClauses(_ reader: ObjectReader) -> [Expectation.Clause] {
    guard let places = reader["at"] else { return [] }
    if places.kind != .object {
      file.report(
        "'at' must be an object that maps JSON Pointers to values, not \(places.kind.withArticle)",
        at: places
      )
    }

    return places.members.compactMap { member in
      guard let pointer = readPointer(member.key),
        let value = InputMacro.value(of: member.value, in: file)
      else { return nil }
      return Expectation.Clause(
        statement: .at(pointer, value),
        location: file.location(of: member.key)
      )
    }
  }

  /// Returns a clause for each item of `absent`. An invalid pointer is reported and left out.
  private func absenceClauses(_ reader: ObjectReader) -> [Expectation.Clause] {
    reader.texts("absent").compactMap { _, item in
      readPointer(item).map { pointer in
        Expectation.Clause(statement: .absent(pointer), location: file.location(of: item))
      }
    }
  }

  /// Whether a value is valid for a facet. Reports the problem if it isn't.
  private func check(_ value: JSONNode, against facet: Facet) -> Bool {
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
    of facet: Facet
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

  /// Returns the pointer in a string, or reports an invalid one and returns `nil`.
  private func readPointer(_ node: JSONNode) -> JSONPointer? {
    do {
      return try JSONPointer(node.string ?? "")
    } catch {
      file.report(error.message, at: node)
      return nil
    }
  }
}
