internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct NewContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contract", abstract: "Begin a contract: its manifest, its first case, and a program that answers.",
    usage: "parity new contract <id> --operation <name> [--adapter <language>] [<options>]",
    discussion: """
      In any folder, an empty one too. Lint tells what is left to fill in. Goldens come from the program that \
      \(RepositoryFile.path) marks with "reference": true, which is the one that --adapter begins.

      Example: parity new contract date-range --operation parse --adapter python
      """)

  @Argument(help: ArgumentHelp("The id of the contract, which is its folders' name too.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("The operation that implementations answer.", valueName: "name"))
  var operation: String

  @Option(help: ArgumentHelp("Begin the reference too, in this language.", valueName: "language"))
  var adapter: AdapterTemplate.Language?

  @OptionGroup var root: RootOption

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let root = try self.root.path.map { FilePath($0) } ?? ContractFolder.nearestRepository() ?? workingFolder()
    let (template, scaffold): (ContractTemplate, Scaffold)
    do throws(ScaffoldError) {
      template = try ContractTemplate(id: id, operation: operation, adapter: adapter)
      scaffold = try template.scaffold(under: root)
    } catch {
      throw error.asUsage
    }
    try scaffold.transaction.write(under: root)
    let program =
      template.adapter.map { "write \(operation): the function answer in \($0.path)" }
      ?? "name the program that answers in \(RepositoryFile.path), with \"reference\": true"
    let next = [
      "see what is left to fill in: parity lint --contract \(id)", program,
      "see its outputs and accept them: parity review --contract \(id)",
    ]
    try Reporter(output).print(scaffold, next: next)
  }
}
