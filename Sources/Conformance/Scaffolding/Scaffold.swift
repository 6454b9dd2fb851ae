package import CanonicalJSON
package import SystemPackage

/// Why something can't be scaffolded, in one line with what to do.
package struct ScaffoldError: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
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
    _ id: String,
    operation: String?,
    input: (member: String, value: JSONSketch),
    toRow row: String,
    fileName given: String?,
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    if let refusal = NameForm.testCase.refusal(of: id, as: "a case's id") {
      throw ScaffoldError(refusal)
    }
    if let existing = suite.cases.first(where: { $0.id == id }) {
      throw ScaffoldError("there is a case '\(id)', at \(existing.location)")
    }
    let known = suite.matrix.rows.map(\.id.name)
    guard let index = known.firstIndex(of: row) else { throw unknown("row", row, among: known) }
    let fileName: String
    if let given {
      fileName = given
    } else {
      fileName = try defaultFile(for: suite.matrix.rows[index], in: suite)
    }
    var matrix = try JSONInsertion(into: suite.matrixPath, under: root)
    let rows = matrix.root["rows"]?.elements.map(\.self) ?? []
    guard index < rows.count, let cases = rows[index]["cases"], cases.kind == .array else {
      throw ScaffoldError("the row '\(row)' has no array 'cases' in \(suite.matrixPath)")
    }
    matrix.append(.text(id), to: cases)
    let casesPath = "\(Suite.fixtures(of: suite.contract.id))/\(fileName)"
    var summary = [
      "new case \(suite.contract.id)/\(id) in \(casesPath)",
      "named in the row \(row) of \(suite.matrixPath)",
    ]
    var beginning: String?
    if !suite.matrix.caseFiles.contains(where: { $0.name.hasSameBytes(as: fileName) }) {
      beginning = try newFile(named: fileName, in: suite, under: root)
      try matrix.append(.text(fileName), to: "caseFiles")
      summary.append("with the new file \(fileName) among its 'caseFiles'")
    }
    var file = try JSONInsertion(into: casesPath, under: root, orInto: beginning)
    try file.append(sketch(id, operation, input), to: "cases")
    return Scaffold([file.edit, matrix.edit], summary: summary)
  }

  /// Adds cases that no row names yet at the end of a file, which may be missing.
  ///
  /// A case that the file has with the same input is left out. An id that the file has for another
  /// input gets a number.
  ///
  /// - Parameters:
  ///   - operation: `nil` for the only one of the contract.
  ///   - path: relative to `folder`.
  ///   - shownPath: the path that messages show.
  package static func writingCases(
    _ cases: [(id: String, input: JSONValue)],
    operation: String?,
    to path: String,
    under folder: FilePath,
    shownAs shownPath: String
  ) throws(ScaffoldError) -> Scaffold {
    var file = try caseFile(path, under: folder, shownAs: shownPath)
    var known = (file.root["cases"]?.elements.map(\.self) ?? []).map { node in
      (id: node["id"]?.string, operation: node["operation"]?.string, input: node["input"]?.value)
    }

    var summary: [String] = []
    for (id, input) in cases {
      if known.contains(where: { $0.operation == operation && $0.input == input }) { continue }
      let ids = Set(known.compactMap(\.id))
      let names = [id] + (0..<ids.count).map { "\(id)_\($0 + 2)" }
      let newID = names.first { !ids.contains($0) } ?? id

      try file.append(sketch(newID, operation, ("input", .value(input))), to: "cases")
      known.append((newID, operation, input))
      summary.append("new case \(newID) in \(shownPath)")
    }
    let nothingNew = ["\(shownPath) has these inputs already"]
    return Scaffold([file.edit], summary: summary.isEmpty ? nothingNew : summary)
  }

  /// A case file to add to, or a new one.
  ///
  /// - Throws: a `ScaffoldError` if the file is there and has no array of cases.
  package static func requireCaseFile(
    _ path: String,
    under folder: FilePath,
    shownAs shownPath: String
  ) throws(ScaffoldError) {
    _ = try caseFile(path, under: folder, shownAs: shownPath)
  }

  private static func caseFile(
    _ path: String,
    under folder: FilePath,
    shownAs shownPath: String
  ) throws(ScaffoldError) -> JSONInsertion {
    let file = try JSONInsertion(
      into: path,
      under: folder,
      orInto: emptyFile(of: "cases"),
      shownAs: shownPath
    )
    guard file.root["cases"]?.kind == .array else {
      throw ScaffoldError("\(shownPath) isn't a case file: it has no array 'cases'")
    }
    return file
  }

  private static func sketch(
    _ id: String,
    _ operation: String?,
    _ input: (member: String, value: JSONSketch)
  ) -> JSONSketch {
    .object(
      [
        ("id", .text(id)),
        ("description", .text(FillIn.text("what this case shows, in a sentence"))),
      ]
        + (operation.map { [("operation", .text($0))] } ?? [])
        + [(input.member, input.value)]
        + [("expect", .text(FillIn.text("an object with what must come out, worked out by hand")))]
    )
  }

  /// A case file without cases, in the manner of those that there are.
  private static func newFile(
    named name: String,
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> String {
    guard name.hasSuffix(".json"), NameForm.testCase.fits(String(name.dropLast(5))),
      ![MatrixFile.name, MutantsFile.name].contains(name)
    else {
      throw ScaffoldError(
        "'\(name)' can't be a case file's name, which is \(NameForm.testCase), and '.json'"
      )
    }
    let folder = Suite.fixtures(of: suite.contract.id)
    guard FileSystem.entry(at: root.appending("\(folder)/\(name)")) == nil else {
      throw ScaffoldError(
        "\(folder)/\(name) is there, and not among 'caseFiles' of the matrix; name it there or choose another"
      )
    }
    guard let model = suite.matrix.caseFiles.first else { return emptyFile(of: "cases") }
    return emptyFile(of: "cases", schema: try schema(of: "\(folder)/\(model.name)", under: root))
  }

  private static func defaultFile(
    for row: Matrix.Row,
    in suite: Suite
  ) throws(ScaffoldError) -> String {
    let inRow = row.cases.last.flatMap { last in suite.cases.first { $0.id == last.name } }
    if let inRow, let name = inRow.location.file.split(separator: "/").last { return String(name) }
    if suite.matrix.caseFiles.count == 1 { return suite.matrix.caseFiles[0].name }
    let names = suite.matrix.caseFiles.map(\.name).joined(separator: ", ")
    throw ScaffoldError(
      "the row '\(row.id.name)' has no case yet, so say where this one goes: --file, of \(names)"
    )
  }

  // MARK: - Rows

  /// - Parameters:
  ///   - expectedBehavior: nil: it is left to fill in.
  ///   - cases: ids of cases that there are.
  package static func addingRow(
    _ id: String,
    scenario: String,
    expectedBehavior: String?,
    clauses: [String],
    cases: [String],
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    if let refusal = NameForm.testCase.refusal(of: id, as: "a row's id") {
      throw ScaffoldError(refusal)
    }
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
    var matrix = try JSONInsertion(into: suite.matrixPath, under: root)
    let expected = expectedBehavior ?? FillIn.text("what must come out in this scenario")
    try matrix.append(
      .object([
        ("id", .text(id)),
        ("scenario", .text(scenario)),
        ("expectedBehavior", .text(expected)),
        ("clauses", .texts(clauses)),
        ("cases", .texts(cases)),
      ]),
      to: "rows"
    )
    return Scaffold([matrix.edit], summary: ["new row \(id) in \(suite.matrixPath)"])
  }

  // MARK: - Mutants

  /// A mutant at the end of the contract's file, which is made where there is none.
  package static func addingMutant(
    clause: String,
    mistake: String,
    implementation: String,
    file: String,
    find: String,
    replacement: String,
    to suite: Suite,
    programs: [ProgramEntry],
    under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    let path = MutantsFile.path(of: suite.contract.id)
    let name = { Matrix.Reference(name: $0, location: SourceLocation(file: path)) }
    let mutant = Mutant(
      clause: name(clause),
      mistake: mistake,
      implementation: name(implementation),
      file: name(file),
      find: name(find),
      replacement: replacement,
      location: SourceLocation(file: path)
    )
    let (earlier, diagnostics) = MutantsFile.load(of: suite.contract.id, under: root)
    if let unusable = diagnostics.first(where: { $0.isUnusable }) {
      throw ScaffoldError("\(unusable.location): \(unusable.message)")
    }
    let findings = MutantLint.findings(on: [mutant], of: suite, programs: programs, under: root)
    if let finding = findings.first {
      throw ScaffoldError(([finding.message] + finding.notes).joined(separator: "; "))
    }
    if let same = earlier.first(where: { $0.name.hasSameBytes(as: mutant.name) }) {
      throw ScaffoldError("there is a mutant '\(mutant.name)', at \(same.location)")
    }
    let sketch = JSONSketch.object([
      ("clause", .text(clause)),
      ("mistake", .text(mistake)),
      ("implementation", .text(implementation)),
      ("file", .text(file)),
      ("find", .text(find)),
      ("replace", .text(replacement)),
    ])
    let schema = try schema(of: suite.matrixPath, under: root)?
      .replacing(MatrixFile.name.dropLast(4) + "schema.json", with: "mutants.schema.json")
    var file = try JSONInsertion(
      into: path,
      under: root,
      orInto: emptyFile(of: "mutants", schema: schema)
    )
    try file.append(sketch, to: "mutants")
    return Scaffold([file.edit], summary: ["new mutant '\(mutant.name)' in \(path)"])
  }

  // MARK: - Programs

  /// A parity.json without programs; nil where there is one.
  package static func emptyList(under root: FilePath) -> FileEdit? {
    guard FileSystem.entry(at: root.appending(RepositoryFile.path)) == nil else { return nil }
    return FileEdit(RepositoryFile.path, from: nil, to: Array(emptyList.utf8))
  }

  /// A program at the end of parity.json, which is made where there is none.
  package static func listing(
    _ program: JSONSketch,
    under root: FilePath
  ) throws(ScaffoldError) -> FileEdit {
    var file = try JSONInsertion(into: RepositoryFile.path, under: root, orInto: emptyList)
    try file.append(program, to: "implementations")
    return file.edit
  }

  private static let emptyList = emptyFile(of: "implementations")

  // MARK: - Pieces

  private static func unknown(
    _ kind: String,
    _ name: String,
    among known: [String]
  ) -> ScaffoldError {
    ScaffoldError(Suggestion.unknown(kind, name, among: known))
  }

  /// What a file says that its schema is.
  private static func schema(
    of path: String,
    under root: FilePath
  ) throws(ScaffoldError) -> String? {
    try JSONInsertion(into: path, under: root).root["$schema"]?.string
  }

  /// A file with an array of that name, which is empty.
  private static func emptyFile(of name: String, schema: String? = nil) -> String {
    let head = schema.map { [("$schema", JSONSketch.text($0))] } ?? []
    return JSONSketch.object(head + [(name, .array([]))]).text(isSpread: true) + "\n"
  }
}
