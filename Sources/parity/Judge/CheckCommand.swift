internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import Reporting

struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check implementations against the suite's cases and goldens.",
    usage: "parity [check] [<options>]",
    discussion: """
      Parity lints the suite, and then runs its cases on the reference and on the default \
      implementations listed in \(RepositoryFile.path). A golden is the reference's recorded \
      output for a case. Parity reports each failure with its row and clause.

      Example: parity check --only 'result_*' --report junit=parity-report.xml
      """
  )

  @OptionGroup(title: "Selection") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var caseFiles: CaseFileOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var orders: OrderOptions
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// The values that are read before any program is called.
  private typealias Prepared = (
    workspace: Workspace, reporting: RunReporting, selection: Selection, shard: Shard?
  )

  func execute() async throws -> CommandResult {
    if selection.list {
      let run = try prepared()
      return CommandResult([try run.workspace.list(selection, shard: run.shard)])
    }
    let start = ContinuousClock.now
    let (run, signal) = try await Interruption.outlasted { try await checked() }
    let report = Report(
      run.findings,
      harness: harnessVersion,
      audits: run.audits,
      orders: orders.independence,
      signal: signal?.exitCode,
      showsPassed: reports.showsPassed
    )
    let notes = notes(on: run.prepared.workspace, report)
    return CommandResult(
      run.prepared.reporting.effects(
        report,
        audits: run.audits,
        notes: notes,
        after: ContinuousClock.now - start
      ),
      end: signal.map { .interruption($0) } ?? .code(report.exitCode)
    )
  }

  private func notes(on workspace: Workspace, _ report: Report) -> [String] {
    let notes = workspace.notes(isRed: report.counts.failed > 0)
    guard implementations.names.isEmpty, implementations.commands.isEmpty else { return notes }

    let unchecked = workspace.uncheckedNote(
      contracts: suite.contracts,
      checked: report.implementations
    )
    return notes + [unchecked].compactMap(\.self)
  }

  /// Runs the checks and, if requested, the audit.
  private func checked() async throws -> (
    prepared: Prepared, findings: Findings, audits: [AuditFindings]
  ) {
    let hosts = limits.hosts(of: implementations.commands)
    try OpenFileBudget(programs: hosts.count).require()
    let (prepared, run): (Prepared, Run)
    // Programs start while the suite is read. They are abandoned if reading it fails.
    for host in hosts { await host.launch() }
    do {
      prepared = try self.prepared()
      run = Run(
        workspace: prepared.workspace,
        selection: prepared.selection,
        choice: try ImplementationChoice(
          implementations,
          limits,
          in: prepared.workspace,
          hosts: hosts
        )
      )
    } catch {
      for host in hosts { await host.abandon() }
      throw error
    }
    let workspace = run.workspace
    let reporter = prepared.reporting.reporter
    let goldens = GoldenReadings()
    // Read goldens while the programs start.
    async let _: Void = goldens.prefetch(run.choice.hasPrograms ? workspace.suites : [])
    let started = await run.choice.start()
    let plan = run.plan(started, shard: prepared.shard)
    if plan.parts.isEmpty, started.incidents.isEmpty, workspace.suites.allSatisfy(\.isBundled) {
      throw CommandFailure(
        .usage,
        "nothing was checked, because no implementation was selected",
        "select one with --implementation NAME or --command COMMAND"
      )
    }
    let check = run.check(
      plan,
      orders: orders.independence,
      known: running.knownFailures(of: workspace, orders),
      goldens: goldens,
      maximumFailures: running.maxFailures
    )
    let progress = ProgressReporter(
      .checkingCases,
      of: .items(plan.count),
      reporter.progressStyle
    )
    defer { progress.clear() }
    let findings = await check.run(
      earlier: workspace.diagnostics,
      incidents: started.incidents
    ) { _ in
      progress.advance()
    }
    let audits =
      running.audit ? try await workspace.audited(nil, limits, isFull: false, reporter) : []
    return (prepared, findings, audits)
  }

  /// Reads the suite and the options of Bazel, if they apply.
  ///
  /// - Throws: A failure with the requested reports if a file of the suite can't be understood.
  private func prepared() throws -> Prepared {
    var selection = selection
    var reports = reports
    if running.shard?.isBazel == true {
      reports.requests += [BazelTest.report].compactMap(\.self)
      if !BazelTest.filter.isEmpty { selection.only = BazelTest.filter }
    }
    let shard = try running.shard?.shard()
    let workspace = try Workspace(
      suite,
      root,
      .judged(implementations.names),
      caseFiles: caseFiles,
      known: running.known.file,
      shard: shard
    )
    let reporting = try RunReporting(output, reports, in: workspace.folder)
    guard !workspace.diagnostics.hasUnusableFiles else {
      // The requested reports say why nothing was checked.
      let findings = Findings(
        suites: workspace.suites,
        diagnostics: workspace.diagnostics.inOrder(),
        verdicts: [],
        skipped: 0
      )
      let report = Report(findings, harness: harnessVersion)
      throw CommandFailure(
        .unusableData,
        "nothing was checked or written, because the suite can't be read",
        after: reporting.effects(report, report.diagnostics.lines)
      )
    }
    return (workspace, reporting, try workspace.selection(selection), shard)
  }
}
