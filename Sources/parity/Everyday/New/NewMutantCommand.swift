internal import ArgumentParser
internal import Conformance
internal import SystemPackage

/// The command `parity new mutant`, which adds an edit to the list of mutants but doesn't make it.
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

  @OptionGroup var options: NewOptions
  @OptionGroup var root: RootOption
  @OptionGroup(title: "Output") var output: OutputOptions

  func validate() throws {
    if mistake.isEmpty || find.isEmpty {
      throw ValidationError("<mistake> and --find must not be empty")
    }
  }

  /// Checks that the edit applies, and adds the mutant to its contract.
  func execute() async throws -> CommandResult {
    try options.write(under: root, output) { workspace, suite in
      let scaffold = try Scaffold.addingMutant(
        clause: clause,
        mistake: mistake,
        implementation: implementation(of: suite, in: workspace),
        file: file,
        find: find,
        replacement: replace,
        to: suite,
        programs: workspace.programs,
        under: workspace.root
      )

      let name = "\(clause): \(mistake)"
      return NewItem(
        scaffold,
        next: [
          "find out which case kills the mutant: "
            + "parity audit --only \(name.shellQuoted) --verbose"
        ]
      )
    }
  }

  /// Returns the name of the implementation to edit. If `--implementation` doesn't name it, it is
  /// the only implementation of the contract that
  ///
  /// 1. has the file as an argument of its command,
  /// 2. has an argument in the folder of the file, or
  /// 3. exists.
  ///
  /// - Throws: A failure if no implementation in parity.json implements the contract, or if several
  ///   do and none of the three attempts finds exactly one.
  private func implementation(
    of suite: Suite,
    in workspace: Workspace
  ) throws(CommandFailure) -> String {
    if let implementation { return implementation }

    let contract = suite.contract.id
    let candidates = workspace.programs.filter { $0.implements(contract) }
    let folder = FilePath(file).removingLastComponent()

    let attempts: [[ProgramEntry]] = [
      candidates.filter { $0.command.contains(file) },
      candidates.filter { candidate in
        candidate.command.contains { FilePath($0).removingLastComponent() == folder }
      },
      candidates,
    ]
    if let found = attempts.first(where: { $0.count == 1 }) { return found[0].name }

    guard !candidates.isEmpty else {
      throw CommandFailure(
        .usage,
        "no implementation in \(RepositoryFile.path) implements the contract '\(contract)'",
        "add \"\(contract)\" to \"contracts\" of the implementation that the file belongs to"
      )
    }
    throw CommandFailure(
      .usage,
      "the contract '\(contract)' has several implementations: "
        + candidates.map(\.name).joined(separator: ", "),
      "select the one that the file belongs to with --implementation"
    )
  }
}
