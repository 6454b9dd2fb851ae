internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import RFC3339

struct KnownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "known",
    abstract: "Keep the list of failures that are known, which don't fail a run.",
    usage: "parity known add|prune --implementation <name> [<options>]",
    discussion: """
      \(KnownFailuresFile.path) is next to \(RepositoryFile.path) and has a line for each \
      failure: the implementation, the case, what identifies the failure, and the reason. A check \
      fails if such a case passes or fails in another way.

      Example: parity known add --implementation desktop --reason "not written yet"
      """,
    subcommands: [Add.self, Prune.self]
  )

  struct Add: JudgingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a line for each case that an implementation fails now.",
      usage: """
        parity known add --implementation <name> --reason <text> [<options>]
        parity known add --implementation <name> --renew [<options>]
        """,
      discussion: """
        Renews lines whose case fails in another way than they say.

        Example: parity known add --implementation desktop --reason "no artifacts yet" \
        --row 'artifact-*'
        """
    )

    @Option(help: ArgumentHelp("Why the cases fail, for the report.", valueName: "text"))
    var reason: String?

    @Flag(help: "Only renew lines of the list. They keep reason, link and day, unless given.")
    var renew = false

    @Option(help: ArgumentHelp("Where the failure is tracked.", valueName: "url"))
    var link: String?

    @Option(
      help: ArgumentHelp(
        "The last day, in UTC, on which the failure is excused.",
        valueName: "yyyy-mm-dd"
      )
    )
    var expires: String?

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup(title: "Suite") var suite: SuiteOptions
    @OptionGroup(title: "Suite") var root: SuiteRootOption
    @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
    @OptionGroup(title: "Implementations") var limits: LimitOptions
    @OptionGroup(title: "Running") var orders: OrderOptions
    @OptionGroup(title: "Running") var known: KnownOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws {
      if reason == nil, !renew {
        throw ValidationError("known add needs --reason, or --renew to keep the reasons.")
      }
      if let reason, reason.utf8.allSatisfy({ $0 == 0x20 }) {
        throw ValidationError("--reason takes a text.")
      }
      if let expires, CalendarDay(expires) == nil {
        throw ValidationError("--expires takes a day as YYYY-MM-DD.")
      }
      try requireImplementation()
    }

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

    private func summary(of addition: KnownFailureAddition) -> String {
      let renewed = addition.renewedCount
      let counts = [
        renew ? nil : "\(counted(addition.addedCount, "known failure")) added",
        renew || renewed > 0 ? "\(counted(renewed, "line")) renewed" : nil,
      ]
      return counts.compactMap(\.self).joined(separator: ", ")
    }
  }

  struct Prune: JudgingCommand {
    static let configuration = CommandConfiguration(
      abstract: "Drop the lines of cases that an implementation passes now, or that are no more.",
      usage: "parity known prune --implementation <name> [<options>]",
      discussion: "Example: parity known prune --implementation desktop"
    )

    @OptionGroup(title: "Suite") var suite: SuiteOptions
    @OptionGroup(title: "Suite") var root: SuiteRootOption
    @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
    @OptionGroup(title: "Implementations") var limits: LimitOptions
    @OptionGroup(title: "Running") var orders: OrderOptions
    @OptionGroup(title: "Running") var known: KnownOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func validate() throws { try requireImplementation() }

    func execute() async throws -> CommandResult {
      let workspace = try workspace()
      let knownList = try KnownList(known.file, in: workspace.folder)

      // Keep the lines of contracts that aren't part of this run.
      let own = workspace.knownFailures.filter { known in
        implementations.names.contains(known.implementation)
          && workspace.suites.contains { known.caseName.hasPrefix("\($0.contract.id)/") }
      }
      let names = Set(workspace.suites.flatMap { $0.cases.map(\.name) })
      let listed = own.filter { names.contains($0.caseName) }
      let verdicts =
        listed.isEmpty
        ? []
        : try await self.verdicts(
          in: workspace,
          Selection(only: listed.map { Glob($0.caseName) })
        )

      let edit = KnownListEdit(of: knownList) { list in
        let kept = list.dropping(own, exceptFailing: verdicts)
        return (kept, "\(counted(list.count - kept.count, "known failure")) dropped")
      }
      return CommandResult([.editKnownFailures(edit, Reporter(output))])
    }
  }
}

/// A command that checks implementations to update the list of known failures.
private protocol JudgingCommand: Command {
  var suite: SuiteOptions { get }
  var root: SuiteRootOption { get }
  var implementations: ImplementationOptions { get }
  var limits: LimitOptions { get }
  var orders: OrderOptions { get }
  var known: KnownOptions { get }
  var output: OutputOptions { get }
}

extension JudgingCommand {
  fileprivate func requireImplementation() throws {
    if implementations.names.isEmpty || !implementations.commands.isEmpty {
      throw ValidationError(
        "Name the implementation, one of \(RepositoryFile.path), by --implementation."
      )
    }
  }

  /// Reads the suites. Throws if `CI` forbids writing or a named implementation isn't in
  /// parity.json.
  fileprivate func workspace() throws(CommandFailure) -> Workspace {
    let workspace = try Workspace(suite, root, .judged(implementations.names), known: known.file)
      .usable(
        Reporter(output)
      )
    try Workspace.requireWritable()
    for name in implementations.names {
      try Workspace.requireKnown(name, among: workspace.programs.map(\.name))
    }
    return workspace
  }

  /// Checks the implementations and returns the verdicts. Throws if there were incidents.
  fileprivate func verdicts(in workspace: Workspace, _ selection: Selection) async throws
    -> [Verdict]
  {
    let run = Run(
      workspace: workspace,
      selection: selection,
      choice: try ImplementationChoice(implementations, limits, in: workspace)
    )
    let findings = try await Interruption.heeded { [orders] in
      let started = await run.choice.start()
      return await run.check(run.plan(started), orders: orders.independence).run(
        incidents: started.incidents
      )
    }
    try Reporter(output).requireNone(findings.incidents)
    return findings.verdicts
  }
}
