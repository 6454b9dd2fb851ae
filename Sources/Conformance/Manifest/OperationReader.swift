internal import CanonicalJSON

/// Reads the operations that a manifest declares, and reports problems in `file`.
struct OperationReader {
  let file: SourceFile
  /// Whether the manifest has clauses, so that an item of `anyOrder` has to name one.
  let hasClauses: Bool

  /// Returns the operations in the order of the manifest, without those that can't be understood.
  /// Reports a member `operations` that is missing or empty.
  func operations(in manifest: ObjectReader) -> [ContractOperation] {
    guard let node = manifest.required("operations"), isObject(node, "'operations'") else {
      return []
    }

    if node.members.isEmpty {
      file.report("'operations' must not be empty; declare at least one operation", at: node)
    }

    return node.members.compactMap { operation($0.key, $0.value) }
  }

  /// Reads one member of `operations`. An invalid name is reported, but the operation is still
  /// returned, so that its cases aren't reported too. Returns `nil` if the value isn't an object.
  private func operation(_ key: JSONNode, _ node: JSONNode) -> ContractOperation? {
    let name = key.string ?? ""
    if let refusal = NameForm.contract.refusal(of: name, as: "operation name") {
      file.report(refusal, at: key)
    }

    let keys = ["output", "facets", "identity", "anyOrder", "ignored", "verdicts"]
    guard let reader = ObjectReader(node, "an operation", keys: keys, in: file) else { return nil }

    return ContractOperation(
      name,
      output: reader.choice("output") ?? .json,
      facets: facets(reader["facets"]),
      identities: reader.items("identity").compactMap(identity),
      anyOrder: reader.items("anyOrder").compactMap(anyOrder),
      ignored: reader.items("ignored").compactMap(ignored),
      verdicts: reader["verdicts"].flatMap { path($0, "'verdicts'") },
      declaration: node.value
    )
  }

  // MARK: - Facets

  /// Returns the facets that can be understood, or none if the operation declares none.
  private func facets(_ node: JSONNode?) -> [Facet] {
    guard let node, isObject(node, "'facets'") else { return [] }
    return node.members.compactMap { facet($0.key, $0.value) }
  }

  /// Reads one facet. An invalid name is reported, but the facet is still returned. Returns `nil`
  /// if the facet doesn't have exactly one of `count` and `distinct`, or if that isn't a path.
  private func facet(_ key: JSONNode, _ node: JSONNode) -> Facet? {
    let name = key.string ?? ""
    let reserved = ExpectationReader.members
    if name.isEmpty || reserved.contains(name) {
      let others = reserved.map { "'\($0)'" }.joined(separator: ", ")
      file.report(
        "invalid facet name '\(name)': use any nonempty name except \(others)",
        at: key
      )
    }

    guard let reader = ObjectReader(node, "a facet", keys: ["count", "distinct", "of"], in: file)
    else { return nil }

    let count = reader["count"]
    let distinct = reader["distinct"]
    if let count, distinct == nil { return countFacet(name, count, reader) }
    if let distinct, count == nil { return distinctFacet(name, distinct, reader) }

    file.report("a facet must have either 'count' or 'distinct', set to a JSON Pointer", at: node)
    return nil
  }

  /// Returns the facet that counts the elements at the path in `count`, and reports a member `of`.
  private func countFacet(_ name: String, _ count: JSONNode, _ reader: ObjectReader) -> Facet? {
    if let known = reader["of"] { file.report("'of' is only allowed with 'distinct'", at: known) }
    return path(count, "'count'").map { Facet(name: name, form: .count, path: $0) }
  }

  /// Returns the facet that lists the values at the path in `distinct`, which may be any values if
  /// the member `of` is missing. Reports an `of` that lists none.
  private func distinctFacet(
    _ name: String,
    _ distinct: JSONNode,
    _ reader: ObjectReader
  ) -> Facet? {
    let list = reader["of"]
    let texts = reader.texts("of").map(\.text)
    if let list, list.kind == .array, list.elements.isEmpty {
      file.report("'of' must not be empty; omit it to allow any value", at: list)
    }

    let known: [String]? = list == nil ? nil : texts
    return path(distinct, "'distinct'").map {
      Facet(name: name, form: .distinct(of: known), path: $0)
    }
  }

