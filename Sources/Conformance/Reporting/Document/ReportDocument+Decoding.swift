internal import CanonicalJSON
internal import SystemPackage

extension ReportDocument {
  /// Reads a report; any other file is refused with the reason.
  package init(parsing bytes: [UInt8]) throws(ReportFault) {
    do throws(JSONSyntaxError) {
      json = try JSONDocument(parsing: bytes).root.value
    } catch {
      throw ReportFault("line \(error.location.line), column \(error.location.column): \(error.message)")
    }
    guard json["kind"]?.string == Self.kind else { throw ReportFault("this is no report of parity") }
    let version = try ReportReader(json).integer("version")
    guard version == Self.version else {
      throw ReportFault("this report has version \(version), and this parity reads version \(Self.version)")
    }
    _ = try run
  }

  /// The run that it tells of.
  ///
  /// What the report does not hold is empty in it: inputs of cases that passed, expectations, implementations.
  package var run: RunReport {
    get throws(ReportFault) {
      let reader = ReportReader(json)
      let suites = try reader.items("suites").map { item throws(ReportFault) in try Self.suite(item) }
      let verdicts = try VerdictDecoding(suites).verdicts(try reader.items("verdicts"))
      let notRun = verdicts.count { if case .notRun = $0.result { true } else { false } }
      let findings = Findings(
        suites: suites,
        diagnostics: try reader.items("diagnostics").map { item throws(ReportFault) in try Self.diagnostic(item) },
        verdicts: verdicts, skipped: try reader.member("counts").integer("skipped") - notRun,
        incidents: try reader.items("incidents").map { item throws(ReportFault) in try Self.incident(item) },
        share: try share, asked: try reader.texts("implementations"))
      guard let exitCode = Int32(exactly: try reader.integer("exitCode")) else {
        throw try reader.member("exitCode").fault("this is no exit code")
      }
      return RunReport(findings, harness: try reader.text("harness"), exitCode: exitCode, document: self)
    }
  }

  /// Nil: not of a shard.
  var share: ShardShare? {
    get throws(ReportFault) {
      guard let reader = ReportReader(json).optional("shard") else { return nil }
      guard let shard = Shard(index: try reader.integer("index"), of: try reader.integer("count")) else {
        throw reader.fault("there is no such shard")
      }
      return ShardShare(
        shard: shard, cases: try reader.integer("cases"), total: try reader.integer("total"),
        selection: try reader.text("selection"))
    }
  }

  private static func suite(_ reader: ReportReader) throws(ReportFault) -> Suite {
    let contract = Contract(id: try reader.text("contract"))
    let versionReader = try reader.member("version")
    guard let version = ContractVersion(try versionReader.text()) else {
      throw versionReader.fault("this is no version of a contract")
    }
    _ = try reader.text("digest")
    let matrix = Matrix(
      contract: reference(contract.id), version: version, title: try reader.text("title"), source: "", support: nil,
      operations: [], isSpecified: true,
      clauses: try reader.items("clauses").map { item throws(ReportFault) in try clause(item) }, caseFiles: [],
      rows: try reader.items("rows").map { item throws(ReportFault) in try row(item) },
      untestable: try reader.items("untestable").map { item throws(ReportFault) in
        Matrix.Exemption(clause: reference(try item.text("clause")), reason: try item.text("reason"))
      })
    let cases = try reader.items("cases").map { item throws(ReportFault) in
      Case(
        contract: contract.id, id: try item.text("id"), description: try item.text("description"),
        operation: ContractOperation(try item.text("operation")), requires: try item.texts("requires"), input: .null,
        expectation: Expectation(clauses: []), location: try location(item))
    }
    return Suite(contract: contract, matrix: matrix, cases: cases, goldens: GoldenFolder(recorded: contract.id))
  }

  private static func clause(_ reader: ReportReader) throws(ReportFault) -> Matrix.Clause {
    guard let level = Matrix.Clause.Level(rawValue: try reader.text("level")) else {
      throw try reader.member("level").fault("this is no level")
    }
    return Matrix.Clause(
      id: reference(try reader.text("id")), text: try reader.text("text"), level: level,
      refines: try reader.texts("refines").map(reference))
  }

  private static func row(_ reader: ReportReader) throws(ReportFault) -> Matrix.Row {
    Matrix.Row(
      id: reference(try reader.text("id")), scenario: try reader.text("scenario"),
      expectedBehavior: try reader.text("expectedBehavior"), clauses: try reader.texts("clauses").map(reference),
      cases: try reader.texts("cases").map(reference), tests: try reader.texts("tests"))
  }

  /// A report tells of cases where they stand, and of nothing else.
  private static func reference(_ name: String) -> Matrix.Reference {
    Matrix.Reference(name: name, location: SourceLocation(file: ""))
  }

  static func location(_ reader: ReportReader) throws(ReportFault) -> SourceLocation {
    let location = try reader.member("location")
    let file = try location.text("file")
    guard location.optional("line") != nil else { return SourceLocation(file: file) }
    return SourceLocation(
      file: file, position: TextLocation(line: try location.integer("line"), column: try location.integer("column")))
  }

  private static func diagnostic(_ reader: ReportReader) throws(ReportFault) -> Diagnostic {
    guard let severity = Diagnostic.Severity(rawValue: try reader.text("severity")) else {
      throw try reader.member("severity").fault("this is no severity")
    }
    return Diagnostic(
      try reader.text("kind") == "unusable" ? .unusable : .finding, try reader.text("message"), severity: severity,
      at: try location(reader), notes: try reader.texts("notes"))
  }

  private static func incident(_ reader: ReportReader) throws(ReportFault) -> Incident {
    let kind: Incident.Kind
    switch try reader.text("kind") {
    case "notStarted": kind = .notStarted
    case "endedBadly": kind = .endedBadly
    case "givenUp": kind = .givenUp
    case "flaky": kind = .flaky(cases: try reader.texts("cases"))
    case "misbehaved": kind = .misbehaved(case: try reader.texts("cases").first ?? "")
    default: throw try reader.member("kind").fault("this is no kind of incident")
    }
    return Incident(kind, of: try reader.text("implementation"), try cause(reader))
  }

  static func cause(_ reader: ReportReader) throws(ReportFault) -> ImplementationFailure {
    ImplementationFailure(
      try reader.text("message"), log: try reader.texts("log"),
      at: reader.optional("location") == nil ? nil : try location(reader))
  }
}

extension GoldenFolder {
  /// A folder of which nothing is at hand.
  fileprivate init(recorded contract: String) {
    self.init(contract: contract, root: FilePath(""), fileNames: [], lockLines: [:])
  }
}
