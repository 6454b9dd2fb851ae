internal import CanonicalJSON
internal import SystemPackage

// Of the suite a report holds what its readers show. What it does not hold is empty once it is read: inputs of cases that
// passed, expectations, operations, places in the manifest.
extension ReportDocument {
  static let suite = ReportForm<Suite>.object(
    ReportPart(\.contract.id, text.at("contract")), ReportPart(\.matrix.version, version.at("version")),
    ReportPart(\.matrix.title, text.at("title")), ReportPart({ digest(of: $0) }, text.at("digest")),
    ReportPart(\.matrix.clauses, clause.list.at("clauses")), ReportPart(\.matrix.rows, row.list.at("rows")),
    ReportPart(\.matrix.untestable, exemption.list.at("untestable")), ReportPart(\.cases, testCase.list.at("cases"))
  ) { id, version, title, _, clauses, rows, untestable, cases in
    Suite(
      contract: Contract(id: id),
      matrix: Matrix(
        contract: Matrix.Reference(name: id, location: nowhere), version: version, title: title, source: "",
        support: nil, operations: [], isSpecified: true, clauses: clauses, caseFiles: [], rows: rows,
        untestable: untestable),
      cases: cases.map { $0.with(contract: id) },
      goldens: GoldenFolder(contract: id, root: FilePath(""), fileNames: [], lockLines: [:]))
  }

  private static let version = text.converted(or: "this is no version of a contract", { ContractVersion($0) }) {
    "\($0)"
  }

  private static let clause = ReportForm<Matrix.Clause>.object(
    ReportPart(\.level, word(or: "this is no level").at("level")), ReportPart(\.id, reference.at("id")),
    ReportPart(\.text, text.at("text")), ReportPart(\.refines, reference.list.at("refines"))
  ) { Matrix.Clause(id: $1, text: $2, level: $0, refines: $3) }

  private static let row = ReportForm<Matrix.Row>.object(
    ReportPart(\.id, reference.at("id")), ReportPart(\.scenario, text.at("scenario")),
    ReportPart(\.expectedBehavior, text.at("expectedBehavior")), ReportPart(\.clauses, reference.list.at("clauses")),
    ReportPart(\.cases, reference.list.at("cases")), ReportPart(\.tests, text.list.at("tests"))
  ) { Matrix.Row(id: $0, scenario: $1, expectedBehavior: $2, clauses: $3, cases: $4, tests: $5) }

  private static let exemption = ReportForm<Matrix.Exemption>.object(
    ReportPart(\.clause, reference.at("clause")), ReportPart(\.reason, text.at("reason"))
  ) { Matrix.Exemption(clause: $0, reason: $1) }

  private static let testCase = ReportForm<Case>.object(
    ReportPart(\.id, text.at("id")), ReportPart(\.description, text.at("description")),
    ReportPart(\.operation.name, text.at("operation")), ReportPart(\.requires, text.list.at("requires")),
    ReportPart(\.location, location.at("location"))
  ) {
    Case(
      contract: "", id: $0, description: $1, operation: ContractOperation($2), requires: $3, input: .null,
      expectation: Expectation(clauses: []), location: $4)
  }

  /// A report tells of cases where they stand, and of nothing else.
  private static let nowhere = SourceLocation(file: "")
  private static let reference = text.converted({ Matrix.Reference(name: $0, location: nowhere) }, \.name)

  /// SHA-256 of all that a verdict depends on beside the implementation: manifest, cases, and goldens as they are locked.
  private static func digest(of suite: Suite) -> String {
    let matrix = suite.matrix
    let goldens = suite.goldens.lockLines.values.sorted { $0.caseKey < $1.caseKey }
    let content: JSONValue = [
      "version": version.write(matrix.version), "clauses": clause.list.write(matrix.clauses),
      "rows": row.list.write(matrix.rows), "cases": .array(suite.cases.map(content)),
      "operations": .object(JSONObject(suite.contract.operations.map { ($0.name, $0.declaration) })),
      "goldens": .array(goldens.map { [.string($0.caseID), .string($0.golden)] }),
    ]
    return GoldenLock.digest(content.canonicalUTF8())
  }

  private static func content(of testCase: Case) -> JSONValue {
    [
      "id": .string(testCase.id), "operation": .string(testCase.operation.name),
      "requires": text.list.write(testCase.requires), "input": .string(GoldenLock.digest(testCase.canonicalInput)),
      "expectation": .array(testCase.expectation.clauses.map(statement)),
    ]
  }

  private static func statement(_ clause: Expectation.Clause) -> JSONValue {
    switch clause.statement {
    case .facet(let facet, let value): ["facet": .string(facet.name), "value": value]
    case .at(let pointer, let value): ["at": .string("\(pointer)"), "value": value]
    case .absent(let pointer): ["absent": .string("\(pointer)")]
    case .unwritten(let text): ["unwritten": .string(text)]
    }
  }
}

extension Case {
  /// The case with what stands elsewhere in the report: the contract, and the input where somebody will ask for it.
  func with(contract: String? = nil, input: JSONValue? = nil) -> Case {
    Case(
      contract: contract ?? self.contract, id: id, description: description, operation: operation, requires: requires,
      input: input ?? self.input, expectation: expectation, location: location)
  }
}
