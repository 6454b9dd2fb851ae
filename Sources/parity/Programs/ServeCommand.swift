internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import Reporting
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
      standard output, as docs/reference/wire-protocol.md specifies. Each line of input can be up to 1 GiB long. \
      Parity exits at the end of the input.

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

  /// Replies to each line as soon as it is read, until standard input ends.
  func execute() async throws -> CommandResult {
    let answering = try answering()
    var server = JSONRPCServer(
      implementation: ["name": "parity", "version": .string(harnessVersion), "language": "Swift"],
      contracts: answering.map(\.contract.id),
      capabilities: Set(answering.flatMap(\.implementation.capabilities)).sorted()
    ) { method, params, document in
      let found = answering.lazy.compactMap { contract, implementation in
        contract.operations.first { method == "\(contract.id)/\($0.name)" }
          .map {
            (
              implementation,
              Request(contract: contract.id, operation: $0, input: params.value)
            )
          }
      }.first

      guard let (implementation, request) = found else {
        let known = answering.flatMap { contract, _ in
          contract.operationNames.map { "\(contract.id)/\($0)" }
        }
        return .error(.methodNotFound, Suggestion.unknown("operation", method, among: known))
      }

      let fault = document.anomalies().first(where: \.isAmbiguous)
      if let fault {
        return .error(.invalidParams, "column \(fault.location.column): \(fault.message)")
      }

      switch await implementation.respond(to: request) {
      case .output(let output): return .result(output.value)
      case .failure(let failure):
        return .error(
          failure.pointer == nil ? .internalError : .invalidParams,
          failure.message,
          at: failure.pointer
        )
      case .skipped(let reason): return .error(.skipped, reason)
      case .notRun: return .error(.internalError, "the implementation didn't run the request")
      }
    }

    var splitter = LineSplitter(limit: Self.lineLimit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }

    while true {
      let count: Int
      let lines: [[UInt8]]
      do {
        count = try Surroundings.current.console.read(into: buffer)
        // A last line may lack its line feed.
        lines =
          count > 0
          ? try splitter.lines(after: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          : [splitter.unfinished].filter { !$0.isEmpty }
      } catch {
        let reason = error is Errno ? "\(error)" : "a line is longer than \(Self.lineLimit) bytes"
        throw CommandFailure(.unusableData, "standard input: \(reason)")
      }

      for line in lines {
        if let reply = await server.reply(to: line) { try Terminal.write(data: reply) }
      }

      guard count > 0 else { return CommandResult(.success) }
    }
  }

  /// Returns the contracts that have the selected implementation, together with it.
  private func answering() throws(CommandFailure) -> [(
    contract: Contract, implementation: any Implementation
  )] {
    let contracts = try root.folder().contracts.filter { !$0.implementations.isEmpty }
    if let name = implementation {
      try Workspace.requireKnown(name, among: contracts.flatMap { $0.implementations.map(\.name) })
    }

    let answering = contracts.compactMap { contract in
      contract.implementations.first { implementation == nil || implementation == $0.name }.map {
        (contract, $0)
      }
    }

    for (_, implementation) in answering { try implementation.requireRunnable() }
    return answering
  }

  /// The maximum length of a line in bytes, 1 GiB.
  private static let lineLimit = 1 << 30
}
