internal import ArgumentParser
internal import Conformance

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
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Convergence") var convergence: ConvergenceOptions
  @OptionGroup(title: "Running") var sharding: ShardOptions
  @OptionGroup(title: "Running") var auditing: AuditOptions
  @OptionGroup(title: "Output") var reports: ReportOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workspace = try Workspace(suite)
    let reporting = RunReporting(output, reports, root: workspace.root)
    let reporter = reporting.reporter
    if workspace.diagnostics.hasUnusableFiles { try endUnusable(workspace, reporting) }
    let selection = try workspace.selection(self.selection)
    let shard = try sharding.chosen()
    if self.selection.list { return try workspace.list(selection, shard: shard) }
    let choice = try ImplementationChoice(implementations, in: workspace)
    let convergence = Convergence(schedules: convergence.schedules, seed: convergence.seed)
    let ((findings, audited), signal) = await Interruption.heeded {
      // Meanwhile the programs start.
      async let goldens = GoldenReadings.all(of: workspace.suites)
      let started = await choice.start()
      let plan = Plan(
        workspace.suites, selection: selection, implementations: choice.linked, programs: started.programs, shard: shard
      )
      let check = Check(
        plan, lock: workspace.lock, runner: Runner(jobs: choice.jobs, maximumFailures: running.maxFailures),
        convergence: convergence, knownFailures: running.knownFailures(of: workspace.programs))
      let progress = ProgressLine(total: plan.count, isShown: reporter.showsProgress)
      defer { progress.clear() }
      let findings = await check.run(
        goldens: await goldens, earlier: workspace.diagnostics, incidents: started.incidents
      ) { _ in
        progress.advance()
      }
      return (findings, auditing.audit ? await workspace.audited() : .success([]))
    }
    let audits = try audited.get()
    let status = max(findings.exitStatus, audits.allSatisfy(\.isSound) ? .success : .notConformant)
    let exitCode = signal?.exitCode ?? status.rawValue
    let unwritten = try reporting.tell(
      RunReport(findings, harness: harnessVersion, exitCode: exitCode), audits: audits)
    if let signal { signal.exit() }
    endProcess(code: exitCode, or: unwritten)
  }

  /// The reports tell why nothing was judged, where somebody waits for them.
  private func endUnusable(_ workspace: Workspace, _ reporting: RunReporting) throws -> Never {
    let run = RunReport(workspace.unusable, harness: harnessVersion, exitCode: ExitStatus.unusableData.rawValue)
    _ = try reporting.tell(run, reporting.reporter.console.diagnosticLines(run.findings.diagnostics))
    CommandFailure(.unusableData, "the suite can't be understood, so nothing was judged or written").exit()
  }
}

/// Whether the suite is put to the test as well.
struct AuditOptions: ParsableArguments {
  @Flag(help: "Audit the contracts too: the page shows what catches what, and a finding makes the run red.")
  var audit = false
}

/// In which other orders of arrival cases are run.
struct ConvergenceOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Orders of arrival to try for each case; all, where there are no more.", valueName: "n"))
  var schedules = 4

  @Option(help: ArgumentHelp("Which orders: the same for the same number, everywhere.", valueName: "n"))
  var seed: UInt64 = 0

  func validate() throws {
    if schedules < 0 { throw ValidationError("--schedules takes a number from 0.") }
  }
}
