internal import Conformance
internal import Reporting

/// `parity check --update`: a check, a regeneration of the goldens that the expectations allow, and
/// another check.
struct CheckUpdate: Sendable {
  private let command: CheckCommand
  /// The implementations that the command line names, which may only be references.
  private let sources: ImplementationOptions
  /// The names of the only cases to select from, or `nil` to select from all.
  private let names: [String]?

  /// - Parameters:
  ///   - command: The command, with the implementations to check.
  ///   - sources: The implementations that the command line names.
  init(_ command: CheckCommand, sources: ImplementationOptions, among names: [String]?) {
    self.command = command
    self.sources = sources
    self.names = names
  }

  /// Checks and, if that fails, regenerates goldens and checks again.
  ///
  /// - Throws: `CommandFailure` before the first check if goldens can't be written, or if they
  ///   don't come from a named implementation.
  func result(in folder: ContractFolder) async throws -> CommandResult {
    try requireReferences(in: folder)
    try Workspace.requireWritable()

    let check = try await command.outcome(in: folder, among: names)
    // A check that couldn't run, or that a signal interrupted, doesn't say what to regenerate.
    guard check.report.exitCode == ExitStatus.notConformant.rawValue else { return check.result }
    return try await regenerate(in: folder, after: check)
  }

  /// Throws if the command line names an implementation that goldens don't come from.
  private func requireReferences(in folder: ContractFolder) throws(CommandFailure) {
    guard !sources.names.isEmpty || !sources.commands.isEmpty else { return }
    let references = ["reference"] + folder.contracts.flatMap(\.references)
    let others = sources.names.filter { !references.contains($0) } + sources.commands
    guard let other = others.first else { return }

    let isListed = folder.programs.contains { $0.name == other }
    throw CommandFailure(
      .usage,
      "--update takes goldens from the reference, so '\(other)' can't be selected with it",
      isListed
        ? "to confirm goldens with '\(other)': parity regenerate --implementation \(other)"
        : "leave out the other implementations: parity check --update"
    )
  }

  /// Writes the goldens that the expectations allow, and checks again.
  ///
  /// - Parameter check: The check that failed. Its report is printed if nothing can be written.
  private func regenerate(
    in folder: ContractFolder,
    after check: CheckCommand.Outcome
  ) async throws -> CommandResult {
    let reporter = Reporter(command.output)
    let workspace = try Workspace(folder, contracts: command.suite.contracts, .own).usable(reporter)
    let run = try regenerationRun(of: workspace)
    let (regeneration, incidents) = try await Interruption.catching {
      try await run.withPrograms { started in
        // The check didn't run these cases either.
        try await run.regeneration(skipsUnsupported: true, by: started, reporter)
      }
    }

    guard incidents.isEmpty, regeneration.incidents.isEmpty else {
      let failure = CommandFailure(
        .notConformant,
        "nothing was written, because a program failed"
      )
      return CommandResult(check.effects, end: .failure(failure))
    }

    try reporter.failIfUnstable(regeneration, after: check.effects)

    let report = reporter.regeneration
    let lines =
      report.lines(regeneration) + report.confirmationLines(regeneration)
      + report.nextVersions(regeneration)
      + [StyledLine(report.summary(regeneration)), StyledLine()]

    guard !regeneration.transaction.isEmpty else {
      return CommandResult([.lines(lines, reporter)] + check.effects, end: check.end)
    }

    return CommandResult(
      [.lines(lines, reporter), try workspace.edit(regeneration.transaction)],
      end: .next {
        try await command.outcome(in: try command.root.folder(), among: names).result
      }
    )
  }

  /// Selects the cases of the check and the references, without starting any.
  private func regenerationRun(of workspace: Workspace) throws(CommandFailure) -> Run {
    let selection = try command.selection.selection(under: workspace.root, among: names)
    let choice = try ImplementationChoice(
      sources,
      command.limits,
      in: workspace,
      goldens: .ofImplementations
    )
    return Run(workspace: workspace, selection: selection, choice: choice)
  }
}
