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

  /// Replies to each line as soon as it is read, until standard input ends.
  func execute() async throws -> CommandResult {
    let services = try services()
    var server = JSONRPCServer(
      implementation: ["name": "parity", "version": .string(harnessVersion), "language": "Swift"],
      contracts: services.map(\.contract.id),
      capabilities: Set(services.flatMap(\.implementation.capabilities)).sorted()
    ) { method, params, document in
      await Self.answer(to: method, params, in: document, by: services)
    }

    var splitter = LineSplitter(limit: Self.lineLimit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }

    while true {
      let (lines, isAtEnd) = try Self.nextLines(&splitter, buffer)
      for line in lines {
        if let reply = await server.reply(to: line) { try Terminal.write(data: reply) }
      }
      if isAtEnd { return CommandResult(.success) }
    }
  }

  /// A contract, and the implementation that replies to its requests.
  private typealias Service = (contract: Contract, implementation: any Implementation)

  /// Returns the contracts that have the selected implementation, together with it.
  private func services() throws(CommandFailure) -> [Service] {
    let contracts = try root.folder().contracts.filter { !$0.implementations.isEmpty }
    if let name = implementation {
      try Workspace.requireKnown(name, among: contracts.flatMap { $0.implementations.map(\.name) })
    }

    var services: [Service] = []
    for contract in contracts {
      let selected = contract.implementations.first {
        implementation == nil || implementation == $0.name
      }
      guard let selected else { continue }
      services.append((contract: contract, implementation: selected))
    }
    for service in services { try service.implementation.requireRunnable() }
    return services
  }

  /// Returns the answer to a request for an operation.
  ///
  /// - Parameters:
  ///   - method: The name of the operation, `CONTRACT/OPERATION`.
  ///   - document: The whole request, which must not be ambiguous, such as by repeated keys.
  private static func answer(
    to method: String,
    _ params: JSONNode,
    in document: JSONDocument,
    by services: [Service]
  ) async -> JSONRPCServer.Answer {
    for (contract, implementation) in services {
      let operation = contract.operations.first { method == "\(contract.id)/\($0.name)" }
      guard let operation else { continue }

      let fault = document.anomalies().first(where: \.isAmbiguous)
      if let fault {
        return .error(.invalidParams, "column \(fault.location.column): \(fault.message)")
      }
      let request = Request(contract: contract.id, operation: operation, input: params.value)
      return answer(with: await implementation.respond(to: request))
    }

    let known = services.flatMap { contract, _ in
      contract.operationNames.map { "\(contract.id)/\($0)" }
    }
    return .error(.methodNotFound, Suggestion.unknown("operation", method, among: known))
  }

  /// Returns the answer for an outcome. A refusal of the input differs from any other failure.
  private static func answer(with outcome: Outcome) -> JSONRPCServer.Answer {
    switch outcome {
    case .output(let output): .result(output.value)
    case .failure(let failure):
      .error(
        failure.pointer == nil ? .internalError : .invalidParams,
        failure.message,
        at: failure.pointer
      )
    case .skipped(let reason): .error(.skipped, reason)
    case .notRun: .error(.internalError, "the implementation didn't run the request")
    }
  }

  /// Reads the next bytes of standard input, and returns the lines that they complete.
  ///
  /// - Returns: The lines, and whether they are the last ones. The last line may lack its line
  ///   feed.
  /// - Throws: A failure if the input can't be read, or if a line is too long.
  private static func nextLines(
    _ splitter: inout LineSplitter,
    _ buffer: UnsafeMutableRawBufferPointer
  ) throws(CommandFailure) -> (lines: [[UInt8]], isAtEnd: Bool) {
    do {
      let count = try Surroundings.current.console.read(into: buffer)
      guard count > 0 else {
        return ([splitter.unfinished].filter { !$0.isEmpty }, true)
      }

      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      return (try splitter.lines(after: bytes), false)
    } catch {
      let reason = error is Errno ? "\(error)" : "a line is longer than \(lineLimit) bytes"
      throw CommandFailure(.unusableData, "standard input: \(reason)")
    }
  }

  /// The maximum length of a line in bytes, 1 GiB.
  private static let lineLimit = 1 << 30
}
