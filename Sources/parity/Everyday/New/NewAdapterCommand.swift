internal import ArgumentParser
internal import Conformance
internal import SystemPackage

/// The command `parity new adapter`, whose program replies with an error until it is connected to
/// code.
struct NewAdapterCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "adapter",
    abstract: "Create a program that connects your code to a contract.",
    usage: "parity new adapter <language> [--name <name>] [<options>]",
    discussion: """
      The command writes a program to the folder adapters and adds it to \(RepositoryFile.path), \
      so that 'parity check' runs it by default. A program in Swift or Kotlin also gets a script \
      that compiles it if its source has changed.

      Example: parity new adapter kotlin --name android
      """
  )

  @Argument(
    help: ArgumentHelp(
      "Language of the adapter: \(AdapterLanguage.names).",
      valueName: "language"
    ),
    completion: .list(AdapterLanguage.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var language: AdapterLanguage

  @Option(
    help: ArgumentHelp(
      "Name of the implementation and its files (default: the language and the contract).",
      valueName: "name"
    )
  )
  var name: String?

  @Option(
    help: ArgumentHelp(
      "Contract to implement, your own or a built-in one (default: the suite's only contract).",
      valueName: "name"
    )
  )
  var contract: String?

  @OptionGroup var root: RootOption

  @OptionGroup(title: "Output") var output: OutputOptions

  /// Creates the program. It becomes the reference if the contract has none, and is checked against
  /// it otherwise.
  func execute() async throws -> CommandResult {
    let folder = try root.folder()
    let contract = try folder.contract(try self.contract ?? onlyContract(in: folder))
    let template = AdapterTemplate(
      language: language,
      contract: contract.id,
      operations: contract.operationNames,
      name: name
    )
    let scaffold = Scaffold(
      try template.edits(
        isReference: contract.references.isEmpty,
        under: folder.root,
        ifPresent: "choose another name with --name"
      )
    )

    let next = [
      "call your code in the function 'answer' in \(template.path)",
      "find the first failure: parity check --contract \(contract.id) --max-failures 1",
    ]

    return CommandResult(
      writing: scaffold,
      under: folder.root,
      remarks: language.missingRequirements(),
      next: next,
      Reporter(output)
    )
  }

  /// Returns the only contract that the repository has or whose programs it lists.
  private func onlyContract(in folder: ContractFolder) throws(CommandFailure) -> String {
    try folder.requireSuite()
    let listed = folder.programs.flatMap { $0.contracts.map(\.name) }
    let candidates = (folder.own + listed).distinct(by: \.self)
    if candidates.count == 1 { return candidates[0] }

    let problem =
      candidates.isEmpty
      ? "the suite has no contract"
      : "the suite has several contracts: \(candidates.joined(separator: ", "))"
    throw CommandFailure(.usage, problem, "name the contract to implement with --contract NAME")
  }
}
