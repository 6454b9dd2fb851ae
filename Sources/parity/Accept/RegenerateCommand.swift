internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

extension Regeneration.Mode: ExpressibleByArgument {}

struct RegenerateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "regenerate",
    abstract: "Regenerate goldens and show each change.",
    usage: "parity regenerate [<options>]",
    discussion: """
      Writes all changes or none. Never writes an output that breaks its case's expectation. Keeps \
      a golden that was edited by hand, unless --only names its case. A golden that changes loses \
      its confirmations by second implementations. Each --implementation and --command confirms \
      the goldens that it returns exactly. If CI is set, except to 0 or false, writes nothing and \
      exits with 73.

      Example: parity regenerate --dry-run

      \(LimitOptions.help)
      """
  )

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Second implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Second implementations") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: ArgumentHelp("Goldens to write.", valueName: "which"))
  var mode: Regeneration.Mode = .all

  @Flag(help: "Show the changes and write nothing; exit with 1 if there are any.")
  var dryRun = false

  @Flag(help: "Remove confirmations of unchanged goldens that no longer hold.")
  var dropConfirmations = false

  func execute() async throws -> CommandResult {
    switch try Run.forGoldens(suite, root, selection, implementations, limits, output) {
    case .listed(let list): return CommandResult([list])
    case .run(let run, let reporter): return try await result(of: run, reporter)
    }
  }

  private func result(of run: Run, _ reporter: Reporter) async throws -> CommandResult {
    let (regeneration, incidents) = try await Interruption.catching {
      try await run.asking { started in
        try await run.regeneration(
          mode: mode,
          dropsConfirmations: dropConfirmations,
          by: started,
          reporter
        )
      }
    }

    let report = reporter.regeneration
    let lines =
      report.lines(regeneration)
      + report.confirmationLines(regeneration, drops: dropConfirmations)
      + report.nextVersions(regeneration)
      + [StyledLine((dryRun ? "dry run: " : "") + report.summary(regeneration))]
    let printed = [Effect.lines(lines, reporter)]
    try reporter.failIfAny(incidents + regeneration.incidents, after: printed)
    guard regeneration.failures.isEmpty else {
      throw CommandFailure(
        .notConformant,
        "an implementation returned no output, so nothing was written",
        after: printed
      )
    }
    if dryRun { return CommandResult(printed, regeneration.isSettled ? .success : .notConformant) }

    let edit = try run.workspace.edit(regeneration.transaction, after: printed)
    return CommandResult(
      printed + [edit],
      regeneration.heldBack.isEmpty ? .success : .notConformant
    )
  }
}
