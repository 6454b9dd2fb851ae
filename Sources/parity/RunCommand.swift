internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance

struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Carry out one operation on an input of your own.",
    usage: "parity run <contract/operation> [<options>]",
    discussion: """
      Reads the input from standard input, written forms included, and prints the output.

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
      "The implementation that answers: 'reference', or one of parity.json.", valueName: "name"))
  var implementation: String?

  @Option(help: ArgumentHelp("A program that answers instead, as a line for the shell.", valueName: "command"))
  var command: String?

  @OptionGroup(title: "Programs") var limits: LimitOptions

  @OptionGroup var root: RootOption

  func validate() throws {
    if implementation != nil && command != nil {
      throw ValidationError("--implementation and --command exclude each other.")
    }
    if jsonl && events != nil { throw ValidationError("--jsonl and --events exclude each other.") }
  }

  func run() async throws {
    let folder = try root.folder()
    let operation = try NamedOperation(self.operation, in: folder)
    let responder = try responder(for: operation.contract, in: folder)
    let ask = try inquiry(of: operation)
    let (status, signal) = try await Interruption.heeded {
      let implementation = try await responder()
      let status = await Result { () async throws(CommandFailure) in try await ask(implementation) }
      _ = await implementation.finish()
      return try status.get()
    }
    if let signal { signal.exit() }
    endProcess(status)
  }

  private typealias Inquiry = @Sendable (any Implementation) async throws(CommandFailure) -> ExitStatus

  /// Asks what is on standard input, or in a recording, and prints what comes back.
  private func inquiry(of operation: NamedOperation) throws(CommandFailure) -> Inquiry {
    let question: Question
    if let events {
      question = try RecordedPayloads(InputFile(events)).question(to: operation.contract)
    } else {
      let text = try InputFile("-").bytes()
      guard !jsonl else {
        return { implementation async throws(CommandFailure) in
          try await Self.ask(lines(of: text), of: operation, implementation)
        }
      }
      question = try operation.question(text)
    }
    return { [question] implementation async throws(CommandFailure) in
      let output = try await question.answer(by: implementation)
      try output.writeIndentedUTF8 { piece throws(CommandFailure) in try Terminal.write(json: piece) }
      try Terminal.write(data: "\n")
      return .success
    }
  }

  /// A line is answered by a line, and an empty one by an empty one.
  private static func ask(
    _ lines: [(number: Int, text: [UInt8])], of operation: NamedOperation, _ implementation: any Implementation
  ) async throws(CommandFailure) -> ExitStatus {
    var status = ExitStatus.success
    for (number, text) in lines where !Task.isCancelled {
      var answer: JSONValue?
      do throws(CommandFailure) {
        if !text.isEmpty {
          answer = ["result": try await operation.question(text, line: number).answer(by: implementation)]
        }
      } catch {
        status = .notConformant
        answer = error.json
      }
      try Terminal.write(json: (answer?.canonicalUTF8() ?? []) + [UInt8(ascii: "\n")])
    }
    return status
  }

  /// Whoever answers, started.
  private typealias Responder = @Sendable () async throws -> any Implementation

  private func responder(for contract: Contract, in folder: ContractFolder) throws(CommandFailure) -> Responder {
    if let command {
      let host = ProgramHost(.shell(command), name: nil, limits: limits.limits)
      return Self.program(try starter(of: contract).start(ofCommand: command, on: host))
    }
    let names = folder.programs.filter { $0.carriesOut(contract.id) }.map(\.name)
    let name =
      implementation.flatMap { $0 == "reference" ? contract.references.first : $0 } ?? contract.references.first
    guard let name else { throw CommandFailure(.usage, contract.lackOfReference) }
    if let linked = contract.implementations.first(where: { $0.name.hasSameBytes(as: name) }) {
      try linked.requireRunnable()
      return { linked }
    }
    try Workspace.requireKnown(name, among: contract.references + names)
    guard let entry = folder.programs.first(where: { $0.name.hasSameBytes(as: name) }) else {
      throw CommandFailure(.usage, contract.lackOfReference)
    }
    return Self.program(try starter(of: contract).start(of: entry))
  }

  private static func program(_ start: @escaping ProgramStarter.Start) -> Responder {
    {
      try await start().mapError { incident in
        CommandFailure(
          .unavailable,
          lines: ["\(incident.implementation) can't be asked: it \(incident.failure.message)"]
            + incident.failure.log.map { "  | \($0)" })
      }.get().implementation
    }
  }

  private func starter(of contract: Contract) throws(CommandFailure) -> ProgramStarter {
    ProgramStarter(
      workspace: try Workspace(try root.folder(), contracts: [contract.id]), limits: limits.limits, jobs: 1)
  }
}

extension Contract {
  var lackOfReference: String {
    "\(id) has no reference; mark a program with \"reference\": true in \(RepositoryFile.path)"
  }
}

extension CommandFailure {
  /// The line of `--jsonl`.
  fileprivate var json: JSONValue {
    let message = messages.map { StyledLine($0).text(color: false) }.joined(separator: "\n")
    return [
      "error": ["code": status == .unusableData ? "bad_input" : "no_output", "message": .string(message)]
    ]
  }
}
