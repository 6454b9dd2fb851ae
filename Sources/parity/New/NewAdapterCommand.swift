internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct NewAdapterCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "adapter",
    abstract: "Create a program that connects your code to a contract.",
    usage: "parity new adapter <language> --contract <name> [<options>]",
    discussion: """
      The command writes adapters/CONTRACT.py or adapters/CONTRACT.mjs and adds the program to \
      \(RepositoryFile.path), so that 'parity check' runs it by default.

      Example: parity new adapter javascript --contract session-detail
      """
  )

  @Argument(
    help: "Language of the adapter: python or javascript.",
    completion: .list(AdapterTemplate.Language.allCases.map(\.rawValue)),
    transform: OptionValue.choice
  )
  var language: AdapterTemplate.Language

  @Option(
    help: ArgumentHelp("Contract to implement, your own or a built-in one.", valueName: "name")
  )
  var contract: String

  @OptionGroup var root: RootOption

  @OptionGroup(title: "Output") var output: OutputOptions

  func execute() async throws -> CommandResult {
    let folder = try root.folder()
    let contract = try folder.contract(self.contract)
    let template = AdapterTemplate(
      language: language,
      contract: contract.id,
      operations: contract.operationNames
    )
    let scaffold = Scaffold(
      try template.edits(isReference: contract.references.isEmpty, under: folder.root)
    )
    let next = [
      "call your code in the function 'answer' in \(template.path)",
      "find the first failure: parity check --contract \(contract.id) --max-failures 1",
    ]
    return CommandResult(writing: scaffold, under: folder.root, next: next, Reporter(output))
  }
}
