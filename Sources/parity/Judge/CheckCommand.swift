internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import Reporting

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Judge implementations against expectations and goldens (the default command).",
    usage: "parity [check] [<options>]",
    discussion: """
      Lints the suite, runs its cases and tells what broke, by which row and clause. Writes nothing \
      but the reports that --report asks for.

      Example: parity check --contract session-detail --only 'result_*' --report junit=parity.xml
      """)

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Implementations") var limits: LimitOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var known: KnownOptions
  @OptionGroup(title: "Orders of arrival") var orderIndependence: OrderOptions
  @OptionGroup(title: "Running") var sharding: ShardOptions
  @OptionGroup(title: "Running") var auditing: AuditOptions
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    if selection.list {
      let run = try prepared()
      return try run.workspace.list(run.selection, shard: run.shard)
    }
    let (run, signal) = try await Interruption.heeded { try await checked() }
    let report = Report(
      run.findings, harness: harnessVersion, audits: run.audits, orders: orderIndependence.orderIndependence,
      signal: signal?.exitCode, showsPassed: reports.showsPassed)
    let notes = run.workspace.notes(isRed: report.counts.failed > 0)
    let unwritten = try run.reporting.tell(report, audits: run.audits, notes: notes)
    if let signal { signal.exit() }
    endProcess(code: report.exitCode, or: unwritten)
  }

  private typealias Checked = (
    workspace: Workspace, reporting: RunReporting, findings: Findings, audits: [AuditFindings]
  )

  private func checked() async throws -> Checked {
    let hosts = implementations.hosts(limits)
    let (run, choice): (Prepared, ImplementationChoice)
    // Programs start while the suite is read, and are ended where there is nothing to ask them.
    for host in hosts { await host.launch() }
    do {
      run = try prepared()
      choice = try ImplementationChoice(implementations, limits, in: run.workspace, hosts: hosts)
    } catch {
      for host in hosts { await host.abandon() }
      throw error
    }
    let workspace = run.workspace
    let goldens = GoldenReadings()
    // While they start.
    async let _: Void = goldens.readAhead(choice.hasPrograms ? workspace.suites : [])
    let started = await choice.start()
    let plan = Plan(
      workspace.suites, selection: run.selection, implementations: choice.linked,
      judgesCarried: workspace.folder.judgesCarried, programs: started.programs, shard: run.shard)
    if plan.parts.isEmpty, started.incidents.isEmpty, workspace.suites.allSatisfy(\.isCarried) {
      throw CommandFailure(
        .usage, "nobody is judged; name the one who is with --implementation NAME or --command COMMAND")
    }
    let check = Check(
      plan, lock: workspace.lock, runner: Runner(jobs: choice.jobs, maximumFailures: running.maxFailures),
      orderIndependence: orderIndependence.orderIndependence, knownFailures: running.knownFailures(of: workspace),
      goldens: goldens)
    let progress = ProgressLine(total: plan.count, isShown: run.reporting.reporter.showsProgress)
    defer { progress.clear() }
    let findings = await check.run(earlier: workspace.diagnostics, incidents: started.incidents) { _ in
      progress.advance()
    }
    let audits = auditing.audit ? try await workspace.audited(nil, limits, isFull: false, run.reporting.reporter) : []
    return (workspace, run.reporting, findings, audits)
  }

  private typealias Prepared = (
    workspace: Workspace, reporting: RunReporting, selection: Selection, shard: Shard?
  )

  private func prepared() throws -> Prepared {
    let workspace = try Workspace(suite, .judged(implementations.names), known: known.file)
    let reporting = try RunReporting(output, reports, in: workspace.folder)
    guard !workspace.diagnostics.hasUnusableFiles else { throw try unusable(workspace, reporting) }
    return (workspace, reporting, try workspace.selection(selection), try sharding.chosen())
  }

  /// The reports tell why nothing was judged, where somebody waits for them.
  private func unusable(_ workspace: Workspace, _ reporting: RunReporting) throws -> CommandFailure {
    let report = Report(workspace.unusable, harness: harnessVersion)
    _ = try reporting.tell(report, report.diagnostics.lines)
    return CommandFailure(.unusableData, "the suite can't be understood, so nothing was judged or written")
  }
}

/// Whether the suite is put to the test as well.
struct AuditOptions: ParsableArguments {
  @Flag(help: "Audit the contracts too: the page shows how many mutants are killed, and a finding makes the run red.")
  var audit = false
}

/// In which other orders of arrival cases are run.
struct OrderOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Orders of arrival to try for each case; all, where there are no more.", valueName: "n"))
  var schedules = 4

  @Option(help: ArgumentHelp("Which orders: the same for the same number, everywhere.", valueName: "n"))
  var seed: UInt64 = 0

  /// Nil: none is tried.
  var orderIndependence: OrderIndependence? {
    schedules > 0 ? OrderIndependence(schedules: schedules, seed: seed) : nil
  }

  func validate() throws {
    if schedules < 0 { throw ValidationError("--schedules takes a number from 0.") }
  }
}