  // MARK: - Arrays and members

  /// Reads one item of `identity`. Returns `nil` if `elements` is missing or invalid. An invalid
  /// path in `by` is reported and left out.
  private func identity(_ node: JSONNode) -> ContractOperation.Identity? {
    guard
      let reader = ObjectReader(node, "an item of 'identity'", keys: ["elements", "by"], in: file)
    else {
      return nil
    }

    let array = array(of: reader)
    let by = reader.items("by", required: true).compactMap {
      path($0, "an item of 'by'", wildcards: false)
    }

    if let list = reader["by"], list.kind == .array, list.elements.isEmpty {
      file.report(
        "'by' must not be empty; list the paths of the values that identify an element",
        at: list
      )
    }

    return array.map { ContractOperation.Identity(array: $0, by: by) }
  }

  /// Reads one item of `anyOrder`. Returns `nil` if `elements` is invalid, or if the clause is
  /// missing in a manifest that has clauses.
  private func anyOrder(_ node: JSONNode) -> ContractOperation.AnyOrder? {
    guard
      let reader = ObjectReader(
        node,
        "an item of 'anyOrder'",
        keys: ["elements", "clause"],
        in: file
      )
    else {
      return nil
    }

    let array = array(of: reader)
    let isRequired = hasClauses || reader["clause"] != nil
    let clause = isRequired ? reader.reference("clause") : nil

    guard let array, clause != nil || !isRequired else { return nil }
    return ContractOperation.AnyOrder(array: array, clause: clause)
  }

  /// Returns the path of the array whose elements the member `elements` matches, which is the path
  /// before its last token, `*`. Returns `nil` after reporting a path that doesn't end with `*`.
  private func array(of reader: ObjectReader) -> PathPattern? {
    guard let node = reader.required("elements"), let path = path(node, "'elements'") else {
      return nil
    }

    guard path.tokens.last == PathPattern.wildcard else {
      file.report(
        "'elements' must end with '/*', to match the elements of an array",
        at: node
      )
      return nil
    }

    return path.parent
  }

  /// Reads one item of `ignored`. Returns `nil` after reporting an invalid path or the empty one,
  /// because ignoring the whole output would leave nothing to compare.
  private func ignored(_ node: JSONNode) -> PathPattern? {
    guard let path = path(node, "an item of 'ignored'") else { return nil }

    guard !path.tokens.isEmpty else {
      file.report(
        "an item of 'ignored' must be the path of a member, not of the whole output",
        at: node
      )
      return nil
    }

    return path
  }

  // MARK: - Helpers

  /// Returns whether the node is an object, and reports it if it isn't.
  private func isObject(_ node: JSONNode, _ subject: String) -> Bool {
    if node.kind != .object {
      file.report("\(subject) must be an object, not \(node.kind.withArticle)", at: node)
    }

    return node.kind == .object
  }

  /// Returns the path that a JSON Pointer in a string describes, or reports the problem and returns
  /// `nil`.
  ///
  /// - Parameters:
  ///   - subject: The noun for the node in messages.
  ///   - wildcards: Whether the path may contain `*`.
  func path(_ node: JSONNode, _ subject: String, wildcards: Bool = true) -> PathPattern? {
    guard let text = node.string else {
      file.report("\(subject) must be a JSON Pointer, not \(node.kind.withArticle)", at: node)
      return nil
    }

    do throws(JSONPointerError) {
      let path = PathPattern(try JSONPointer(text), at: file.location(of: node))
      guard wildcards || !path.hasWildcard else {
        file.report(
          "\(subject) must not contain '*', because it must match a single value",
          at: node
        )
        return nil
      }

      return path
    } catch {
      file.report("\(subject) is invalid: \(error.message)", at: node)
      return nil
    }
  }
}
