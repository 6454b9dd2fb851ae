package import CanonicalJSON
package import SystemPackage

/// A reason why something can't be scaffolded, in one line that also says what to do.
package struct ScaffoldError: Error, Hashable, Sendable {
  package let message: String

  package init(_ message: String) { self.message = message }
}

/// The edits that add cases, rows, mutants or programs. Nothing is written until they are all
/// worked out.
package struct Scaffold: Sendable {
  package let transaction: FileTransaction
  /// The descriptions of the edits, one line each.
  package let summary: [String]

  /// Creates a scaffold from edits.
  ///
  /// - Parameters:
  ///   - edits: The edits to make.
  ///   - summary: The descriptions of the edits, or `nil` to list the files.
  package init(_ edits: [FileEdit], summary: [String]? = nil) {
    transaction = FileTransaction(edits)
    self.summary = summary ?? edits.map { "\($0.before == nil ? "new" : "changed") \($0.path)" }
  }

  // MARK: - Cases

  /// Returns the edits that add a case to a case file and its id to a row.
  ///
  /// - Parameters:
  ///   - id: The id of the new case.
  ///   - operation: The operation, or `nil` for the only one of the contract.
  ///   - input: The name of the member that holds the input, and the input.
  ///   - row: The id of the row.
  ///   - given: The name of the case file, or `nil` for the file of the row's last case.
  ///   - suite: The suite to add to.
  ///   - root: The root of the repository.
  /// - Throws: A `ScaffoldError` if the id is invalid or in use, or a row or file can't be used.
  package static func addingCase(
    _ id: String,
    operation: String?,
    input: (member: String, value: JSONSketch),
    toRow row: String,
    fileName given: String?,
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    if let refusal = NameForm.testCase.refusal(of: id, as: "case id") {
      throw ScaffoldError(refusal)
    }
    if let existing = suite.cases.first(where: { $0.id == id }) {
      throw ScaffoldError("the case '\(id)' already exists at \(existing.location); use another id")
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
      throw ScaffoldError("'cases' of the row '\(row)' must be an array in \(suite.matrixPath)")
    }

    matrix.append(.text(id), to: cases)

    let casesPath = "\(Suite.fixtures(of: suite.contract.id))/\(fileName)"
    var summary = [
      "new case \(suite.contract.id)/\(id) in \(casesPath)",
      "added the case to the row \(row) in \(suite.matrixPath)",
    ]

    var beginning: String?
    if !suite.matrix.caseFiles.contains(where: { $0.name.hasSameBytes(as: fileName) }) {
      beginning = try newFile(named: fileName, in: suite, under: root)
      try matrix.append(.text(fileName), to: "caseFiles")
      summary.append("added the new file \(fileName) to 'caseFiles' in \(suite.matrixPath)")
    }

    var file = try JSONInsertion(into: casesPath, under: root, orInto: beginning)
    try file.append(sketch(id, operation, input), to: "cases")
    return Scaffold([file.edit, matrix.edit], summary: summary)
  }

  /// Returns the edit that replaces the input of a case, and the case with its new input.
  ///
  /// - Parameters:
  ///   - testCase: The case, whose expectation stays.
  ///   - input: The name of the member that holds the input, and the input.
  ///   - suite: The suite of the case.
  ///   - root: The root of the repository.
  /// - Throws: A `ScaffoldError` if the case isn't in its file, or if the new input can't be used.
  package static func replacingInput(
    of testCase: Case,
    with input: (member: String, value: JSONSketch),
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> (scaffold: Scaffold, testCase: Case) {
    let id = testCase.id
    let path = testCase.location.file
    var file = try JSONInsertion(into: path, under: root)
    let node = file.root["cases"]?.elements.first { $0["id"]?.isString(id) == true }
    let names = ["input", suite.contract.support?.recording?.member].compactMap(\.self)
    let member = node?.members.first { member in names.contains { member.key.isString($0) } }
    guard let member else { throw ScaffoldError("the case '\(id)' has no input in \(path)") }
    file.replace(member, with: input.member, input.value)

    let edit = file.edit
    guard let document = try? JSONDocument(parsing: edit.after ?? []) else {
      throw ScaffoldError("the new input of the case '\(id)' isn't valid JSON")
    }
    let source = SourceFile(path: path, document: document, under: root)
    let renewed = CaseFile.cases(in: source, of: suite.contract).first { $0.id == id }
    guard let renewed else {
      let reason = source.diagnostics.first?.message ?? "it isn't valid"
      throw ScaffoldError("the new input of the case '\(id)' can't be used: \(reason)")
    }

    let lost = lostMembers(of: testCase, in: renewed)
    let summary =
      ["new input of \(testCase.name) in \(path)"] + lost.map { "removed '\($0)' of the input" }
    return (Scaffold([edit], summary: summary), renewed)
  }

  /// Returns the names of the members that only the earlier input has.
  private static func lostMembers(of earlier: Case, in renewed: Case) -> [String] {
    let kept = renewed.input.object ?? [:]
    return (earlier.input.object ?? [:]).map(\.key).filter { kept[$0] == nil }
  }

  /// Returns the edits that append cases to a file, which doesn't need to exist. The cases aren't
  /// added to a row.
  ///
  /// A case whose input is in the file already is left out. If an id is in use for another input,
  /// the new id gets a number.
  ///
  /// - Parameters:
  ///   - cases: The ids and inputs of the cases.
  ///   - operation: The operation, or `nil` for the only one of the contract.
  ///   - path: The path of the file, relative to `folder`.
  ///   - folder: The folder that contains the file.
  ///   - shownPath: The path to show in messages.
  /// - Throws: A `ScaffoldError` if the file exists but isn't a case file.
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
    let nothingNew = ["\(shownPath) already has cases with these inputs"]
    return Scaffold([file.edit], summary: summary.isEmpty ? nothingNew : summary)
  }

  /// Checks that cases can be added to a file, which doesn't need to exist.
  ///
  /// - Throws: A `ScaffoldError` if the file exists but has no array of cases.
  package static func requireCaseFile(
    _ path: String,
    under folder: FilePath,
    shownAs shownPath: String
  ) throws(ScaffoldError) {
    _ = try caseFile(path, under: folder, shownAs: shownPath)
  }

  /// Returns the case file at a path, or a new one.
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
      throw ScaffoldError("\(shownPath) isn't a case file: it must have an array 'cases'")
    }
    return file
  }

  /// Returns a case with placeholders for its description and expectation.
  private static func sketch(
    _ id: String,
    _ operation: String?,
    _ input: (member: String, value: JSONSketch)
  ) -> JSONSketch {
    let description = Placeholder.text("what this case tests, in one sentence")
    let expectation = Placeholder.text("an object with the expected values, worked out by hand")

    var members: [(key: String, value: JSONSketch)] = [
      (key: "id", value: .text(id)),
      (key: "description", value: .text(description)),
    ]
    if let operation { members.append((key: "operation", value: .text(operation))) }
    members.append((key: input.member, value: input.value))
    members.append((key: "expect", value: .text(expectation)))
    return .object(members)
  }

  /// Returns the text of a case file without cases, with the same schema as the suite's first case
  /// file.
  ///
  /// - Throws: A `ScaffoldError` if the name is invalid or the file exists.
  private static func newFile(
    named name: String,
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> String {
    guard name.hasSuffix(".json"), NameForm.testCase.fits(String(name.dropLast(5))),
      ![MatrixFile.name, MutantsFile.name].contains(name)
    else {
      throw ScaffoldError(
        "invalid case file name '\(name)': use \(NameForm.testCase), followed by '.json'"
      )
    }

    let folder = Suite.fixtures(of: suite.contract.id)
    guard FileSystem.entry(at: root.appending("\(folder)/\(name)")) == nil else {
      throw ScaffoldError(
        "\(folder)/\(name) already exists, but isn't listed in 'caseFiles' of \(MatrixFile.name); "
          + "list the file, or choose another name"
      )
    }

    guard let model = suite.matrix.caseFiles.first else { return emptyFile(of: "cases") }
    return emptyFile(of: "cases", schema: try schema(of: "\(folder)/\(model.name)", under: root))
  }

  /// Returns the name of the file that has the row's last case, or of the only case file.
  ///
  /// - Throws: A `ScaffoldError` if neither exists.
  private static func defaultFile(
    for row: Matrix.Row,
    in suite: Suite
  ) throws(ScaffoldError) -> String {
    let inRow = row.cases.last.flatMap { last in suite.cases.first { $0.id == last.name } }
    if let inRow, let name = inRow.location.file.split(separator: "/").last { return String(name) }
    if suite.matrix.caseFiles.count == 1 { return suite.matrix.caseFiles[0].name }

    let names = suite.matrix.caseFiles.map(\.name).joined(separator: ", ")
    throw ScaffoldError(
      "the row '\(row.id.name)' has no cases yet, so use --file to choose a case file; "
        + "known: \(names)"
    )
  }

  // MARK: - Rows

  /// Returns the edit that adds a row to the matrix.
  ///
  /// - Parameters:
  ///   - id: The id of the new row.
  ///   - scenario: The scenario of the row.
  ///   - expectedBehavior: The expected behavior, or `nil` to leave a placeholder.
  ///   - clauses: The ids of existing clauses.
  ///   - cases: The ids of existing cases.
  ///   - suite: The suite to add to.
  ///   - root: The root of the repository.
  /// - Throws: A `ScaffoldError` if the id is invalid or in use, or a clause or case is unknown.
  package static func addingRow(
    _ id: String,
    scenario: String,
    expectedBehavior: String?,
    clauses: [String],
    cases: [String],
    in suite: Suite,
    under root: FilePath
  ) throws(ScaffoldError) -> Scaffold {
    if let refusal = NameForm.testCase.refusal(of: id, as: "row id") {
      throw ScaffoldError(refusal)
    }
    if let row = suite.matrix.rows.first(where: { $0.id.name == id }) {
      throw ScaffoldError("the row '\(id)' already exists at \(row.id.location); use another id")
    }

    let known = suite.matrix.clauses.map(\.id.name)
    for clause in clauses where !known.contains(clause) {
      throw unknown("clause", clause, among: known)
    }
    for id in cases where !suite.cases.contains(where: { $0.id == id }) {
      throw unknown("case", id, among: suite.cases.map(\.id))
    }

    var matrix = try JSONInsertion(into: suite.matrixPath, under: root)
    let expected = expectedBehavior ?? Placeholder.text("the expected behavior in this scenario")
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

  /// Returns the edit that appends a mutant to the contract's file. Creates the file if there is
  /// none.
  ///
  /// - Throws: A `ScaffoldError` if the mutant exists, or if lint would report it.
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
    let name = { LocatedName(name: $0, location: SourceLocation(file: path)) }
    let mutant = Mutant(
      clause: name(clause),
      mistake: mistake,
      implementation: name(implementation),
      file: name(file),
      find: name(find),
      replacement: replacement,
      location: SourceLocation(file: path)
    )

    let earlier = MutantsFile.load(of: suite.contract.id, under: root)
    if let unusable = earlier.diagnostics.first(where: { $0.isUnusable }) {
      throw ScaffoldError("\(unusable.location): \(unusable.message)")
    }

    let findings = MutantLint.findings(on: [mutant], of: suite, programs: programs, under: root)
    if let finding = findings.first {
      throw ScaffoldError(([finding.message] + finding.notes).joined(separator: "; "))
    }

    if let same = earlier.value.first(where: { $0.name.hasSameBytes(as: mutant.name) }) {
      throw ScaffoldError(
        "the mutant '\(mutant.name)' already exists at \(same.location); describe another mistake"
      )
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

  /// Returns the edit that creates a `parity.json` without programs, or `nil` if the file exists.
  package static func emptyList(under root: FilePath) -> FileEdit? {
    guard FileSystem.entry(at: root.appending(RepositoryFile.path)) == nil else { return nil }
    return FileEdit(RepositoryFile.path, from: nil, to: Array(emptyList.utf8))
  }

  /// Returns the edit that appends a program to `parity.json`. Creates the file if there is none.
  package static func listing(
    _ program: JSONSketch,
    under root: FilePath
  ) throws(ScaffoldError) -> FileEdit {
    var file = try JSONInsertion(into: RepositoryFile.path, under: root, orInto: emptyList)
    try file.append(program, to: "implementations")
    return file.edit
  }

  /// The text of a `parity.json` without programs.
  private static let emptyList = emptyFile(of: "implementations")

  // MARK: - Helpers

  /// Returns the error about an unknown name. Its message suggests a similar name or lists the
  /// known ones.
  private static func unknown(
    _ kind: String,
    _ name: String,
    among known: [String]
  ) -> ScaffoldError {
    ScaffoldError(Suggestion.unknown(kind, name, among: known))
  }

  /// Returns the value of the file's `$schema` member, or `nil` if it has none.
  private static func schema(
    of path: String,
    under root: FilePath
  ) throws(ScaffoldError) -> String? {
    try JSONInsertion(into: path, under: root).root["$schema"]?.string
  }

  /// Returns the text of a file that has an empty array with a name.
  private static func emptyFile(of name: String, schema: String? = nil) -> String {
    let head = schema.map { [("$schema", JSONSketch.text($0))] } ?? []
    return JSONSketch.object(head + [(name, .array([]))]).text(isSpread: true) + "\n"
  }
}
