internal import ArgumentParser
internal import Conformance
internal import Reporting
internal import SystemPackage

extension Regeneration.Mode: ExpressibleByArgument {}

struct RegenerateCommand: AsyncParsableCommand {
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

  func run() async throws {
    guard
      let (run, reporter) = try Run.forGoldens(suite, selection, implementations, limits, output)
    else { return }
    // Writing that has begun is completed, so that a signal leaves no half of it and no staging
    // folder behind.
    let status = try await Interruption.heeded { () async throws -> ExitStatus in
      let (regeneration, incidents) = try await run.asking { started in
        try await run.regeneration(
          mode: mode,
          dropsConfirmations: dropConfirmations,
          by: started,
          reporter
        )
      }
      try Task.checkCancellation()
      let report = reporter.regeneration
      try reporter.print(
        report.lines(regeneration)
          + report.confirmationLines(regeneration, drops: dropConfirmations)
          + report.nextVersions(regeneration)
          + [StyledLine((dryRun ? "would be: " : "") + report.summary(regeneration))]
      )
      try reporter.requireNone(incidents + regeneration.incidents)
      if !regeneration.failures.isEmpty {
        throw CommandFailure(
          .notConformant,
          "an implementation gave no output, so nothing was written"
        )
      }
      if dryRun { return regeneration.isSettled ? .success : .notConformant }
      try run.workspace.write(regeneration)
      return regeneration.heldBack.isEmpty ? .success : .notConformant
    }
    endProcess(status)
  }
}
