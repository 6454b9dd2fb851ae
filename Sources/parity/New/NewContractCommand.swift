internal import ArgumentParser
internal import Conformance

struct NewContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contract", abstract: "Begin a contract and its reference library.",
    usage: "parity new contract <id> --operation <name> [<options>]",
    discussion: """
      Writes a library, what joins it to the harness, a matrix with its first row and case, and the contract's document, \
      and names them in Package.swift and Contracts.swift. All of it builds at once, and lint tells what is left to fill in.

      Example: parity new contract reading-list --operation sort
      """)

  @Argument(help: ArgumentHelp("The id of the contract, which is its folders' name too.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("The operation that implementations answer.", valueName: "name"))
  var operation: String

  @Option(help: ArgumentHelp("The folder of the package.", valueName: "folder"))
  var root: String?

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let workspace = try Workspace(.at(root))
    let scaffold: Scaffold
    do throws(ScaffoldError) {
      scaffold = try ContractTemplate(id: id, operation: operation).scaffold(under: workspace.root)
    } catch {
      throw error.asUsage
    }
    try workspace.write(scaffold.transaction)
    let next = [
      "build it: swift format --in-place Package.swift Sources/Contracts/Contracts.swift && swift build",
      "see what is left to fill in: parity lint --contract \(id)",
      "tell of it in README.md and CONTRIBUTING.md",
    ]
    try Reporter(output).print(
      scaffold.summary.map { StyledLine($0, .added) }
        + [StyledLine("next:", .emphasis)] + next.map { StyledLine("  \($0)") })
  }
}
