internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Contracts
internal import SystemPackage

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Be an implementation for others: answer JSON-RPC on standard input and output.",
    usage: "parity serve [<options>]",
    discussion: """
      One message per line, as docs/adapters.md has it; ends with its input.

      Example: parity check --command "parity serve"
      """)

  @Option(help: ArgumentHelp("The implementation that answers; the first of each contract if none.", valueName: "name"))
  var implementation: String?

  func run() async throws {
    let contracts = try Self.contracts(of: implementation)
    let capabilities = try contracts.flatMap { contract throws(CommandFailure) in
      let answering = try Workspace.implementation(implementation, of: contract)
      try answering.requireRunnable()
      return answering.capabilities
    }
    var server = JSONRPCServer(
      implementation: ["name": "parity", "version": .string(harnessVersion), "language": "Swift"],
      contracts: contracts.map(\.id), capabilities: Set(capabilities).sorted()
    ) { [implementation] method, params, document in
      let runner: OperationRunner
      do throws(CommandFailure) {
        runner = try OperationRunner(method, implementation: implementation)
      } catch {
        return .error(.methodNotFound, error.messages.joined(separator: "\n"))
      }
      return switch await runner.answer(to: params, in: SourceFile(path: "request", document: document)) {
      case .output(let output): .result(output)
      case .badInput(let messages): .error(.invalidParams, messages.joined(separator: "\n"))
      case .noOutput(let message): .error(.internalError, message)
      }
    }
    var splitter = LineSplitter(limit: Self.lineLimit)
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = try Self.read(into: buffer)
      let lines: [[UInt8]]
      do {
        // A last line may lack its line feed.
        lines =
          count > 0
          ? try splitter.lines(after: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          : [splitter.unfinished].filter { !$0.isEmpty }
      } catch {
        throw CommandFailure(.unusableData, "standard input: a line of more than \(Self.lineLimit) bytes")
      }
      for line in lines {
        if let reply = await server.reply(to: line) { try Terminal.write(data: reply) }
      }
      guard count > 0 else { return }
    }
  }

  /// Those that have an implementation of the name.
  private static func contracts(of implementation: String?) throws(CommandFailure) -> [any Contract] {
    guard let implementation else { return Contracts.all }
    let contracts = Contracts.all.filter { contract in
      contract.implementations.contains { $0.name.hasSameBytes(as: implementation) }
    }
    if contracts.isEmpty {
      try Workspace.requireKnown(implementation, among: Contracts.all.flatMap { $0.implementations.map(\.name) })
    }
    return contracts
  }

  private static func read(into buffer: UnsafeMutableRawBufferPointer) throws(CommandFailure) -> Int {
    do {
      return try FileDescriptor.standardInput.read(into: buffer)
    } catch {
      throw CommandFailure(.unusableData, "standard input: \(error)")
    }
  }

  /// 1 GiB
  private static let lineLimit = 1 << 30
}
