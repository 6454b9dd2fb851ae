internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import RFC3339

struct KnownCommand: AsyncParsableCommand {
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

  struct Add: AsyncParsableCommand {
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
    @OptionGroup var judging: JudgingOptions

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
    }

    func run() async throws {
      let workspace = try judging.workspace()
      let selection = try workspace.selection(self.selection)
      if self.selection.list { return try workspace.list(self.selection) }

      let knownList = try KnownList(judging.known.file, in: workspace.folder)
      let verdicts = try await judging.verdicts(in: workspace, selection)
      let terms = KnownFailureAddition.Terms(
        reason: reason,
        link: link,
        expires: expires.flatMap(CalendarDay.init)
      )
      let outcome = try knownList.edit { list in
        let addition = KnownFailureAddition(of: verdicts, to: list, terms, isRenewal: renew)
        return (addition.list, summary(of: addition))
      }
      try Reporter(judging.output).print([StyledLine(outcome)])
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

  struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Drop the lines of cases that an implementation passes now, or that are no more.",
      usage: "parity known prune --implementation <name> [<options>]",
      discussion: "Example: parity known prune --implementation desktop"
    )

    @OptionGroup var judging: JudgingOptions

    func run() async throws {
      let workspace = try judging.workspace()
      let knownList = try KnownList(judging.known.file, in: workspace.folder)

      // Lines of contracts that are not at hand stay.
      let own = workspace.knownFailures.filter { known in
        judging.implementations.names.contains(known.implementation)
          && workspace.suites.contains { known.caseName.hasPrefix("\($0.contract.id)/") }
      }
      let names = Set(workspace.suites.flatMap { $0.cases.map(\.name) })
      let listed = own.filter { names.contains($0.caseName) }
      let verdicts =
        listed.isEmpty
        ? []
        : try await judging.verdicts(
          in: workspace,
          Selection(only: listed.map { Glob($0.caseName) })
        )

      let outcome = try knownList.edit { list in
        let kept = list.dropping(own, exceptFailing: verdicts)
        return (kept, "\(counted(list.count - kept.count, "known failure")) dropped")
      }
      try Reporter(judging.output).print([StyledLine(outcome)])
    }
  }
}

/// Who is judged for the list, and how.
struct JudgingOptions: ParsableArguments {
  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Implementations") var limits: LimitOptions
  @OptionGroup(title: "Running") var orders: OrderOptions
  @OptionGroup(title: "Running") var known: KnownOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if implementations.names.isEmpty || !implementations.commands.isEmpty {
      throw ValidationError(
        "Name the implementation, one of \(RepositoryFile.path), by --implementation."
      )
    }
  }

  func workspace() throws(CommandFailure) -> Workspace {
    let workspace = try Workspace(suite, .judged(implementations.names), known: known.file).usable(
      Reporter(output)
    )
    try Workspace.requireWritable()
    for name in implementations.names {
      try Workspace.requireKnown(name, among: workspace.programs.map(\.name))
    }
    return workspace
  }

  /// Ends the command where something went wrong beside them.
  func verdicts(in workspace: Workspace, _ selection: Selection) async throws -> [Verdict] {
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
