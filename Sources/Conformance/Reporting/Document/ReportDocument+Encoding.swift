internal import CanonicalJSON

extension ReportDocument {
  init(encoding run: RunReport) {
    let findings = run.findings
    json = .members([
      ("kind", .string(Self.kind)), ("version", .integer(Self.version)), ("harness", .string(run.harness)),
      ("exitCode", .integer(run.exitCode)), ("counts", Self.counts(findings.counts)),
      ("shard", findings.share.map(Self.share)), ("suites", .array(findings.suites.map(Self.suite))),
      ("implementations", .texts(findings.implementations)),
      ("verdicts", .array(findings.verdicts.map(Self.verdict))),
      ("incidents", .array(findings.incidents.map(Self.incident))),
      ("diagnostics", .array(findings.diagnostics.map(Self.diagnostic))),
    ])
  }

  static func counts(_ counts: VerdictCounts) -> JSONValue {
    [
      "judged": .integer(counts.judged), "passed": .integer(counts.passed), "failed": .integer(counts.failed),
      "known": .integer(counts.known), "unsupported": .integer(counts.unsupported),
      "skipped": .integer(counts.skipped), "schedules": .integer(counts.schedules),
    ]
  }

  private static func share(_ share: ShardShare) -> JSONValue {
    [
      "index": .integer(share.shard.index), "count": .integer(share.shard.count), "cases": .integer(share.cases),
      "total": .integer(share.total), "selection": .string(share.selection),
    ]
  }

  // MARK: - The suite

  private static func suite(_ suite: Suite) -> JSONValue {
    let matrix = suite.matrix
    return [
      "contract": .string(suite.contract.id), "version": .string("\(matrix.version)"),
      "title": ReportValue.text(matrix.title), "digest": .string(digest(of: suite)),
      "clauses": .array(matrix.clauses.map(clause)), "rows": .array(matrix.rows.map(row)),
      "cases": .array(suite.cases.map(testCase)),
      "untestable": .array(
        matrix.untestable.map { ["clause": ReportValue.text($0.clause.name), "reason": ReportValue.text($0.reason)] }),
    ]
  }

  private static func clause(_ clause: Matrix.Clause) -> JSONValue {
    [
      "id": ReportValue.text(clause.id.name), "text": ReportValue.text(clause.text),
      "level": .string(clause.level.rawValue), "refines": .texts(clause.refines.map(\.name)),
    ]
  }

  private static func row(_ row: Matrix.Row) -> JSONValue {
    [
      "id": ReportValue.text(row.id.name), "scenario": ReportValue.text(row.scenario),
      "expectedBehavior": ReportValue.text(row.expectedBehavior), "clauses": .texts(row.clauses.map(\.name)),
      "cases": .texts(row.cases.map(\.name)), "tests": .texts(row.tests),
    ]
  }

  private static func testCase(_ testCase: Case) -> JSONValue {
    [
      "id": .string(testCase.id), "description": ReportValue.text(testCase.description),
      "operation": ReportValue.text(testCase.operation.name), "requires": .texts(testCase.requires),
      "location": location(testCase.location),
    ]
  }

  /// SHA-256 of all that a verdict depends on beside the implementation: manifest, cases, and goldens as they are locked.
  private static func digest(of suite: Suite) -> String {
    let matrix = suite.matrix
    let goldens = suite.goldens.lockLines.values.sorted { $0.caseKey < $1.caseKey }
    let content: JSONValue = [
      "version": .string("\(matrix.version)"), "clauses": .array(matrix.clauses.map(clause)),
      "rows": .array(matrix.rows.map(row)), "cases": .array(suite.cases.map(content)),
      "operations": .object(JSONObject(suite.contract.operations.map { ($0.name, $0.declaration) })),
      "goldens": .array(goldens.map { [.string($0.caseID), .string($0.golden)] }),
    ]
    return GoldenLock.digest(content.canonicalUTF8())
  }

  private static func content(of testCase: Case) -> JSONValue {
    [
      "id": .string(testCase.id), "operation": .string(testCase.operation.name), "requires": .texts(testCase.requires),
      "input": .string(GoldenLock.digest(testCase.canonicalInput)),
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

  // MARK: - What is wrong beside verdicts

  static func location(_ location: SourceLocation) -> JSONValue {
    .members([
      ("file", ReportValue.text(location.file)), ("line", location.position.map { .integer($0.line) }),
      ("column", location.position.map { .integer($0.column) }),
    ])
  }

  private static func diagnostic(_ diagnostic: Diagnostic) -> JSONValue {
    [
      "severity": .string(diagnostic.severity.rawValue),
      "kind": .string(diagnostic.kind == .unusable ? "unusable" : "finding"),
      "message": ReportValue.text(diagnostic.message), "location": location(diagnostic.location),
      "notes": .texts(diagnostic.notes),
    ]
  }

  private static func incident(_ incident: Incident) -> JSONValue {
    let kind: (word: String, cases: [String]?) =
      switch incident.kind {
      case .notStarted: ("notStarted", nil)
      case .endedBadly: ("endedBadly", nil)
      case .givenUp: ("givenUp", nil)
      case .flaky(let cases): ("flaky", cases)
      case .misbehaved(let caseName): ("misbehaved", [caseName])
      }
    return .members([
      ("implementation", ReportValue.text(incident.implementation)), ("kind", .string(kind.word)),
      ("cases", kind.cases.map { .texts($0) }), ("message", ReportValue.text(incident.failure.message)),
      ("log", .texts(incident.failure.log)),
    ])
  }
}
