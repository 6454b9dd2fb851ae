internal import AdapterHost
internal import ArgumentParser
internal import Conformance
internal import SystemPackage

/// The command `parity serve`, a program that implements the built-in contracts for another process
/// of Parity.
struct ServeCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve built-in implementations over JSON-RPC.",
    usage: "parity serve [<options>]",
    discussion: """
      Parity reads one request per line from standard input and writes one reply per line to \
      standard output, as docs/reference/wire-protocol.md specifies. Each line of input can be up \
      to 1 GiB long. Parity exits at the end of the input.

      Example: parity check --contract session-detail --command "parity serve"
      """,
    shouldDisplay: false
  )

  @Option(
    help: ArgumentHelp(
      "Implementation to serve (default: the first one of each contract).",
      valueName: "name"
    )
  )
  var implementation: String?

  @OptionGroup var root: SuiteRootOption

  func execute() async throws -> CommandResult {
    var server = ContractServer(try services(), name: "parity")
    do {
      try await server.run(
        read: Surroundings.current.console.read,
        write: { try Terminal.write(data: $0) }
      )
    } catch let error as Errno {
      throw CommandFailure(.unusableData, "standard input: \(error)")
    } catch is LineSplitter.LineTooLong {
      let limit = ContractServer.lineLimit
      throw CommandFailure(
        .unusableData,
        "standard input: a line is longer than \(limit) bytes"
      )
    }
    return CommandResult(.success)
  }

  /// Returns the contracts that have the selected implementation, together with it.
  private func services() throws(CommandFailure) -> [ContractServer.Service] {
    let contracts = try root.folder().contracts.filter { !$0.implementations.isEmpty }
    if let name = implementation {
      try Workspace.requireKnown(name, among: contracts.flatMap { $0.implementations.map(\.name) })
    }

    return contracts.compactMap { contract in
      let selected = contract.implementations.first {
        implementation == nil || implementation == $0.name
      }
      return selected.map {
        ContractServer.Service(contract.id, operations: contract.operations, implementation: $0)
      }
    }
  }
}
