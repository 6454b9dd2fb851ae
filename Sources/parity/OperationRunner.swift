import AdapterHost
import CanonicalJSON
import Conformance

/// An input that can't be understood; each message says where and why.
struct BadInput: Error {
  let messages: [String]

  init(_ messages: String...) { self.messages = messages }

  init(messages: [String]) { self.messages = messages }
}

/// An operation of a contract, named `CONTRACT/OPERATION`.
struct NamedOperation: Sendable {
  let contract: Contract
  let operation: ContractOperation

  init(_ name: String, in folder: ContractFolder) throws(CommandFailure) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw CommandFailure(.usage, "'\(name)' is no operation; it is CONTRACT/OPERATION")
    }
    try self.init(parts[1], of: try folder.contract(parts[0]))
  }

  /// - Parameter name: of the operation; nil: the only one.
  init(_ name: String?, of contract: Contract) throws(CommandFailure) {
    let names = contract.operationNames
    let list = names.joined(separator: ", ")
    guard let name else {
      guard contract.operations.count == 1 else {
        throw CommandFailure(.usage, "\(contract.id) has the operations \(list); name one with --operation")
      }
      (self.contract, operation) = (contract, contract.operations[0])
      return
    }
    guard let operation = contract.operation(name) else {
      let hint = Suggestion.hint(for: name, among: names, orList: "there is")
      throw CommandFailure(.usage, "\(contract.id) has no operation '\(name)'\(hint)")
    }
    (self.contract, self.operation) = (contract, operation)
  }

  func request(_ input: JSONValue) -> Request {
    Request(contract: contract.id, operation: operation.name, input: input)
  }

  /// What a text on standard input asks, which begins on one of its lines.
  func question(_ utf8: [UInt8], line: Int = 1) throws(BadInput) -> AskedInput {
    let name = "standard input"
    let file: SourceFile
    do {
      file = SourceFile(path: name, document: try JSONDocument(parsing: utf8))
    } catch {
      throw BadInput("\(error.location.inFile(name, firstLine: line)): \(error.message)")
    }
    let source = InputSource(file.root, recording: contract.support?.recording)
    let input = source.value(in: file)
    let errors = file.diagnostics.filter { $0.severity == .error }
    guard let input, errors.isEmpty else {
      let messages = errors.map { error in
        let location = error.location.position?.inFile(name, firstLine: line)
        return "\(location ?? error.location): \(error.message)"
      }
      throw BadInput(messages: messages)
    }
    return AskedInput(request: request(input)) { pointer in
      source.node(at: pointer).location.inFile(name, firstLine: line)
    }
  }
}

/// An input that is asked, and where a part of it is written.
struct AskedInput: Sendable {
  let request: Request
  let place: @Sendable (JSONPointer) -> SourceLocation

  func bad(_ message: String, at pointer: JSONPointer) -> BadInput { BadInput("\(place(pointer)): \(message)") }

  func answer(by implementation: any Implementation) async -> Answer {
    switch await implementation.respond(to: request) {
    case .output(let output): return .output(output.value)
    case .failure(let failure):
      guard let pointer = failure.pointer else { return .noOutput("\(implementation.name): \(failure.message)") }
      return .badInput(bad(failure.message, at: pointer).messages)
    case .notRun: return .noOutput("\(implementation.name) was not run")
    }
  }
}

/// What comes back on one input.
enum Answer {
  case output(JSONValue)
  /// The input can't be understood; each message says where and why.
  case badInput([String])
  /// The implementation failed.
  case noOutput(String)

  /// The line of `--jsonl`.
  var json: JSONValue {
    switch self {
    case .output(let output): ["result": output]
    case .badInput(let messages): error("bad_input", messages)
    case .noOutput(let message): error("no_output", [message])
    }
  }

  private func error(_ code: String, _ messages: [String]) -> JSONValue {
    [
      "error": [
        "code": .string(code),
        "message": .string(messages.map { StyledLine($0).text(color: false) }.joined(separator: "\n")),
      ]
    ]
  }
}

extension TextLocation {
  /// The place in a file of a text that begins on one of its lines.
  func inFile(_ name: String, firstLine: Int) -> SourceLocation {
    SourceLocation(file: name, position: TextLocation(line: firstLine + line - 1, column: column))
  }
}

/// The lines, with their numbers from 1; those of white space alone are empty.
func lines(of utf8: [UInt8]) -> [(number: Int, text: [UInt8])] {
  let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
  return (lines.last?.isEmpty == true ? lines.dropLast() : lines).enumerated().map { index, line in
    (index + 1, line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) } ? [] : Array(line))
  }
}

/// Those that hold more than white space.
func writtenLines(of utf8: [UInt8]) -> [(number: Int, text: [UInt8])] {
  lines(of: utf8).filter { !$0.text.isEmpty }
}

/// A file of JSON texts, one per line; blank lines are passed over.
struct RecordedPayloads {
  let name: String
  let payloads: [JSONValue]
  /// The line of each, from 1.
  let lines: [Int]

  init(_ file: InputFile) throws(CommandFailure) {
    var payloads: [JSONValue] = []
    var lines: [Int] = []
    for (line, text) in writtenLines(of: try file.bytes()) {
      do {
        payloads.append(try JSONDocument(parsing: text).root.value)
        lines.append(line)
      } catch {
        throw CommandFailure(
          .unusableData, "\(error.location.inFile(file.name, firstLine: line)): \(error.message)")
      }
    }
    name = file.name
    self.payloads = payloads
    self.lines = lines
  }

  /// What a contract makes of the payloads.
  func question(to contract: Contract) throws(BadInput) -> AskedInput {
    guard let recording = contract.support?.recording, let operation = contract.operations.first else {
      throw BadInput("\(contract.id) takes no recorded payloads")
    }
    var elements: [JSONValue] = []
    for (index, payload) in payloads.enumerated() {
      guard let object = payload.object else { throw BadInput("\(name):\(lines[index]):1: a payload is an object") }
      elements.append(recording.element(object, index))
    }
    let input: JSONValue = [recording.target: .array(elements)]
    let request = Request(contract: contract.id, operation: operation.name, input: input)
    return AskedInput(request: request) { [name, lines] pointer in
      let index = pointer.tokens.dropFirst().first.flatMap { Int($0) } ?? 0
      let line = lines.indices.contains(index) ? lines[index] : 1
      return SourceLocation(file: name, position: TextLocation(line: line, column: 1))
    }
  }
}
