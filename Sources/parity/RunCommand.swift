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
    let runner = try OperationRunner(operation)
    let responder = try responder(for: runner.contract)
    let question = try question()
    let (result, signal) = await Interruption.heeded { await question.result(by: runner, on: responder) }
    if let signal { signal.exit() }
    endProcess(try result.get())
  }

  private func question() throws(CommandFailure) -> Question {
    if jsonl { return .lines(lines(of: try InputFile("-").bytes())) }
    guard let events else { return .text(try InputFile("-").bytes()) }
    return .recording(try RecordedPayloads(InputFile(events)))
  }

  private func responder(for contract: any Contract) throws(CommandFailure) -> Responder {
    let isLinked = implementation.map { name in
      contract.implementations.contains { $0.name.hasSameBytes(as: name) }
    }
    if command == nil, isLinked ?? true {
      let linked = try Workspace.implementation(implementation, of: contract)
      try linked.requireRunnable()
      return .linked(linked)
    }
    let workspace = try suite(of: contract)
    let starter = ProgramStarter(workspace, limits: limits.limits, jobs: 1)
    if let command {
      let host = ProgramHost(.shell(command), name: nil, limits: limits.limits)
      return .program(starter.start(ofCommand: command, on: host))
    }
    let entries = workspace.programs.filter { $0.carriesOut(contract.id) }
    let name = implementation ?? ""
    try Workspace.requireKnown(name, among: contract.implementations.map(\.name) + entries.map(\.name))
    guard let entry = entries.first(where: { $0.name.hasSameBytes(as: name) }) else {
      return .linked(try Workspace.implementation(name, of: contract))
    }
    return .program(starter.start(of: entry))
  }

  private func suite(of contract: any Contract) throws(CommandFailure) -> Workspace {
    do {
      return try Workspace(root: root, contracts: [contract.id])
    } catch {
      // Without a suite no program has a name.
      if let implementation {
        try Workspace.requireKnown(implementation, among: contract.implementations.map(\.name))
      }
      throw error
    }
  }
}
