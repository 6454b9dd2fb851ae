internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Carry out one operation on an input of your own.",
    usage: "parity run <contract/operation> [<options>]",
    discussion: """
      Reads the input from standard input, shorthands included, and prints the output.

      Example: parity run session-detail/timeline --events recording.jsonl
      """)

  @Argument(help: ArgumentHelp("The operation.", valueName: "contract/operation"))
  var operation: String

  @Flag(help: "An input per line; a line {\"result\": …} or {\"error\": {\"code\", \"message\"}} for each.")
  var jsonl = false

  @Option(
    help: ArgumentHelp("Recorded payloads, one per line, instead of an input ('-': standard input).", valueName: "file")
  )
  var events: String?

  @Option(
    help: ArgumentHelp(
      "The implementation that answers: 'reference', or one of tools/implementations.json.", valueName: "name"))
  var implementation: String?

  @Option(help: ArgumentHelp("A program that answers instead, as a line for the shell.", valueName: "command"))
  var command: String?

  @OptionGroup(title: "Programs") var limits: LimitOptions

  @Option(help: ArgumentHelp("The folder with Fixtures and Golden, where a program answers.", valueName: "folder"))
  var root: String?

  func validate() throws {
    if implementation != nil && command != nil {
      throw ValidationError("--implementation and --command exclude each other.")
    }
    if jsonl && events != nil { throw ValidationError("--jsonl and --events exclude each other.") }
  }

  func run() async throws {
    let folder = try ContractFolder(root: root)
    let operation = try NamedOperation(self.operation, in: folder)
    let responder = try responder(for: operation.contract, in: folder)
    let question = try question()
    let (result, signal) = await Interruption.heeded { await question.result(of: operation, on: responder) }
    if let signal { signal.exit() }
    endProcess(try result.get())
  }

  private func question() throws(CommandFailure) -> Question {
    if jsonl { return .lines(lines(of: try InputFile("-").bytes())) }
    guard let events else { return .text(try InputFile("-").bytes()) }
    return .recording(try RecordedPayloads(InputFile(events)))
  }

  private func responder(for contract: Contract, in folder: ContractFolder) throws(CommandFailure) -> Responder {
    if let command {
      let host = ProgramHost(.shell(command), name: nil, limits: limits.limits)
      return .program(try starter(of: contract).start(ofCommand: command, on: host))
    }
    let names = folder.programs.filter { $0.carriesOut(contract.id) }.map(\.name)
    let name =
      implementation.flatMap { $0 == "reference" ? contract.references.first : $0 } ?? contract.references.first
    guard let name else { throw CommandFailure(.usage, contract.lackOfReference) }
    if let linked = contract.implementations.first(where: { $0.name.hasSameBytes(as: name) }) {
      try linked.requireRunnable()
      return .linked(linked)
    }
    try Workspace.requireKnown(name, among: contract.references + names)
    guard let entry = folder.programs.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw CommandFailure(.usage, contract.lackOfReference)
    }
    return .program(try starter(of: contract).start(of: entry))
  }

  private func starter(of contract: Contract) throws(CommandFailure) -> ProgramStarter {
    ProgramStarter(try Workspace(root: root, contracts: [contract.id]), limits: limits.limits, jobs: 1)
  }
}

extension Contract {
  var lackOfReference: String {
    "\(id) has no reference; mark a program with \"reference\": true in \(ImplementationsFile.path)"
  }
}
