internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

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

  @Option(help: ArgumentHelp("The implementation that answers.", valueName: "name"))
  var implementation: String?

  func validate() throws {
    if jsonl && events != nil { throw ValidationError("--jsonl and --events exclude each other.") }
  }

  func run() async throws {
    let runner = try OperationRunner(operation, implementation: implementation)
    if jsonl {
      try await runLines(runner)
    } else if let events {
      let name = events == "-" ? "standard input" : events
      let payloads = try RecordedPayloads(try read(events, name: name), name: name)
      try await print(runner.answer(to: payloads))
    } else {
      let text = try read("-", name: "standard input")
      try await print(runner.answer(to: text))
    }
  }

  private func print(_ answer: OperationRunner.Answer) throws(CommandFailure) {
    switch answer {
    case .output(let output): try Terminal.write(Golden.bytes(of: output))
    case .badInput(let message): throw CommandFailure(.unusableData, message)
    case .noOutput(let message): throw CommandFailure(.notConformant, message)
    }
  }

  private func runLines(_ runner: OperationRunner) async throws {
    let bytes = try read("-", name: "standard input")
    var isWithoutError = true
    for (line, text) in writtenLines(of: bytes) {
      let answer = await runner.answer(to: text, line: line)
      if case .output = answer {} else { isWithoutError = false }
      try Terminal.write(answer.json.canonicalUTF8() + [UInt8(ascii: "\n")])
    }
    endProcess(isWithoutError ? .success : .notConformant)
  }

  private func read(_ path: String, name: String) throws(CommandFailure) -> [UInt8] {
    do {
      if path == "-" {
        return try FileSystem.readAll(.standardInput, path: FilePath(name), limit: inputLimit)
      }
      return try FileSystem.read(FilePath(path), limit: inputLimit)
    } catch let error as FileError {
      throw CommandFailure(.unusableData, "\(printable(name)): \(error.reason)")
    } catch {
      throw CommandFailure(.unusableData, "\(printable(name)): \(error)")
    }
  }

  /// 1 GiB; recordings are far larger than case files.
  private var inputLimit: Int { 1 << 30 }
}
