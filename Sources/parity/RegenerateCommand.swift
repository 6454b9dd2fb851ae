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
    let regeneration: Regeneration
    do {
      regeneration = try await Regeneration.plan(
        workspace.suites, lock: workspace.lock, selection: selection, mode: mode)
    } catch {
      try reporter.print(reporter.console.diagnosticLines([error.diagnostic]))
      throw CommandFailure(.unusableData, "nothing was written")
    }
    try report(regeneration, reporter)
    if !regeneration.failures.isEmpty {
      throw CommandFailure(.notConformant, "an implementation gave no output, so nothing was written")
    }
    if dryRun { endProcess(regeneration.isSettled ? .success : .notConformant) }
    try await write(regeneration, workspace)
    endProcess(regeneration.heldBack.isEmpty ? .success : .notConformant)
  }

  private func report(_ regeneration: Regeneration, _ reporter: Reporter) throws(CommandFailure) {
    let report = reporter.regeneration
    try reporter.print(report.lines(regeneration))
    let versions = regeneration.askedVersions.map { contract, version in
      StyledLine("next: set \"version\": \"\(version)\" in Fixtures/\(contract)/behavior-matrix.json", .emphasis)
    }
    let prefix = dryRun ? "would be: " : ""
    try reporter.print(versions + [StyledLine(prefix + report.summary(regeneration))])
  }

  private func write(_ regeneration: Regeneration, _ workspace: Workspace) async throws(CommandFailure) {
    guard !regeneration.writesNothing else { return }
    if let value = environment("CI"), !["", "0", "false"].contains(value) {
      throw CommandFailure(
        .cannotWrite, "CI is set, so nothing was written; run this where a person sees the changes, or unset CI")
    }
    // Begun means done, so that a signal leaves no half of it and no staging folder behind.
    let (result, interruption) = await Interruption.heeded { [root = workspace.root] in
      Result { () throws(FileError) in try regeneration.apply(under: root) }
    }
    do {
      try result.get()
    } catch {
      throw CommandFailure(
        .cannotWrite,
        """
        \(printable(error.path.string)): \(error.reason)
        Each golden is whole, old or new; run this again when it is mended.
        """)
    }
    if let interruption { interruption.exit() }
  }
}
