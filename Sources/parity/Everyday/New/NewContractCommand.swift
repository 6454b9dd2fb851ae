internal import ArgumentParser
internal import Conformance
internal import SystemPackage
internal import TemplateFiles

/// The command `parity new contract`, which also starts a suite if there is none.
struct NewContractCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "contract",
    abstract: "Create a contract with a manifest and a first case.",
    usage: "parity new contract <id> --operation <name> [--adapter <language>] [<options>]",
    discussion: """
      The command works in any folder, even an empty one. 'parity lint' reports the placeholders \
      to replace. Goldens are recorded from the program that \(RepositoryFile.path) marks with \
      "reference": true. --adapter creates such a program.

      Example: parity new contract date-range --operation parse --adapter python
      """
  )

  @Argument(
    help: ArgumentHelp("ID of the contract; also used to name its folders.", valueName: "id")
  )
  var id: String

  @Option(
    help: ArgumentHelp("Name of the operation that implementations provide.", valueName: "name")
  )
  var operation: String

  @Option(
    help: ArgumentHelp(
      "Also create the reference program, in \(AdapterLanguage.names).",
      valueName: "language"
    ),
    completion: .list(AdapterLanguage.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var adapter: AdapterLanguage?

  @OptionGroup var root: RootOption

  @OptionGroup(title: "Output") var output: OutputOptions

  /// Creates the contract in the nearest suite, or in the current folder if there is none.
  func execute() async throws -> CommandResult {
    let root =
      try self.root.path.map { Surroundings.current.path($0) } ?? ContractFolder.nearestRepository()
      ?? Surroundings.current.folder

    let template = adapter.map {
      AdapterTemplate(language: $0, contract: id, operations: [operation])
    }
    let files = ContractFiles(
      id: id,
      operation: operation,
      manifest: String(cString: template_first_manifest_json()),
      cases: ("basics.json", String(cString: template_first_cases_json())),
      adapter: template
    )
    let scaffold = Scaffold(try files.edits(under: root))

    let program =
      template.map { "implement '\(operation)' in the function 'answer' in \($0.path)" }
      ?? "add the program that implements the contract to "
      + "\(RepositoryFile.path), with \"reference\": true"
    let next = [
      "list the placeholders to replace: parity lint --contract \(id)", program,
      "review its outputs and accept them: parity review --contract \(id)",
    ]

    return CommandResult(
      writing: scaffold,
      under: root,
      remarks: adapter?.missingRequirements() ?? [],
      next: next,
      Reporter(output)
    )
  }
}
