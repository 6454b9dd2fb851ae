internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import RFC3339

/// The group of commands that edit the list of known failures. Without one of them, it prints its
/// help.
struct KnownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "known",
    abstract: "Manage known failures, which don't fail a check.",
    usage: "parity known add|prune --implementation <name> [<options>]",
    discussion: """
      \(KnownFailuresFile.path), next to \(RepositoryFile.path), has a line for each known \
      failure. The line names the implementation and the case, identifies the failure, and states \
      the reason. A check fails if a listed case passes, if it fails in a different way, or if \
      its line has expired.

      Example: parity known add --implementation desktop --reason "not written yet"
      """,
    subcommands: [Add.self, Prune.self]
  )

  /// The command `parity known add`. It adds lines and updates lines, but removes none.
  struct Add: CheckingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Record each failing case of an implementation in the known-failures file.",
      usage: """
        parity known add --implementation <name> --reason <text> [<options>]
        parity known add --implementation <name> --renew [<options>]
        """,
      discussion: """
        The command also updates the lines of cases that now fail in a different way.

        Example: parity known add --implementation desktop --reason "no artifacts yet"
        """
    )

    @Option(help: ArgumentHelp("Reason for the failures, shown in reports.", valueName: "text"))
    var reason: String?

    @Flag(
      help:
        """
        Update existing lines only. Keep the reason, link and expiry date unless you specify new \
        ones.
        """
    )
    var renew = false

    @Option(help: ArgumentHelp("URL of the issue that tracks the failure.", valueName: "url"))
    var link: String?

    @Option(
      help: ArgumentHelp(
        "Last day (UTC) on which the failure is accepted.",
        valueName: "yyyy-mm-dd"
      )
    )
    var expires: String?

    @OptionGroup(title: "Selection") var suite: SuiteOptions
    @OptionGroup(title: "Selection") var root: SuiteRootOption
    @OptionGroup(title: "Selection") var caseFiles: CaseFileOptions
    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
    @OptionGroup(title: "Running") var orders: OrderOptions
    @OptionGroup(title: "Running") var known: KnownOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    /// Requires a reason, unless `--renew` keeps the reasons of existing lines.
    func validate() throws {
      if reason == nil, !renew {
        throw ValidationError("specify --reason, or use --renew to keep the existing reasons")
      }

      if let reason, reason.utf8.allSatisfy({ $0 == 0x20 }) {
        throw ValidationError("--reason must not be blank")
      }

      if let expires, CalendarDay(expires) == nil {
        throw ValidationError(
          "--expires must be a date in the form YYYY-MM-DD, not '\(printable(expires))'"
        )
      }
      try requireImplementation()
    }

    /// Checks the selected cases, and edits the list only if no program failed.
    func execute() async throws -> CommandResult {
      let workspace = try workspace()
      let selection = try workspace.selection(self.selection)
      if self.selection.list {
        return CommandResult([try workspace.list(self.selection)])
      }

      let knownList = try KnownList(known.file, in: workspace.folder)
      let verdicts = try await self.verdicts(in: workspace, selection)

      let terms = KnownFailureAddition.Terms(
        reason: reason,
        link: link,
        expires: expires.flatMap(CalendarDay.init)
      )

      let edit = KnownListEdit(of: knownList) { list in
        let addition = KnownFailureAddition(of: verdicts, to: list, terms, isRenewal: renew)
        return (addition.list, summary(of: addition))
      }
      return CommandResult([.editKnownFailures(edit, Reporter(output))])
    }

    /// Returns the counts of added and updated lines, as far as the command makes such changes.
    private func summary(of addition: KnownFailureAddition) -> String {
      let renewed = addition.renewedCount
      let counts = [
        renew ? nil : "\(counted(addition.addedCount, "known failure")) added",
        renew || renewed > 0 ? "\(counted(renewed, "line")) updated" : nil,
      ]
      return counts.compactMap(\.self).joined(separator: ", ")
    }
  }

  /// The command `parity known prune`. It removes lines, and adds or updates none.
  struct Prune: CheckingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Remove cases that now pass or no longer exist from the known-failures file.",
      usage: "parity known prune --implementation <name> [<options>]",
      discussion: """
        Example: parity known prune --implementation desktop
        """
    )

    @OptionGroup(title: "Suite") var suite: SuiteOptions
    @OptionGroup(title: "Suite") var root: SuiteRootOption
    @OptionGroup(title: "Suite") var caseFiles: CaseFileOptions
    @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
    @OptionGroup(title: "Running") var orders: OrderOptions
    @OptionGroup(title: "Running") var known: KnownOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions

    func validate() throws { try requireImplementation() }

    /// Checks the listed cases that still exist, and drops the lines of those that pass or are
    /// gone.
    func execute() async throws -> CommandResult {
      let workspace = try workspace()
      let knownList = try KnownList(known.file, in: workspace.folder)

      // Keep the lines of contracts that aren't part of this run.
      let names = names(in: workspace)
      let own = workspace.knownFailures.filter { known in
        names.contains(known.implementation)
          && workspace.suites.contains { known.caseName.hasPrefix("\($0.contract.id)/") }
      }
      let cases = Set(workspace.suites.flatMap { $0.cases.map(\.name) })
      let listed = own.filter { cases.contains($0.caseName) }
      let verdicts =
        listed.isEmpty
        ? []
        : try await self.verdicts(
          in: workspace,
          Selection(only: listed.map { Glob($0.caseName) })
        )

      let edit = KnownListEdit(of: knownList) { list in
        let kept = list.dropping(own, exceptFailing: verdicts)
        return (kept, "\(counted(list.count - kept.count, "known failure")) removed")
      }
      return CommandResult([.editKnownFailures(edit, Reporter(output))])
    }
  }
}

