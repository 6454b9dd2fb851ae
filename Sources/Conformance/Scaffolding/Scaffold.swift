internal import CanonicalJSON
package import SystemPackage

/// Why something can't be scaffolded, in one line with what to do.
package struct ScaffoldError: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) {
    self.message = message
  }
}

/// New cases, rows and mutants of a contract, worked out before anything is written.
package struct Scaffold: Sendable {
  package let transaction: FileTransaction
  /// What is new and where, a line each.
  package let summary: [String]

  /// - Parameter summary: nil: the files.
  package init(_ edits: [FileEdit], summary: [String]? = nil) {
    transaction = FileTransaction(edits)
    self.summary = summary ?? edits.map { "\($0.before == nil ? "new" : "changed") \($0.path)" }
  }

  // MARK: - Cases

  /// A case, and its name in a row.
  ///
  /// - Parameters:
  ///   - operation: nil: the only one.
  ///   - input: the member that holds it, and the input.
  ///   - fileName: nil: the file of the row's last case.
  package static func addingCase(
    _ id: String, operation: String?, input: (member: String, value: JSONSketch), toRow row: String,
    fileName given: String?, in suite: Suite, under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    try requireFresh(id, in: suite)
    let new = JSONSketch.object(
      [("id", .text(id)), ("description", .text(FillIn.text("what this case shows, in a sentence")))]
        + (operation.map { [("operation", .text($0))] } ?? [])
        + [(input.member, input.value)]
        + [("expect", .text(FillIn.text("an object with what must come out, worked out by hand")))])
    let known = suite.matrix.rows.map(\.id.name)
    guard let index = known.firstIndex(where: { $0 == row }) else {
      throw unknown("row", row, among: known)
    }
    let fileName: String
    if let given { fileName = given } else { fileName = try defaultFile(for: suite.matrix.rows[index], in: suite) }
    let matrixFile = try load(suite.matrixPath, under: root)
    var matrix = JSONInsertion(into: matrixFile.bytes, root: matrixFile.document.root)
    let rows = matrixFile.document.root["rows"]?.elements.map(\.self) ?? []
    guard index < rows.count, let cases = rows[index]["cases"], cases.kind == .array else {
      throw ScaffoldError("the row '\(row)' has no array 'cases' in \(suite.matrixPath)")
    }
    matrix.append(.text(id), to: cases)
    let casesPath = "\(Suite.fixtures(of: suite.contract.id))/\(fileName)"
    var summary = [
      "new case \(suite.contract.id)/\(id) in \(casesPath)", "named in the row \(row) of \(suite.matrixPath)",
    ]
    let caseEdit: FileEdit
    if suite.matrix.caseFiles.contains(where: { $0.name.hasSameBytes(as: fileName) }) {
      let file = try load(casesPath, under: root)
      var insertion = JSONInsertion(into: file.bytes, root: file.document.root)
      guard let array = file.document.root["cases"] else { throw ScaffoldError("\(casesPath) has no array 'cases'") }
      insertion.append(new, to: array)
      caseEdit = FileEdit(casesPath, from: file.bytes, to: insertion.result)
    } else {
      caseEdit = FileEdit(
        casesPath, from: nil, to: try newFile(named: fileName, with: new, in: suite, under: root))
      if let caseFiles = matrixFile.document.root["caseFiles"] { matrix.append(.text(fileName), to: caseFiles) }
      summary.append("with the new file \(fileName) among its 'caseFiles'")
    }
    return Scaffold(
      [caseEdit, FileEdit(suite.matrixPath, from: matrixFile.bytes, to: matrix.result)], summary: summary)
  }

  private static func newFile(
    named name: String, with new: JSONSketch, in suite: Suite, under root: FilePath
  ) throws(ScaffoldError) -> [UInt8] {
    guard name.hasSuffix(".json"), NameForm.testCase.fits(String(name.dropLast(5))),
      ![MatrixFile.name, MutantsFile.name].contains(name)
    else {
      throw ScaffoldError("'\(name)' can't be a case file's name, which is \(NameForm.testCase), and '.json'")
    }
    let path = "\(Suite.fixtures(of: suite.contract.id))/\(name)"
    guard FileSystem.entry(at: root.appending(path)) == nil else {
      throw ScaffoldError("\(path) is there, and not among 'caseFiles' of the matrix; name it there or choose another")
    }
    let first = suite.matrix.caseFiles.first?.name
    let model = try first.map { name throws(ScaffoldError) in
      try load("\(Suite.fixtures(of: suite.contract.id))/\(name)", under: root)
    }
    let schema = model?.document.root["$schema"]?.string.map { [("$schema", JSONSketch.text($0))] } ?? []
    return Array((JSONSketch.object(schema + [("cases", .array([new]))]).text(isSpread: true) + "\n").utf8)
  }

  private static func defaultFile(for row: Matrix.Row, in suite: Suite) throws(ScaffoldError) -> String {
    let inRow = row.cases.last.flatMap { last in suite.cases.first { $0.id == last.name } }
    if let inRow, let name = inRow.location.file.split(separator: "/").last { return String(name) }
    if suite.matrix.caseFiles.count == 1 { return suite.matrix.caseFiles[0].name }
    let names = suite.matrix.caseFiles.map(\.name).joined(separator: ", ")
    throw ScaffoldError("the row '\(row.id.name)' has no case yet, so say where this one goes: --file, of \(names)")
  }

  // MARK: - Rows

  /// - Parameters:
  ///   - expectedBehavior: nil: it is left to fill in.
  ///   - cases: ids of cases that there are.
  package static func addingRow(
    _ id: String, scenario: String, expectedBehavior: String?, clauses: [String], cases: [String], in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    if let refusal = NameForm.testCase.refusal(of: id, as: "a row's id") { throw ScaffoldError(refusal) }
    if let row = suite.matrix.rows.first(where: { $0.id.name == id }) {
      throw ScaffoldError("there is a row '\(id)', at \(row.id.location)")
    }
    let known = suite.matrix.clauses.map(\.id.name)
    for clause in clauses where !known.contains(clause) {
      throw unknown("clause", clause, among: known)
    }
    for id in cases where !suite.cases.contains(where: { $0.id == id }) {
      throw unknown("case", id, among: suite.cases.map(\.id))
    }
    let file = try load(suite.matrixPath, under: root)
    guard let rows = file.document.root["rows"] else { throw ScaffoldError("\(suite.matrixPath) has no 'rows'") }
    var insertion = JSONInsertion(into: file.bytes, root: file.document.root)
    let expected = expectedBehavior ?? FillIn.text("what must come out in this scenario")
    insertion.append(
      .object([
        ("id", .text(id)), ("scenario", .text(scenario)), ("expectedBehavior", .text(expected)),
        ("clauses", .texts(clauses)), ("cases", .texts(cases)),
      ]), to: rows)
    return Scaffold(
      [FileEdit(suite.matrixPath, from: file.bytes, to: insertion.result)],
      summary: ["new row \(id) in \(suite.matrixPath)"])
  }

  // MARK: - Pieces

  package static func requireFresh(_ caseID: String, in suite: Suite) throws(ScaffoldError) {
    if let refusal = NameForm.testCase.refusal(of: caseID, as: "a case's id") { throw ScaffoldError(refusal) }
    if let existing = suite.cases.first(where: { $0.id == caseID }) {
      throw ScaffoldError("there is a case '\(caseID)', at \(existing.location)")
    }
  }

  private static func unknown(_ kind: String, _ name: String, among known: [String]) -> ScaffoldError {
    ScaffoldError(Suggestion.unknown(kind, name, among: known))
  }

  static func load(
    _ path: String, under root: FilePath
  ) throws(ScaffoldError) -> (bytes: [UInt8], document: JSONDocument) {
    do {
      let bytes = try FileSystem.read(root.appending(path), limit: SourceFile.sizeLimit)
      return (bytes, try JSONDocument(parsing: bytes))
    } catch {
      throw ScaffoldError("\(path) can't be read: \(error)")
    }
  }
}
