internal import ArgumentParser
internal import Conformance
internal import SystemPackage

/// The command `parity new mutant`, which records an edit but doesn't make it.
struct NewMutantCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "mutant",
    abstract: "Create a mutant, which is an edit that breaks a rule.",
    usage: """
      parity new mutant <mistake> --clause <clause> --file <file> --find <text> --replace <text> \
      [<options>]
      """,
    discussion: """
      'parity audit' makes this edit in a copy of the source and reports an error if no case \
      fails.

      Example: parity new mutant "last arrival wins" --contract session-detail --clause R1 --file \
      tools/adapters/javascript/session-detail/rows.mjs --find "compareWrites(known, row) <= 0" \
      --replace true
      """
  )

  @Argument(
    help: ArgumentHelp("The mistake that the edit makes, in a few words.", valueName: "mistake")
  )
  var mistake: String

  @Option(help: ArgumentHelp("Clause that the mutant breaks.", valueName: "clause"))
  var clause: String

  @Option(
    help: ArgumentHelp("Source file to edit, relative to the suite folder.", valueName: "file")
  )
  var file: String

  @Option(
    help: ArgumentHelp("Text to replace, which must occur once in the file.", valueName: "text")
  )
  var find: String

  @Option(help: ArgumentHelp("Replacement text.", valueName: "text"))
  var replace: String

  @Option(
    help: ArgumentHelp("Implementation to edit, if the contract has several.", valueName: "name")
  )
  var implementation: String?

  @OptionGroup var suite: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if mistake.isEmpty || find.isEmpty {
      throw ValidationError("<mistake> and --find must not be empty")
    }
  }

  /// Adds the mutant to the list of its contract, after a check that its edit can be made.
  func execute() async throws -> CommandResult {
    try suite.write(under: root, output) { workspace, suite in
      let new = try Scaffold.addingMutant(
        clause: clause,
        mistake: mistake,
        implementation: try implementation(of: suite, in: workspace),
        file: file,
        find: find,
        replacement: replace,
        to: suite,
        programs: workspace.programs,
        under: workspace.root
      )

      return NewItem(
        new,
        next: [
          "find out which case kills the mutant: "
            + "parity audit --only '\(clause): \(mistake)' --verbose"
        ]
      )
    }
  }

  /// Returns the name of the program to change: the named one, the only one whose command has the
  /// file or its folder, or the only one that implements the contract.
  private func implementation(
    of suite: Suite,
    in workspace: Workspace
  ) throws(ScaffoldError) -> String {
    if let implementation { return implementation }

    let all = workspace.programs.filter { $0.implements(suite.contract.id) }
    let folder = { (path: String) in FilePath(path).removingLastComponent() }
    let own = all.filter { $0.command.contains(file) }
    let near = own.isEmpty ? all.filter { $0.command.map(folder).contains(folder(file)) } : own
    let programs = (near.count == 1 ? near : all).map(\.name)
    if programs.count == 1 { return programs[0] }

    let known =
      programs.isEmpty
      ? "\(RepositoryFile.path) lists no program for it"
      : "known: \(programs.joined(separator: ", "))"
    throw ScaffoldError(
      "the program to edit for the contract '\(suite.contract.id)' is unclear; "
        + "name it with --implementation; \(known)"
    )
  }
}
