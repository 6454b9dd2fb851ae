internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import Reporting

/// The command `parity check`, which also runs if a command line names no command.
struct CheckCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check implementations against cases and goldens.",
    usage: "parity [check [<filters> ...]] [<options>]",
    discussion: """
      Parity lints the suite, and runs its cases on the reference and the default \
      implementations of \(RepositoryFile.path). <filters> select cases, as -k does.

      Example: parity check 'result_*' --report junit=parity-report.xml
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Select by case, row, clause or case file, as -k does.",
      valueName: "filters",
      visibility: .hidden
    )
  )
  var filters: [String] = []

  @OptionGroup(title: "Selection") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var caseFiles: CaseFileOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Selection") var lastFailures: LastFailureOption
  @OptionGroup(title: "Running") var implementations: ImplementationOptions
  @OptionGroup(title: "Running") var repetition: RepetitionOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var orders: OrderOptions
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Running") var limits: LimitOptions

  /// Rejects `--update` with `--shard`. Goldens are regenerated for the whole selection.
  func validate() throws {
    if repetition.update, running.shard != nil {
      throw ValidationError("--update and --shard can't be combined")
    }
  }

  /// What is read before any case runs.
  private struct Prepared {
    let workspace: Workspace
    let reporting: RunReporting
    let selection: Selection
    /// The only shard to check, or `nil` to check all cases.
    let shard: Shard?
  }

  /// One check: its report, and the effects that report it.
  struct Outcome: Sendable {
    let report: RunRecord
    let effects: [Effect]
    let end: CommandResult.End

    var result: CommandResult { CommandResult(effects, end: end) }
  }

  /// Lists the selection, starts to watch the suite, updates goldens, or checks once.
  func execute() async throws -> CommandResult {
    let folder = try root.folder()
    let last = lastFailures.isSelected ? try LastFailures.recorded(in: folder) : nil
    let names = last?.caseNames
    let command = try requested(in: folder, after: last)

    if selection.list {
      let run = try command.prepared(folder, among: names)
      let list = run.workspace.list(run.selection, selection, shard: run.shard)
      return CommandResult([list])
    }

    if repetition.watch { return try await CheckWatch(command, among: names, in: folder).result() }
    if repetition.update {
      let check = CheckUpdate(command, sources: implementations, among: names)
      return try await check.result(in: folder)
    }
    return try await command.outcome(in: folder, among: names).result
  }

  /// Returns the command with all filters in one place, and with the implementations that failed
  /// last if the command line names none.
  ///
  /// - Parameter last: The failures that `--failed` selects, or `nil` without that option.
  private func requested(
    in folder: ContractFolder,
    after last: LastFailures?
  ) throws(CommandFailure) -> CheckCommand {
    var command = self
    command.selection.filters += filters
    let isNamed = !implementations.names.isEmpty || !implementations.commands.isEmpty
    // A list needs no implementation.
    guard let last, !isNamed, !selection.list else { return command }
    command.implementations.names = try last.implementations(in: folder)
    return command
  }

  /// Checks the suite once.
  ///
  /// - Parameter names: The only cases to select from, or `nil` to select from all.
  func outcome(in folder: ContractFolder, among names: [String]? = nil) async throws -> Outcome {
    let start = RunStart()
    let (run, signal) = try await Interruption.capturing { try await checked(folder, names) }

    var report = RunRecord(
      run.findings,
      harness: harnessVersion,
      audits: run.audits,
      orders: orders.independence(folder.checkDefaults),
      signal: signal?.exitCode,
      goldens: run.findings.goldens(ofPassed: run.prepared.reporting.showsPassed)
    )
    report.provenance = start.provenance(of: run.findings.provenance)

    let notes = notes(on: run.prepared.workspace, report)
    let remembered = rememberedFailures(after: run.findings, in: folder, among: names)
    let reported = run.prepared.reporting.effects(
      report,
      audits: run.audits,
      notes: notes,
      after: start.duration
    )

    return Outcome(
      report: report,
      effects: remembered + reported,
      end: signal.map { .interruption($0) } ?? .code(report.exitCode)
    )
  }

  /// Returns the effect that writes the failures for `--failed`, or nothing if they are the same as
  /// before or there is no suite to keep them in.
  private func rememberedFailures(
    after findings: Findings,
    in folder: ContractFolder,
    among names: [String]?
  ) -> [Effect] {
    guard folder.isRepository else { return [] }
    let last = LastFailures(under: folder.root)
    let updated = last.updated(
      after: findings,
      selected: lastFailures.isSelected ? names ?? [] : []
    )
    return updated.failures == last.failures ? [] : [.remember(updated)]
  }

  /// Returns the notes about the suite and, if the command line names no implementation, about
  /// those that weren't checked.
  private func notes(on workspace: Workspace, _ report: RunRecord) -> [String] {
    let notes = workspace.notes(hasFailures: report.counts.failed > 0)
    guard implementations.names.isEmpty, implementations.commands.isEmpty else { return notes }

    let unchecked = workspace.uncheckedNote(
      contracts: suite.contracts,
      checked: report.implementations
    )
    return notes + [unchecked].compactMap(\.self)
  }

  /// Runs the checks and, if requested, the audit.
  ///
  /// - Parameter names: The only cases to select from, or `nil` to select from all.
  private func checked(_ folder: ContractFolder, _ names: [String]?) async throws -> (
    prepared: Prepared, findings: Findings, audits: [AuditFindings]
  ) {
    let (prepared, run) = try await preparedRun(folder, among: names)
    let workspace = run.workspace
    let reporter = prepared.reporting.reporter
    let goldens = GoldenReadings()
    // Read goldens while the programs start.
    async let _: Void = goldens.prefetch(run.choice.hasPrograms ? workspace.suites : [])
    async let onGit = ExactTexts(of: workspace).findings()

    let started = await run.choice.start()
    let plan = run.plan(started, shard: prepared.shard)
    let isIdle = plan.parts.isEmpty && started.incidents.isEmpty
    if isIdle, workspace.suites.allSatisfy(\.isBundled) {
      throw CommandFailure(
        .usage,
        "nothing was checked, because no implementation was selected",
        "select one with --implementation NAME or --command COMMAND"
      )
    }

    let check = run.check(
      plan,
      orders: orders.independence(folder.checkDefaults),
      known: running.knownFailures(of: workspace, orders),
      goldens: goldens,
      maximumFailures: running.maxFailures,
      maximumSkipped: running.maxSkipped ?? folder.checkDefaults.maximumSkipped ?? 0
    )
    let progress = ProgressReporter(
      .checkingCases,
      of: .items(plan.count),
      reporter.progressStyle
    )
    defer { progress.clear() }

    let findings = await check.run(
      earlier: workspace.diagnostics + onGit,
      incidents: started.incidents
    ) { _ in
      progress.advance()
    }

    let audits =
      running.audit ? try await workspace.audited(nil, limits, isFull: false, reporter) : []
    return (prepared, findings, audits)
  }

  /// Reads the suite and selects the implementations.
  ///
  /// The programs that `--command` gives start while the suite is read. They are abandoned if
  /// reading it fails.
  ///
  /// - Parameter names: The only cases to select from, or `nil` to select from all.
  private func preparedRun(_ folder: ContractFolder, among names: [String]?) async throws -> (
    prepared: Prepared, run: Run
  ) {
    let hosts = limits.applying(folder.checkDefaults).hosts(of: implementations.commands)
    try OpenFileBudget(programs: hosts.count).require()

    for host in hosts { await host.launch() }
    do {
      let prepared = try self.prepared(folder, among: names)
      let choice = try ImplementationChoice(
        implementations,
        limits,
        in: prepared.workspace,
        hosts: hosts
      )
      let run = Run(
        workspace: prepared.workspace,
        selection: prepared.selection,
        choice: choice
      )
      return (prepared, run)
    } catch {
      for host in hosts { await host.abandon() }
      throw error
    }
  }

  /// Reads the suite and the options of Bazel, if they apply.
  ///
  /// - Parameter names: The only cases to select from, or `nil` to select from all.
  /// - Throws: A failure with the requested reports if a file of the suite can't be understood.
  private func prepared(_ folder: ContractFolder, among names: [String]?) throws -> Prepared {
    var selection = selection
    var reports = reports

    if reports.requests.isEmpty { reports.requests = folder.reports }
    if running.shard?.isBazel == true {
      reports.requests += [BazelTest.report].compactMap(\.self)
      if !BazelTest.filter.isEmpty { selection.only = BazelTest.filter }
    }

    let shard = try running.shard?.shard()
    let workspace = try Workspace(
      folder,
      contracts: suite.contracts,
      .checked(implementations.names),
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
      let report = RunRecord(findings, harness: harnessVersion)
      throw CommandFailure(
        .unusableData,
        "nothing was checked or written, because the suite can't be read",
        after: reporting.effects(report, report.diagnostics.lines(Reporter(output).verbosity))
      )
    }

    return Prepared(
      workspace: workspace,
      reporting: reporting,
      selection: try workspace.selection(selection, among: names),
      shard: shard
    )
  }
}
