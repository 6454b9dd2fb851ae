internal import CanonicalJSON

extension RunRecord {
  /// Creates the record of a run from its findings. It reads no file.
  ///
  /// - Parameters:
  ///   - findings: The suites, verdicts, incidents and diagnostics of the run.
  ///   - harness: The version of Parity.
  ///   - audits: The findings of the suites that were audited.
  ///   - orders: The other orderings that were tried, or `nil` if none were.
  ///   - signal: The exit code for the signal that interrupted the run, or `nil` if none did.
  ///   - goldens: The goldens of cases whose verdicts have none (`Findings.goldens`).
  package init(
    _ findings: Findings,
    harness: String,
    audits: [AuditFindings] = [],
    orders: OrderIndependence? = nil,
    signal: Int32? = nil,
    goldens: [String: KeptOutput] = [:]
  ) {
    let results = findings.verdicts.map(CaseResult.init)
    var goldens = goldens
    for verdict in findings.verdicts {
      if let golden = verdict.golden { goldens[verdict.testCase.name] = golden }
    }

    let suites = findings.suites.map { suite in
      Suite(
        suite,
        shard: findings.share?.shard,
        goldens: goldens,
        audits.first { $0.suite.contract.id == suite.contract.id }
      )
    }

    self.init(
      harness: harness,
      exitCode: 0,
      counts: Counts(
        results,
        leftOut: findings.skipped,
        leftOutCases: findings.skippedCases
      ),
      implementations: findings.implementations,
      orders: orders.map { Orders(schedules: $0.schedules, seed: $0.seed) },
      shard: findings.share,
      suites: suites,
      results: results,
      causes: [],
      incidents: findings.incidents,
      diagnostics: findings.diagnostics
    )

    causes = Cause.all(in: self)
    exitCode = signal ?? exitStatus.rawValue
  }
}

extension CaseResult {
  /// Keeps what reports show of a verdict.
  fileprivate init(_ verdict: Verdict) {
    self.init(
      caseName: verdict.testCase.name,
      implementation: verdict.implementation,
      origin: verdict.origin,
      result: verdict.result,
      output: verdict.output,
      duration: verdict.duration,
      verdictCounts: verdict.counts
    )
  }
}

extension RunRecord.Suite {
  /// Describes a suite by its contract, its matrix and the cases of a shard.
  ///
  /// - Parameters:
  ///   - shard: The shard whose cases to keep, or `nil` to keep all.
  ///   - goldens: The goldens by the name of their case. A case that has none here is kept without.
  ///   - audit: The findings about the suite's mutants, or `nil` if they weren't run.
  fileprivate init(
    _ suite: Suite,
    shard: Shard?,
    goldens: [String: KeptOutput],
    _ audit: AuditFindings?
  ) {
    let matrix = suite.matrix
    let own = suite.cases.enumerated().filter { shard?.includes($0.element) ?? true }
    let clausesByCase = ClauseCoverage(of: matrix).clauses(of: own.map(\.element), in: matrix)

    self.init(
      contract: suite.contract.id,
      version: "\(matrix.version)",
      title: matrix.title,
      digest: suite.digest,
      isBundled: suite.isBundled,
      references: suite.contract.references,
      operations: suite.contract.operations.map { RunRecord.Operation($0) },
      clauses: matrix.clauses.map { RunRecord.Clause($0, in: matrix) },
      rows: matrix.rows.map { RunRecord.Row($0, of: suite) },
      cases: own.map { _, testCase in
        RunRecord.Case(
          testCase,
          clauses: clausesByCase[testCase.id] ?? [],
          goldenPath: testCase.usesGolden ? suite.goldens.path(of: testCase.id) : nil,
          golden: goldens[testCase.name],
          confirmedBy: suite.secondImplementations(confirming: testCase)
        )
      },
      positions: shard.map { _ in own.map(\.offset) },
      audit: audit.map { RunRecord.Audit($0, of: matrix) }
    )
  }
}

extension RunRecord.Operation {
  /// Describes an operation, with the kind paths of those of its facets that have one.
  fileprivate init(_ operation: ContractOperation) {
    self.init(
      name: operation.name,
      output: operation.output,
      kinds: operation.facets.compactMap(\.kindPath)
    )
  }
}

extension RunRecord.Clause {
  /// Describes a clause, with the reason from the matrix if no case can test it.
  fileprivate init(_ clause: Matrix.Clause, in matrix: Matrix) {
    id = clause.id.name
    text = clause.text
    level = clause.level.rawValue
    origin = clause.origin?.rawValue
    refines = clause.refines.map(\.name)
    untestable = matrix.untestable.first { $0.clause.name == clause.id.name }?.reason
  }
}

extension RunRecord.Row {
  /// Describes a row with its cases: the contract's, followed by those of apps.
  fileprivate init(_ row: Matrix.Row, of suite: Suite) {
    self.init(
      id: row.id.name,
      scenario: row.scenario,
      expectedBehavior: row.expectedBehavior,
      clauses: row.clauses.map(\.name),
      cases: row.cases.map(\.name) + suite.appCases(in: row).map(\.id),
      tests: row.tests
    )
  }
}

extension RunRecord.Audit {
  /// Summarizes the findings about the mutants of a suite, by clause of its matrix.
  fileprivate init(_ findings: AuditFindings, of matrix: Matrix) {
    self.init(
      mutants: findings.trials.count,
      killed: findings.killedCount,
      kills: matrix.clauses.map { findings.kills(of: $0) },
      isSound: findings.isSound
    )
  }
}

extension RunRecord.Case {
  /// Describes a case. The parameters other than the case are what only its suite knows.
  fileprivate init(
    _ testCase: Case,
    clauses: [String],
    goldenPath: String?,
    golden: KeptOutput?,
    confirmedBy: [String]
  ) {
    self.init(
      id: testCase.id,
      description: testCase.description,
      operation: testCase.operation.name,
      requires: testCase.requires,
      location: testCase.location,
      isFromApp: !testCase.belongsToContract,
      options: testCase.appFile?.options,
      clauses: clauses,
      input: testCase.input,
      goldenPath: goldenPath,
      golden: golden,
      confirmedBy: confirmedBy
    )
  }
}

extension Suite {
  /// Returns the implementations that returned exactly the golden of a case, without the
  /// references that goldens come from.
  fileprivate func secondImplementations(confirming testCase: Case) -> [String] {
    let confirming = goldens.lockLines[testCase.id]?.confirmedBy ?? []
    return confirming.filter { !contract.references.contains($0) }
  }
}
