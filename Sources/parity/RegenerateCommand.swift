internal import ArgumentParser
internal import Conformance
internal import SystemPackage

extension Regeneration.Mode: ExpressibleByArgument {}

struct RegenerateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "regenerate", abstract: "Rewrite goldens, showing each change.",
    usage: "parity regenerate [<options>]",
    discussion: """
      An output that breaks what a case expects by hand is never written. A golden edited by hand is left unless --only \
      names its case. With CI set (to anything but nothing, 0 or false) nothing is written.

      Example: parity regenerate --dry-run
      """)

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Witnesses") var implementations: ImplementationOptions
  @OptionGroup(title: "Witnesses") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: ArgumentHelp("Which goldens: missing, changed, all.", valueName: "which"))
  var mode: Regeneration.Mode = .all

  @Flag(help: "Show what would be done and write nothing; exit 1 when there is something.")
  var dryRun = false

  func run() async throws {
    let workspace = try Workspace(suite)
    let reporter = Reporter(output)
    try workspace.requireUsable(reporter)
    let selection = try workspace.selection(self.selection)
    if self.selection.list { return try workspace.list(selection) }
    let run = RegenerationRun(
      workspace: workspace, selection: selection, mode: mode, isDryRun: dryRun,
      choice: try ImplementationChoice(implementations, limits, in: workspace, hosts: implementations.hosts(limits)),
      reporter: reporter)
    // Writing that has begun is completed, so that a signal leaves no half of it and no staging folder behind.
    let (result, signal) = try await Interruption.heeded { await run.result() }
    let status = try result.get()
    if let signal { signal.exit() }
    endProcess(status)
  }
}

/// One regeneration, from its first answer to its last file.
private struct RegenerationRun: Sendable {
  let workspace: Workspace
  let selection: Selection
  let mode: Regeneration.Mode
  let isDryRun: Bool
  let choice: ImplementationChoice
  let reporter: Reporter

  func result() async -> Result<ExitStatus, CommandFailure> {
    do throws(CommandFailure) {
      return .success(try await status())
    } catch {
      return .failure(error)
    }
  }

  private func status() async throws(CommandFailure) -> ExitStatus {
    try workspace.suites.requireRunnable(selection)
    let started = await choice.start()
    let planned = await plan(witnesses: started.programs)
    let incidents = started.incidents + (await started.finish())
    let regeneration: Regeneration
    do throws(SourceError) {
      regeneration = try planned.get()
    } catch {
      try reporter.print(reporter.console.diagnosticLines([error.diagnostic]))
      throw CommandFailure(.unusableData, "nothing was written")
    }
    guard !Task.isCancelled else { return .success }
    try report(regeneration)
    try requireNone(incidents)
    if !regeneration.failures.isEmpty {
      throw CommandFailure(.notConformant, "an implementation gave no output, so nothing was written")
    }
    if isDryRun { return regeneration.isSettled ? .success : .notConformant }
    try workspace.write(regeneration)
    return regeneration.heldBack.isEmpty ? .success : .notConformant
  }

  private func plan(witnesses: [Plan.Program]) async -> Result<Regeneration, SourceError> {
    do throws(SourceError) {
      return .success(
        try await Regeneration.plan(
          workspace.suites, lock: workspace.lock, selection: selection, mode: mode, witnesses: witnesses))
    } catch {
      return .failure(error)
    }
  }

  /// What is not sure of its answers is no witness.
  private func requireNone(_ incidents: [Incident]) throws(CommandFailure) {
    guard !incidents.isEmpty else { return }
    try reporter.print(IncidentReport(incidents).lines)
    let isStarted = !incidents.contains { $0.kind == .notStarted }
    throw CommandFailure(isStarted ? .notConformant : .unavailable, "a witness failed, so nothing was written")
  }

  private func report(_ regeneration: Regeneration) throws(CommandFailure) {
    let report = reporter.regeneration
    try reporter.print(report.lines(regeneration))
    let prefix = isDryRun ? "would be: " : ""
    try reporter.print(report.nextVersions(regeneration) + [StyledLine(prefix + report.summary(regeneration))])
  }
}
