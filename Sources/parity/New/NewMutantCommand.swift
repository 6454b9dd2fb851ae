internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct NewMutantCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "mutant",
    abstract: "Create a mutant: an edit that breaks a rule on purpose.",
    usage:
      "parity new mutant <mistake> --clause <clause> --file <file> --find <text> --replace <text> [<options>]",
    discussion: """
      Example: parity new mutant "last arrival wins" --contract session-detail --clause R1 \
      --file tools/adapters/javascript/session-detail/rows.mjs --find "compareWrites(known, row) <= 0" --replace true
      """
  )

  @Argument(help: ArgumentHelp("What the mutant gets wrong, in a few words.", valueName: "mistake"))
  var mistake: String

  @Option(help: ArgumentHelp("Clause that it breaks.", valueName: "clause"))
  var clause: String

  @Option(help: ArgumentHelp("Source file, relative to the suite's root.", valueName: "file"))
  var file: String

  @Option(help: ArgumentHelp("Text to replace, which occurs once in the file.", valueName: "text"))
  var find: String

  @Option(help: ArgumentHelp("Text to replace it with.", valueName: "text"))
  var replace: String

  @Option(
    help: ArgumentHelp("Program to edit, if several implement the contract.", valueName: "name")
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
      return (
        new, ["see which case kills it: parity audit --only '\(clause): \(mistake)' --verbose"]
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
    let all = workspace.programs.filter { $0.carriesOut(suite.contract.id) }
    let folder = { (path: String) in FilePath(path).removingLastComponent() }
    let own = all.filter { $0.command.contains(file) }
    let near = own.isEmpty ? all.filter { $0.command.map(folder).contains(folder(file)) } : own
    let programs = (near.count == 1 ? near : all).map(\.name)
    if programs.count == 1 { return programs[0] }
    let known =
      programs.isEmpty
      ? "\(RepositoryFile.path) lists none" : "known: \(programs.joined(separator: ", "))"
    throw ScaffoldError("name the program for \(suite.contract.id) with --implementation; \(known)")
  }
}
