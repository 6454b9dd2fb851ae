internal import CanonicalJSON
package import SystemPackage

/// Reads the manifest of a contract, `behavior-matrix.json`.
package enum MatrixFile {
  /// The name of the file in the folder of each contract.
  package static let name = "behavior-matrix.json"

  /// Reads the manifest of a contract, but not its cases. The matrix is `nil` if the file can't be
  /// understood.
  package static func load(of contract: String, under root: FilePath) -> Loaded<Matrix?> {
    do throws(SourceError) {
      let file = try SourceFile.load("\(Suite.fixtures(of: contract))/\(name)", under: root)
      let matrix = matrix(in: file)
      return Loaded(matrix, file.diagnostics)
    } catch {
      return Loaded(nil, [error.diagnostic])
    }
  }

  /// Returns the matrix in a file, or reports the problems and returns `nil` if it can't be
  /// understood.
  package static func matrix(in file: SourceFile) -> Matrix? {
    let keys = [
      "$schema", "contract", "version", "title", "source", "support", "goldens", "operations",
      "clauses", "caseFiles", "rows", "untestable", "previews",
    ]
    guard let reader = ObjectReader(file.root, "a behavior matrix", keys: keys, in: file) else {
      return nil
    }

    // Read everything before giving up, so that one run reports all problems.
    let contract = reader.reference("contract")
    let version = readVersion(reader)
    let title = reader.requiredText("title")
    let source = reader.optionalText("source") ?? ""
    let support = reader["support"].flatMap { _ in reader.reference("support") }
    let hasGoldens = reader.flag("goldens") ?? true

    // A contract may have goldens before it has a specification.
    let isSpecified = reader["clauses"] != nil || reader["rows"] != nil

    let operations = OperationReader(file: file, hasClauses: isSpecified).operations(in: reader)
    let clauses = reader.items("clauses", required: isSpecified).compactMap {
      readClause($0, in: file)
    }
    let caseFiles = references(reader.texts("caseFiles", required: true), in: file)
    let rows = reader.items("rows", required: isSpecified).compactMap { readRow($0, in: file) }
    let untestable = reader.items("untestable").compactMap { readExemption($0, in: file) }
    let previews = reader.items("previews").compactMap { readPreview($0, in: file) }

    guard let contract, let version, let title else { return nil }
    return Matrix(
      contract: contract,
      version: version,
      title: title,
      source: source,
      support: support,
      hasGoldens: hasGoldens,
      operations: operations,
      isSpecified: isSpecified,
      clauses: clauses,
      caseFiles: caseFiles,
      rows: rows,
      untestable: untestable,
      previews: previews
    )
  }

  /// Reads the version, or reports a text that isn't a version and returns `nil`. The hint on
  /// digits is only shown for texts of three parts.
  private static func readVersion(_ reader: ObjectReader) -> ContractVersion? {
    guard let text = reader.requiredText("version") else { return nil }
    if let version = ContractVersion(text) { return version }

    if let node = reader["version"] {
      let parts = text.split(separator: ".", omittingEmptySubsequences: false)
      reader.file.report(
        "invalid version '\(text)': use MAJOR.MINOR.PATCH, such as 1.0.0"
          + (parts.count == 3 ? ", with up to 9 digits in each part and no leading zeros" : ""),
        at: node
      )
    }

    return nil
  }

  /// Reads one item of `clauses`. Returns `nil` if a required member can't be read, after reporting
  /// all problems of the item.
  private static func readClause(_ node: JSONNode, in file: SourceFile) -> Matrix.Clause? {
    guard
      let reader = ObjectReader(
        node,
        "a clause",
        keys: ["id", "text", "level", "origin", "refines"],
        in: file
      )
    else {
      return nil
    }

    let id = reader.name("id", .any, "clause id")
    let text = reader.requiredText("text")
    let level: Matrix.Clause.Level? = reader.choice("level", required: true)
    let origin: Matrix.Clause.Origin? = reader.choice("origin")
    let refines = references(reader.texts("refines"), in: file)

    guard let id, let text, let level else { return nil }
    return Matrix.Clause(
      id: id,
      text: text,
      level: level,
      origin: origin,
      refines: refines
    )
  }

  /// Reads one item of `rows`. Returns `nil` if a required member can't be read, after reporting
  /// all problems of the item. Lists may be empty here; the lint reports those.
  private static func readRow(_ node: JSONNode, in file: SourceFile) -> Matrix.Row? {
    let keys = ["id", "scenario", "expectedBehavior", "clauses", "cases", "tests"]
    guard let reader = ObjectReader(node, "a row", keys: keys, in: file) else { return nil }

    let id = reader.name("id", .any, "row id")
    let scenario = reader.requiredText("scenario")
    let expectedBehavior = reader.requiredText("expectedBehavior")
    let clauses = references(reader.texts("clauses", required: true), in: file)
    let cases = references(reader.texts("cases", required: true), in: file)
    let tests = reader.texts("tests").map(\.text)

    guard let id, let scenario, let expectedBehavior else { return nil }
    return Matrix.Row(
      id: id,
      scenario: scenario,
      expectedBehavior: expectedBehavior,
      clauses: clauses,
      cases: cases,
      tests: tests
    )
  }

  /// Reads one item of `previews`. Returns `nil` if a required member can't be read, after
  /// reporting all problems of the item except an invalid step.
  private static func readPreview(_ node: JSONNode, in file: SourceFile) -> Matrix.Preview? {
    let keys = ["id", "title", "group", "case", "state", "step"]
    guard let reader = ObjectReader(node, "a preview", keys: keys, in: file) else { return nil }

    let id = reader.name("id", .any, "preview id")
    let title = reader.requiredText("title")
    let group = reader.requiredText("group")
    let testCase = reader.reference("case")
    let state = reader.requiredText("state")

    guard let id, let title, let group, let testCase, let state else { return nil }
    return Matrix.Preview(
      id: id,
      title: title,
      group: group,
      testCase: testCase,
      state: state,
      step: reader.nonnegative("step")
    )
  }

  /// Reads one item of `untestable`. Returns `nil` if the clause or the reason is missing, after
  /// reporting that.
  private static func readExemption(_ node: JSONNode, in file: SourceFile) -> Matrix.Exemption? {
    guard
      let reader = ObjectReader(
        node,
        "an item of 'untestable'",
        keys: ["clause", "reason"],
        in: file
      )
    else { return nil }

    let clause = reader.reference("clause")
    let reason = reader.requiredText("reason")
    guard let clause, let reason else { return nil }
    return Matrix.Exemption(clause: clause, reason: reason)
  }

  /// Returns the texts as names with the locations of their nodes in the file.
  private static func references(
    _ texts: [(text: String, node: JSONNode)],
    in file: SourceFile
  ) -> [LocatedName] {
    texts.map { LocatedName(name: $0.text, location: file.location(of: $0.node)) }
  }
}
