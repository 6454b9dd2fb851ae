internal import CanonicalJSON

/// The file `behavior-matrix.json`.
package enum MatrixFile {
  package static let name = "behavior-matrix.json"

  /// Nil, with diagnostics in `file`, where it can't be understood.
  package static func matrix(in file: SourceFile) -> Matrix? {
    let keys = [
      "$schema", "contract", "version", "title", "source", "clauses", "caseFiles", "rows", "untestable",
    ]
    guard let reader = ObjectReader(file.root, "a behaviour matrix", keys: keys, in: file),
      let contract = reader.requiredText("contract"),
      let version = readVersion(reader),
      let title = reader.requiredText("title")
    else { return nil }
    return Matrix(
      contract: contract, version: version, title: title, source: reader.optionalText("source") ?? "",
      clauses: reader.items("clauses", required: true).compactMap { readClause($0, in: file) },
      caseFiles: references(reader.texts("caseFiles", required: true), in: file),
      rows: reader.items("rows", required: true).compactMap { readRow($0, in: file) },
      untestable: reader.items("untestable").compactMap { readExemption($0, in: file) })
  }

  private static func readVersion(_ reader: ObjectReader) -> ContractVersion? {
    guard let text = reader.requiredText("version") else { return nil }
    if let version = ContractVersion(text) { return version }
    if let node = reader["version"] {
      reader.file.report("'\(text)' is no version; it is MAJOR.MINOR.PATCH, '1.0.0' say", at: node)
    }
    return nil
  }

  private static func readClause(_ node: JSONNode, in file: SourceFile) -> Matrix.Clause? {
    guard let reader = ObjectReader(node, "a clause", keys: ["id", "text", "level", "refines"], in: file),
      let id = reference("id", of: reader),
      let text = reader.requiredText("text"),
      let levelName = reader.requiredText("level")
    else { return nil }
    guard let level = Matrix.Clause.Level(rawValue: levelName) else {
      let known = Matrix.Clause.Level.allCases.map(\.rawValue).joined(separator: ", ")
      file.report("a clause has no level '\(levelName)'; known are \(known)", at: reader["level"] ?? node)
      return nil
    }
    return Matrix.Clause(id: id, text: text, level: level, refines: references(reader.texts("refines"), in: file))
  }

  private static func readRow(_ node: JSONNode, in file: SourceFile) -> Matrix.Row? {
    let keys = ["id", "scenario", "expectedBehavior", "clauses", "cases", "tests"]
    guard let reader = ObjectReader(node, "a row", keys: keys, in: file),
      let id = reference("id", of: reader),
      let scenario = reader.requiredText("scenario"),
      let expectedBehavior = reader.requiredText("expectedBehavior")
    else { return nil }
    return Matrix.Row(
      id: id, scenario: scenario, expectedBehavior: expectedBehavior,
      clauses: references(reader.texts("clauses", required: true), in: file),
      cases: references(reader.texts("cases", required: true), in: file),
      tests: reader.texts("tests").map(\.text))
  }

  private static func readExemption(_ node: JSONNode, in file: SourceFile) -> Matrix.Exemption? {
    guard let reader = ObjectReader(node, "an exemption", keys: ["clause", "reason"], in: file),
      let clause = reference("clause", of: reader),
      let reason = reader.requiredText("reason")
    else { return nil }
    return Matrix.Exemption(clause: clause, reason: reason)
  }

  private static func reference(_ key: String, of reader: ObjectReader) -> Matrix.Reference? {
    guard let name = reader.requiredText(key), let node = reader[key] else { return nil }
    return Matrix.Reference(name: name, location: reader.file.location(of: node))
  }

  private static func references(_ texts: [(text: String, node: JSONNode)], in file: SourceFile) -> [Matrix.Reference] {
    texts.map { Matrix.Reference(name: $0.text, location: file.location(of: $0.node)) }
  }
}
