internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct NewContractCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contract", abstract: "Begin a contract: its manifest, and its first case.",
    usage: "parity new contract <id> --operation <name> [<options>]",
    discussion: """
      Lint tells what is left to fill in. A program that answers its operation is named, with "reference": true, in \
      \(ImplementationsFile.path); goldens come from it.

      Example: parity new contract reading-list --operation sort
      """)

  @Argument(help: ArgumentHelp("The id of the contract, which is its folders' name too.", valueName: "id"))
  var id: String

  @Option(help: ArgumentHelp("The operation that implementations answer.", valueName: "name"))
  var operation: String

  @Option(
    help: ArgumentHelp(
      "The folder that has or gets Fixtures; else the nearest that has, else this one.", valueName: "folder"))
  var root: String?

  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let root = self.root.map { FilePath($0) } ?? ContractFolder.nearestRoot ?? workingFolder()
    let scaffold: Scaffold
    do throws(ScaffoldError) {
      scaffold = try ContractTemplate(id: id, operation: operation).scaffold(under: root)
    } catch {
      throw error.asUsage
    }
    try scaffold.transaction.write(under: root)
    let next = [
      "see what is left to fill in: parity lint --contract \(id)",
      "name the program that answers in \(ImplementationsFile.path), with \"reference\": true",
      "see its outputs and accept them: parity review --contract \(id)",
    ]
    try Reporter(output).print(
      scaffold.summary.map { StyledLine($0, .added) }
        + [StyledLine("next:", .emphasis)] + next.map { StyledLine("  \($0)") })
  }
}
