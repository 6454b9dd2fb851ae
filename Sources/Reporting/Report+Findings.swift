internal import CanonicalJSON
package import Conformance

extension Report {
  /// Creates a report from the findings of a run.
  ///
  /// - Parameters:
  ///   - findings: The suites, verdicts, incidents and diagnostics of the run.
  ///   - harness: The version of Parity.
  ///   - audits: The findings of the suites that were audited.
  ///   - orders: The other orderings that were tried, or `nil` if none were.
  ///   - signal: The exit code for the signal that interrupted the run, or `nil` if none did.
  ///   - showsPassed: Whether to include the inputs and goldens of cases that passed.
  package init(
    _ findings: Findings,
    harness: String,
    audits: [AuditFindings] = [],
    orders: OrderIndependence? = nil,
    signal: Int32? = nil,
    showsPassed: Bool = false
  ) {
    var budget = SizeBudget()
    let verdicts = findings.verdicts.map { Verdict($0, &budget) }
    let failed = Dictionary(grouping: findings.verdicts.filter { !$0.allFailures.isEmpty }) {
      $0.testCase.name
    }
    self.harness = harness
    implementations = findings.implementations
    self.orders = orders.map(Orders.init)
    shard = findings.share
    suites = findings.suites.map { suite in
      let audit = audits.first { $0.suite.contract.id == suite.contract.id }
      return Suite(
        suite,
        shard: findings.share?.shard,
        failed: failed,
        audit,
        showsPassed: showsPassed,
        &budget
      )
    }
    self.verdicts = verdicts
    counts = Counts(verdicts, skipped: findings.skipped)
    causes = []
    incidents = findings.incidents.map(Incident.init)
    diagnostics = findings.diagnostics.map { $0.changingText(\.sanitizedForReport) }
    exitCode = 0
    let areSeveralContracts = Set(findings.verdicts.filter(\.result.isFailed).map(\.testCase.contract))
      .count > 1
    causes = Conformance.Cause.all(in: findings.verdicts, of: findings.suites).map {
      Cause($0, namesContracts: areSeveralContracts)
    }
    exitCode = signal ?? exitStatus.rawValue
  }
}

extension Report.Suite {
  fileprivate init(
    _ suite: Suite,
    shard: Shard?,
    failed: [String: [Verdict]],
    _ audit: AuditFindings?,
    showsPassed: Bool,
    _ budget: inout SizeBudget
  ) {
    let matrix = suite.matrix
    contract = suite.contract.id
    version = "\(matrix.version)"
    title = matrix.title.sanitizedForReport
    digest = suite.digest
    isBundled = suite.isBundled
    references = suite.contract.references
    operations = suite.contract.operations.map { operation in
      Report.Operation(name: operation.name, kinds: operation.facets.compactMap(\.kindPath))
    }
    clauses = matrix.clauses.map { clause in
      Report.Clause(
        id: clause.id.name,
        text: clause.text.sanitizedForReport,
        level: clause.level.rawValue,
        origin: clause.origin?.rawValue,
        refines: clause.refines.map(\.name),
        untestable: matrix.untestable.first { $0.clause.name == clause.id.name }?.reason
      )
    }
    rows = matrix.rows.map { row in
      Report.Row(
        id: row.id.name,
        scenario: row.scenario.sanitizedForReport,
        expectedBehavior: row.expectedBehavior.sanitizedForReport,
        clauses: row.clauses.map(\.name),
        cases: row.cases.map(\.name) + suite.appCases(in: row).map(\.id),
        tests: row.tests
      )
    }
    let own = suite.cases.enumerated().filter { shard?.includes($0.element) ?? true }
    let clausesByCase = ClauseCoverage(of: matrix).clauses(of: own.map(\.element), in: matrix)
    positions = shard.map { _ in own.map(\.offset) }
    cases = own.map { _, testCase in
      let failed = failed[testCase.name] ?? []
      let isPassed = failed.isEmpty
      let includesValues = !isPassed || showsPassed && budget.isLeftForPassed
      let golden = {
        failed.lazy.compactMap(\.golden).first
          ?? (try? suite.goldens.golden(of: testCase.id)?.value).map { KeptOutput($0) }
      }
      let input = { String(decoding: testCase.inputText, as: UTF8.self) }
      return Report.Case(
        id: testCase.id,
        description: testCase.description.sanitizedForReport,
        operation: testCase.operation.name,
        requires: testCase.requires,
        location: testCase.location,
        isFromApp: testCase.belongsToContract ? nil : true,
        options: testCase.appFile?.options,
        clauses: clausesByCase[testCase.id] ?? [],
        input: includesValues ? budget.text(input(), isPassed: isPassed) : nil,
        golden: includesValues ? golden().map { budget.text($0, isPassed: isPassed) } : nil
      )
    }
    self.audit = audit.map { audit in
      Report.Audit(
        mutants: audit.trials.count,
        killed: audit.killedCount,
        kills: matrix.clauses.map { audit.kills(of: $0) },
        isSound: audit.isSound
      )
    }
  }
}

