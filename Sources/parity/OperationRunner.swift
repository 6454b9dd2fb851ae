internal import CanonicalJSON
internal import Conformance

/// An input that can't be understood; each message says where and why.
struct BadInput: Error {
  let messages: [String]

  init(_ messages: String...) { self.messages = messages }

  init(messages: [String]) { self.messages = messages }
}

/// Answers inputs for one operation of a contract.
struct OperationRunner {
  enum Answer {
    case output(JSONValue)
    /// The input can't be understood; each message says where and why.
    case badInput([String])
    /// The implementation failed.
    case noOutput(String)
  }

  let contract: any Contract
  private let operation: String
  var implementation: any Implementation

  /// - Parameter name: `CONTRACT/OPERATION`
  init(_ name: String, implementation: String? = nil) throws(CommandFailure) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw CommandFailure(.usage, "'\(name)' is no operation; it is CONTRACT/OPERATION")
    }
    contract = try Workspace.contract(parts[0])
    guard contract.operations.contains(where: { $0.hasSameBytes(as: parts[1]) }) else {
      let suggestion = Suggestion.nearest(to: parts[1], in: contract.operations).map { "did you mean '\($0)'?" }
      let known = "there is \(contract.operations.joined(separator: ", "))"
      throw CommandFailure(
        .usage, "\(contract.id) has no operation '\(parts[1])'; \(suggestion ?? known)")
    }
    operation = parts[1]
    self.implementation = try Workspace.implementation(implementation, of: contract)
  }

  /// - Parameter line: the line of standard input on which the text begins, from 1.
  func answer(to utf8: [UInt8], line: Int = 1) async -> Answer {
    await answer(to: Result { () throws(BadInput) in try request(of: utf8, line: line) })
  }

  /// - Parameter node: the input, part of `file`.
  func answer(to node: JSONNode, in file: SourceFile, line: Int = 1) async -> Answer {
    await answer(to: Result { () throws(BadInput) in try request(of: node, in: file, line: line) })
  }

  func answer(to recording: RecordedPayloads) async -> Answer {
    await answer(to: Result { () throws(BadInput) in try recording.request(to: contract) })
  }

  /// The request that a text on standard input amounts to.
  func request(of utf8: [UInt8], line: Int = 1) throws(BadInput) -> Request {
    let name = "standard input"
    let file: SourceFile
    do {
      file = SourceFile(path: name, document: try JSONDocument(parsing: utf8))
    } catch {
      throw BadInput("\(error.location.inFile(name, firstLine: line)): \(error.message)")
    }
    return try request(of: file.root, in: file, line: line)
  }

  private func request(of node: JSONNode, in file: SourceFile, line: Int) throws(BadInput) -> Request {
    let input = contract.input(.input(node), operation: operation, in: file)
    let errors = file.diagnostics.filter { $0.severity == .error }
    guard let input, errors.isEmpty else {
      let messages = errors.map { error in
        let location = error.location.position?.inFile(file.path, firstLine: line)
        return "\(location ?? error.location): \(error.message)"
      }
      throw BadInput(messages: messages)
    }
    guard !input.isNested(deeperThan: Output.maximumDepth) else {
      throw BadInput("\(file.path): more than \(Output.maximumDepth) levels of nesting, which no request can hold")
    }
    return Request(contract: contract.id, operation: operation, input: input)
  }

  private func answer(to question: Result<Request, BadInput>) async -> Answer {
    let request: Request
    switch question {
    case .success(let understood): request = understood
    case .failure(let bad): return .badInput(bad.messages)
    }
    switch await implementation.respond(to: request) {
    case .output(let output): return .output(output.value)
    case .failure(let failure): return .noOutput("\(implementation.name): \(failure.message)")
    case .notRun: return .noOutput("\(implementation.name) was not run")
    }
  }
}

extension OperationRunner.Answer {
  private func error(_ code: String, _ messages: [String]) -> JSONValue {
    [
      "error": [
        "code": .string(code),
        "message": .string(messages.map { StyledLine($0).text(color: false) }.joined(separator: "\n")),
      ]
    ]
  }

  /// The line of `--jsonl`.
  var json: JSONValue {
    switch self {
    case .output(let output): ["result": output]
    case .badInput(let messages): error("bad_input", messages)
    case .noOutput(let message): error("no_output", [message])
    }
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
  func request(to contract: any Contract) throws(BadInput) -> Request {
    let request: Request?
    do {
      request = try contract.request(fromRecording: payloads)
    } catch {
      throw BadInput("\(name):\(lines[error.index]):1: \(error.message)")
    }
    guard let request else { throw BadInput("\(contract.id) takes no recorded payloads") }
    return request
  }
}
