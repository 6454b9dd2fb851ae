internal import ArgumentParser
internal import Conformance

struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Judge implementations against expectations and goldens (the default command).",
    usage: "parity [check] [<options>]",
    discussion: """
      Lints the suite, runs its cases and tells what broke, by which row and clause. Writes nothing.

      Example: parity check --contract session-detail --only 'result_*'
      """)

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Convergence") var convergence: ConvergenceOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() async throws {
    let workspace = try Workspace(suite)
    let reporter = Reporter(output)
    try workspace.requireUsable(reporter)
    let selection = try workspace.selection(self.selection)
    if self.selection.list { return try workspace.list(selection) }
    let choice = try ImplementationChoice(implementations, in: workspace)
    let convergence = Convergence(schedules: convergence.schedules, seed: convergence.seed)
    let (findings, signal) = await Interruption.heeded {
      let started = await choice.start()
      let plan = Plan(
        workspace.suites, selection: selection, implementations: choice.linked, programs: started.programs)
      let check = Check(
        plan, lock: workspace.lock, runner: Runner(jobs: choice.jobs, maximumFailures: running.maxFailures),
        convergence: convergence, knownFailures: running.knownFailures(of: workspace.programs))
      var progress = ProgressLine(total: plan.count, isShown: reporter.showsProgress)
      defer { progress.clear() }
      return await check.run(earlier: workspace.diagnostics, incidents: started.incidents) { _ in progress.advance() }
    }
    try reporter.print(reporter.console.lines(findings))
    if let signal { signal.exit() }
    endProcess(findings.exitStatus)
  }
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