extension Report.Verdict {
  fileprivate init(_ verdict: Verdict, _ budget: inout SizeBudget) {
    testCase = verdict.testCase.name
    implementation = verdict.implementation
    options = verdict.origin.options(naming: verdict.implementation)
    let failures = { Report.Failure.rendering(verdict.allFailures, of: verdict.testCase) }
    switch verdict.result {
    case .passed(let schedules): result = .passed(schedules: schedules)
    case .failed: result = .failed(failures: failures())
    case .known(_, let excuse): result = .known(failures: failures(), known: Report.Known(excuse))
    case .notApplicable(let lacking): result = .notApplicable(lacks: lacking)
    case .notRun: result = .notRun
    }
    output = verdict.output.map { budget.text($0) }
  }
}

extension Report.Cause {
  fileprivate init(_ cause: Cause, namesContracts: Bool) {
    implementation = cause.implementation
    title = cause.title.sanitizedForReport
    cases = cause.cases
    alone = cause.alone
    taken = cause.taken
    rules = cause.rules.map { namesContracts ? "\($0.contract)/\($0.id)" : $0.id }
    example = cause.example
  }
}

extension Report.Known {
  fileprivate init(_ excuse: Verdict.Excuse) {
    switch excuse {
    case .knownFailure(let known):
      kind = known.pin.kind
      isDivergence = nil
      reason = known.reason.sanitizedForReport
      link = known.link
      expires = known.expires.map { "\($0)" }
      location = known.location
    case .divergence(let divergence):
      kind = .differs
      isDivergence = true
      reason = divergence.reason.sanitizedForReport
      link = nil
      expires = nil
      location = divergence.caseName.location
    }
  }

  /// The reason with the kind of the excuse, such as `known to fail: not written yet`.
  var text: String {
    let until = expires.map { ", until \($0)" } ?? ""
    let excuse = isDivergence == true ? "accepted divergence" : "known to fail"
    return "\(excuse): \(reason)\(link.map { ", \($0)" } ?? "")\(until)"
  }
}

extension Report.Incident {
  /// Creates the report's form of an incident, with its messages as text.
  package init(_ incident: Incident) {
    let failure = incident.failure
    implementation = incident.implementation
    log = failure.log.map(\.sanitizedForReport)
    switch incident.kind {
    case .notStarted: (kind, text, cases) = (.notStarted, failure.message.sanitizedForReport, [])
    case .endedBadly: (kind, text, cases) = (.endedBadly, failure.message.sanitizedForReport, [])
    case .givenUp:
      (kind, text, cases) = (
        .givenUp, "\(failure.message.sanitizedForReport); the remaining cases were not run", []
      )
    case .misbehaved(let name):
      (kind, text, cases) = (
        .misbehaved, "\(failure.message.sanitizedForReport), while running \(name)", [name]
      )
    case .flaky(let names):
      let seen = names.distinct(by: \.self)
      let more = seen.count > 8 ? " and \(seen.count - 8) more" : ""
      let list = seen.prefix(8).joined(separator: ", ") + more
      let circumstances =
        seen.isEmpty
        ? "while no request was in flight" : "but not when these cases were run again: \(list)"
      kind = .flaky
      text = "\(failure.message.sanitizedForReport), \(circumstances)"
      cases = names
    }
  }
}

/// The remaining space for values of cases, which keeps a report small enough to read.
struct SizeBudget {
  /// The maximum size of one text, in bytes.
  static let limit = KeptOutput.mostBytes
  private var left = 32 << 20
  /// The space for cases that passed is separate, so that they don't use up the space for failures.
  private var leftForPassed = 16 << 20

  var isLeftForPassed: Bool { leftForPassed > 0 }

  /// Returns the text as it appears in the report, cut if necessary.
  ///
  /// - Parameters:
  ///   - json: The text of a JSON value. Invisible characters become JSON escapes, so the value is
  ///     the same.
  ///   - isPassed: Whether the case passed.
  mutating func text(_ json: String, isPassed: Bool = false) -> String {
    fit(printableJSON(json).cut(), isPassed: isPassed)
  }

  mutating func text(_ output: KeptOutput, isPassed: Bool = false) -> String {
    let text = printableJSON(output.text).cut(ofBytes: output.byteCount)
    return fit(text, isPassed: isPassed)
  }

  private mutating func fit(_ text: String, isPassed: Bool) -> String {
    if isPassed {
      leftForPassed -= text.utf8.count
      return text
    }
    guard text.utf8.count <= left else {
      return "… left out: the values in this report exceed 32 MiB"
    }
    left -= text.utf8.count
    return text
  }
}

extension JSONValue {
  /// The value as it appears in a report.
  var sanitizedForReport: String { printableJSON(canonicalText()).cut() }
}

extension String {
  /// The text as it appears in a report: on one line, without invisible characters, and cut if it
  /// is too long.
  var sanitizedForReport: String { printable(cut()) }

  /// Returns the text, or its beginning and a note.
  ///
  /// - Parameter byteCount: The size of the whole text if this is only its beginning.
  fileprivate func cut(ofBytes byteCount: Int = 0) -> String {
    let whole = max(byteCount, utf8.count)
    guard whole > SizeBudget.limit else { return self }
    return "\(beginning(bytes: SizeBudget.limit)) … cut at 64 KiB of \(whole) bytes"
  }
}
