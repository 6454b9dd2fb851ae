internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

extension Regeneration.Mode: ExpressibleByArgument {}

struct RegenerateCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "regenerate",
    abstract: "Rewrite goldens, showing each change.",
    usage: "parity regenerate [<options>]",
    discussion: """
      An output that breaks a case's expectation is never written. A golden edited by hand stays \
      unless --only names its case. A golden that changes loses its confirmations by second \
      implementations. With CI set (to anything but nothing, 0 or false) nothing is written.

      Example: parity regenerate --dry-run
      """
  )

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Selection") var selection: SelectionOptions
  @OptionGroup(title: "Witnesses") var implementations: ImplementationOptions
  @OptionGroup(title: "Witnesses") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(help: ArgumentHelp("Which goldens: missing, changed, all.", valueName: "which"))
  var mode: Regeneration.Mode = .all

  @Flag(help: "Show what would be done and write nothing; exit 1 when there is something.")
  var dryRun = false

  @Flag(help: "Remove the confirmations of unchanged goldens that no longer hold.")
  var dropConfirmations = false

  func execute() async throws -> CommandResult {
    switch try Run.forGoldens(suite, root, selection, implementations, limits, output) {
    case .listed(let list): return CommandResult([list])
    case .run(let run, let reporter): return try await result(of: run, reporter)
    }
  }

  private func result(of run: Run, _ reporter: Reporter) async throws -> CommandResult {
    let (regeneration, incidents) = try await Interruption.heeded {
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
      + [StyledLine((dryRun ? "would be: " : "") + report.summary(regeneration))]
    let told = [Effect.lines(lines, reporter)]
    try reporter.requireNone(incidents + regeneration.incidents, after: told)
    guard regeneration.failures.isEmpty else {
      throw CommandFailure(
        .notConformant,
        "an implementation gave no output, so nothing was written",
        after: told
      )
    }
    if dryRun { return CommandResult(told, regeneration.isSettled ? .success : .notConformant) }

    let edit = try run.workspace.edit(regeneration.transaction, after: told)
    return CommandResult(
      told + [edit],
      regeneration.heldBack.isEmpty ? .success : .notConformant
    )
  }
}
