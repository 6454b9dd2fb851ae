internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

/// The command `parity regenerate`, which writes the outputs of references as goldens without a
/// review of each.
struct RegenerateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "regenerate",
    abstract: "Regenerate goldens and show each change.",
    usage: "parity regenerate [<options>]",
    discussion: """
      A golden is the recorded output of a case. Parity writes all changes or none, and never \
      writes an output that violates its case's expectation. If a case has no output, its golden \
      stays as it is, the others are written, and the exit code is 1. Parity keeps a golden that \
      was edited by hand, unless --only names its case. A golden that changes loses its \
      confirmations from other implementations. Each implementation given by --implementation or \
      --command confirms the goldens whose output it reproduces exactly. If the environment \
      variable CI is set to anything but 0 or false, Parity writes nothing, and exits with 73 if \
      anything would change.

      Example: parity regenerate --dry-run
      """
  )

  @OptionGroup(title: "Selection") var suite: SuiteOptions
  @OptionGroup(title: "Selection") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Confirming implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Option(
    help: ArgumentHelp(
      "Goldens to write: missing, changed or all (default: all).",
      valueName: "which"
    ),
    completion: .list(Regeneration.Mode.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var mode: Regeneration.Mode = .all

  @Flag(help: "Show the changes without writing them. Exit with 1 if there are any.")
  var dryRun = false

  @Flag(help: "For unchanged goldens, remove confirmations that no longer hold.")
  var dropConfirmations = false

  func execute() async throws -> CommandResult {
    switch try Run.forGoldens(suite, root, selection, implementations, limits, output) {
    case .listed(let list): return CommandResult([list])
    case .run(let run, let reporter): return try await result(of: run, reporter)
    }
  }

  /// Plans a regeneration, prints its changes and, unless this is a dry run, returns the edit that
  /// makes them.
  ///
  /// - Throws: `CommandFailure` if a program failed or an output isn't stable. Nothing is written
  ///   then, but the changes are printed unless a program didn't start.
  private func result(of run: Run, _ reporter: Reporter) async throws -> CommandResult {
    let (regeneration, incidents) = try await Interruption.catching {
      try await run.withPrograms { started in
        try await run.regeneration(
          mode: mode,
          dropsConfirmations: dropConfirmations,
          by: started,
          reporter
        )
      }
    }

    // If a program didn't start, the changes to its goldens aren't known, so don't print any.
    if incidents.contains(where: { $0.kind == .notStarted }) { try reporter.failIfAny(incidents) }

    let report = reporter.regeneration
    let lines =
      report.lines(regeneration)
      + report.confirmationLines(regeneration, drops: dropConfirmations)
      + report.nextVersions(regeneration)
      + [StyledLine((dryRun ? "dry run: " : "") + report.summary(regeneration))]
    let printed = [Effect.lines(lines, reporter)]
    try reporter.failIfAny(incidents + regeneration.incidents, after: printed)
    try reporter.failIfUnstable(regeneration, after: printed)
    if dryRun { return CommandResult(printed, regeneration.isSettled ? .success : .notConformant) }

    let edit = try run.workspace.edit(regeneration.transaction, after: printed)
    let isComplete = regeneration.heldBack.isEmpty && regeneration.failures.isEmpty
    return CommandResult(printed + [edit], isComplete ? .success : .notConformant)
  }
}
