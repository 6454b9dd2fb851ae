internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct NewAdapterCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "adapter",
    abstract: "Begin a program that connects your code to a contract.",
    usage: "parity new adapter <language> --contract <name> [<options>]",
    discussion: """
      Writes adapters/CONTRACT.py or .mjs, and lists it in \(RepositoryFile.path), so that check judges it.

      Example: parity new adapter javascript --contract session-detail
      """
  )

  @Argument(
    help: "One of \(AdapterTemplate.Language.allCases.map(\.rawValue).joined(separator: ", "))."
  )
  var language: AdapterTemplate.Language

  @Option(help: ArgumentHelp("One of your contracts, or a built-in one.", valueName: "name"))
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
      "call your code: the function answer in \(template.path)",
      "see what fails: parity check --contract \(contract.id) --max-failures 1",
    ]
    return CommandResult(writing: scaffold, under: folder.root, next: next, Reporter(output))
  }
}
