internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import RFC3339
internal import SystemPackage

struct KnownCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "known", abstract: "Keep the list of failures that are known, which don't fail a run.",
    usage: "parity known add|prune --implementation <name> [<options>]",
    discussion: """
      \(KnownFailuresFile.path) beside \(RepositoryFile.path) has a line for each: implementation, case, kind, reason. A \
      run is red where such a case passes, or fails in another way.

      Example: parity known add --implementation desktop --reason "not written yet"
      """, subcommands: [Add.self, Prune.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add a line for each case that an implementation fails now.",
      usage: "parity known add --implementation <name> --reason <text> [<options>]",
      discussion: "Example: parity known add --implementation desktop --reason \"no artifacts yet\" --row 'artifact-*'")

    @Option(help: ArgumentHelp("Why they fail, for the report.", valueName: "text"))
    var reason: String

    @Option(help: ArgumentHelp("Where that is tracked.", valueName: "url"))
    var link: String?

    @Option(help: ArgumentHelp("The last day, in UTC, on which they are put up with.", valueName: "yyyy-mm-dd"))
    var expires: String?

    @OptionGroup(title: "Selection") var selection: SelectionOptions
    @OptionGroup var judging: JudgingOptions

    func validate() throws {
      if reason.utf8.allSatisfy({ $0 == 0x20 }) { throw ValidationError("--reason takes a text.") }
      if let expires, CalendarDay(expires) == nil { throw ValidationError("--expires takes a day as YYYY-MM-DD.") }
    }

    func run() async throws {
      let workspace = try judging.workspace()
      let selection = try workspace.selection(self.selection)
      if self.selection.list { return try workspace.list(self.selection) }
      let verdicts = try await judging.verdicts(in: workspace, selection)
      let failed = verdicts.compactMap { verdict in
        verdict.failureKind.map { kind in
          KnownFailure(
            of: verdict.implementation, verdict.testCase.name, kind, reason: reason, link: link,
            expires: expires.flatMap(CalendarDay.init))
        }
      }
      // What is said of a failure stays while it is the same.
      let kept = workspace.knownFailures.filter { old in
        !failed.contains { old.isOfSameCase(as: $0) && old.kind != $0.kind }
      }
      let added = failed.filter { new in !kept.contains { $0.isOfSameCase(as: new) } }
      let changed = added.count { new in workspace.knownFailures.contains { $0.isOfSameCase(as: new) } }
      let done = "\(counted(added.count - changed, "known failure")) added"
      try judging.write(
        kept + added, in: workspace, done: done + (changed > 0 ? ", \(changed) of another kind than before" : ""))
    }
  }

  struct Prune: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Drop the lines of cases that an implementation passes now, or that are no more.",
      usage: "parity known prune --implementation <name> [<options>]",
      discussion: "Example: parity known prune --implementation desktop")

    @OptionGroup var judging: JudgingOptions

    func run() async throws {
      let workspace = try judging.workspace()
      // What is said of contracts that are not at hand stays.
      let own = workspace.knownFailures.filter { known in
        judging.implementations.names.contains(known.implementation)
          && workspace.suites.contains { known.caseName.hasPrefix("\($0.contract.id)/") }
      }
      let names = Set(workspace.suites.flatMap { $0.cases.map(\.name) })
      let listed = own.filter { names.contains($0.caseName) }
      let verdicts =
        listed.isEmpty
        ? [] : try await judging.verdicts(in: workspace, Selection(only: listed.map { Glob($0.caseName) }))
      let failing = verdicts.filter { $0.failureKind != nil }
      let kept = workspace.knownFailures.filter { known in
        !own.contains(known) || failing.contains { known.isOfSameCase(as: $0) }
      }
      let dropped = workspace.knownFailures.count - kept.count
      try judging.write(kept, in: workspace, done: "\(counted(dropped, "known failure")) dropped")
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
      throw ValidationError("Name the implementation, one of \(RepositoryFile.path), by --implementation.")
    }
  }

  func workspace() throws(CommandFailure) -> Workspace {
    let workspace = try Workspace(suite, .judged(implementations.names), known: known.file).usable(Reporter(output))
    try Workspace.requireWritable()
    for name in implementations.names { try Workspace.requireKnown(name, among: workspace.programs.map(\.name)) }
    return workspace
  }

  /// Ends the command where something went wrong beside them.
  func verdicts(in workspace: Workspace, _ selection: Selection) async throws -> [Verdict] {
    let run = Run(
      workspace: workspace, selection: selection,
      choice: try ImplementationChoice(implementations, limits, in: workspace))
    let findings = try await Interruption.heeded { [orders] in
      let started = await run.choice.start()
      return await run.check(run.plan(started), orders: orders.independence).run(incidents: started.incidents)
    }
    try Reporter(output).requireNone(findings.incidents)
    return findings.verdicts
  }

  func write(_ failures: [KnownFailure], in workspace: Workspace, done: String) throws(CommandFailure) {
    let path = known.file.map { FilePath($0) } ?? workspace.root.appending(KnownFailuresFile.path)
    do {
      let bytes = KnownFailuresFile.bytes(of: failures)
      try FileSystem.replace(path, with: bytes, within: workspace.root)
    } catch {
      throw CommandFailure(error)
    }
    try Reporter(output).print([StyledLine("\(done); \(failures.count) in \(known.file ?? KnownFailuresFile.path)")])
  }
}