/// A command that checks implementations to update the list of known failures.
private protocol CheckingCommand: Command {
  var suite: SuiteOptions { get }
  var root: SuiteRootOption { get }
  var caseFiles: CaseFileOptions { get }
  var implementations: ImplementationOptions { get }
  var limits: LimitOptions { get }
  var orders: OrderOptions { get }
  var known: KnownOptions { get }
  var output: OutputOptions { get }
}

extension CheckingCommand {
  /// Throws unless each implementation is named, because a known failure can only be of a program
  /// in parity.json.
  fileprivate func requireImplementation() throws {
    if implementations.names.isEmpty || !implementations.commands.isEmpty {
      throw ValidationError(
        "use --implementation to name an implementation listed in \(RepositoryFile.path); "
          + "--command isn't allowed here"
      )
    }
  }

  /// Reads the suites. Throws if `CI` forbids writing or a named implementation isn't in
  /// parity.json.
  fileprivate func workspace() throws(CommandFailure) -> Workspace {
    let workspace = try Workspace(
      suite,
      root,
      .checked(implementations.names),
      caseFiles: caseFiles,
      known: known.file
    ).usable(Reporter(output))

    try Workspace.requireWritable()
    for name in implementations.names where name != "all" {
      try Workspace.requireKnown(name, among: workspace.programs.map(\.name))
    }

    guard !names(in: workspace).isEmpty else {
      throw CommandFailure(
        .usage,
        "\(RepositoryFile.path) lists no implementation of the selected contracts"
      )
    }

    return workspace
  }

  /// Returns the names of the implementations to check. With `all`, these are the programs in
  /// parity.json that implement one of the contracts, because a known failure can't be of any other
  /// implementation.
  fileprivate func names(in workspace: Workspace) -> [String] {
    guard implementations.names.contains("all") else { return implementations.names }
    let contracts = workspace.suites.map(\.contract.id)
    return workspace.programs.filter { contracts.contains(where: $0.implements) }.map(\.name)
  }

  /// Checks the implementations and returns the verdicts. Throws if there were incidents.
  fileprivate func verdicts(in workspace: Workspace, _ selection: Selection) async throws
    -> [Verdict]
  {
    var implementations = implementations
    implementations.names = names(in: workspace)
    let run = Run(
      workspace: workspace,
      selection: selection,
      choice: try ImplementationChoice(implementations, limits, in: workspace)
    )

    let findings = try await Interruption.catching { [orders] in
      let started = await run.choice.start()
      return await run.check(
        run.plan(started),
        orders: orders.independence(workspace.folder.checkDefaults)
      ).run(
        incidents: started.incidents
      )
    }

    try Reporter(output).failIfAny(findings.incidents)
    return findings.verdicts
  }
}
