internal import CanonicalJSON

/// What the page's script is given: the matrix, a letter for each verdict, and the details of what failed.
struct PageData {
  private(set) var value: JSONValue

  init(_ run: RunReport, audits: [AuditFindings], limits: HTMLReport.Limits) {
    let findings = run.findings
    var text = PageText(limits)
    let contracts = findings.suites.map { suite in
      let audit = audits.first { $0.suite.contract.id.hasSameBytes(as: suite.contract.id) }
      return ContractData(suite, findings: findings, audit: audit).value(&text)
    }
    let counts = findings.counts.named.filter { $0.name != "schedules" }
    value = [
      "contracts": .array(contracts),
      "conformant": .bool(run.exitCode == ExitStatus.success.rawValue), "interrupted": .bool(run.isInterrupted),
      "shard": findings.share.map { PageText.line("\($0)") } ?? .null,
      "counts": .object(JSONObject(counts.map { ($0, .number(.init($1))) })),
      "diagnostics": .array(
        findings.diagnostics.map { diagnostic in
          [
            "severity": .string(diagnostic.severity.rawValue), "message": PageText.line(diagnostic.message),
            "location": PageText.line("\(diagnostic.location)"), "notes": PageText.lines(diagnostic.notes),
          ]
        }),
      "incidents": text.lines(IncidentReport(findings.incidents, limit: 20).lines.filter { !$0.spans.isEmpty }),
    ]
  }
}

/// One contract: its matrix, its cases, and who was asked.
private struct ContractData {
  private let suite: Suite
  private let findings: Findings
  private let audit: AuditFindings?
  private let implementations: [(name: String, counts: VerdictCounts)]
  private let verdicts: [TextKey: CaseVerdicts]
  /// The position of each case in the suite.
  private let positions: [TextKey: Int]

  init(_ suite: Suite, findings: Findings, audit: AuditFindings?) {
    self.suite = suite
    self.findings = findings
    self.audit = audit
    let parts = findings.parts.filter { $0.suite.contract.id.hasSameBytes(as: suite.contract.id) }
    implementations = parts.map { ($0.implementation, $0.counts) }
    let groups = CaseVerdicts.grouped(findings.verdicts(of: suite))
    verdicts = Dictionary(groups.map { (TextKey($0.testCase.id), $0) }) { first, _ in first }
    positions = Dictionary(suite.cases.enumerated().map { (TextKey($1.id), $0) }) { first, _ in first }
  }

  func value(_ text: inout PageText) -> JSONValue {
    [
      "id": .string(suite.contract.id), "version": .string("\(suite.matrix.version)"),
      "title": PageText.line(suite.matrix.title),
      "implementations": .array(
        implementations.map { name, counts in
          [
            "name": PageText.line(name), "judged": .number(.init(counts.judged)),
            "passed": .number(.init(counts.passed)), "orders": .number(.init(counts.schedules)),
          ]
        }),
      "clauses": .array(suite.matrix.clauses.map(value)), "rows": .array(suite.matrix.rows.map(value)),
      "cases": .array(suite.cases.map { value($0, &text) }),
      "audit": audit.map { audit in
        ["killed": .number(.init(audit.killedCount)), "mutants": .number(.init(audit.trials.count))]
      } ?? .null,
    ]
  }

  // MARK: - The matrix

  private func value(_ clause: Matrix.Clause) -> JSONValue {
    var object: JSONObject = [
      "id": PageText.line(clause.id.name), "text": PageText.line(clause.text), "level": .string(clause.level.rawValue),
      "refines": PageText.lines(clause.refines.map(\.name)),
    ]
    let excuse = suite.matrix.untestable.first { $0.clause.name.hasSameBytes(as: clause.id.name) }
    object["excuse"] = excuse.map { PageText.line($0.reason) }
    object["kills"] = audit.map { .number(.init($0.kills(of: clause))) }
    return .object(object)
  }

  private func value(_ row: Matrix.Row) -> JSONValue {
    let named = row.clauses.map(\.name)
    return [
      "id": PageText.line(row.id.name), "scenario": PageText.line(row.scenario),
      "expected": PageText.line(row.expectedBehavior),
      "clauses": PageText.lines(named),
      "covers": PageText.lines(suite.matrix.withRefined(named)),
      "cases": .array(row.cases.compactMap { positions[TextKey($0.name)] }.map { .number(.init($0)) }),
      "tests": PageText.lines(row.tests),
    ]
  }

  // MARK: - Cases

  private func value(_ testCase: Case, _ text: inout PageText) -> JSONValue {
    let verdicts = verdicts[TextKey(testCase.id)]
    let byName = Dictionary(
      (verdicts?.verdicts ?? []).map { (TextKey($0.implementation), $0) }, uniquingKeysWith: { first, _ in first })
    let inOrder = implementations.map { byName[TextKey($0.name)] }
    var object: JSONObject = [
      "id": .string(testCase.id), "description": PageText.line(testCase.description),
      "location": PageText.line("\(testCase.location)"), "operation": PageText.line(testCase.operation.name),
      "verdicts": .string(inOrder.map { $0?.letter ?? "." }.joined()),
    ]
    if inOrder.contains(where: { $0?.note != nil }) {
      object["notes"] = .array(inOrder.map { $0?.note.map(PageText.line) ?? .null })
    }
    if !testCase.requires.isEmpty { object["requires"] = PageText.lines(testCase.requires) }
    object["details"] = verdicts?.details(&text)
    return .object(object)
  }
}

extension Verdict {
  /// `.` stands for a case that was left out.
  fileprivate var letter: String { String(kind.rawValue.prefix(1)) }

  /// What there is to tell of one that did not fail.
  fileprivate var note: String? {
    switch result {
    case .passed(let schedules) where schedules > 0: "in \(counted(schedules, "order")) of arrival"
    case .unsupported(let lacking): "lacks \(lacking.joined(separator: ", "))"
    case .passed, .failed, .known, .notRun: nil
    }
  }
}
