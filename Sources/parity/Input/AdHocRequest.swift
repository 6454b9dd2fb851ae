internal import CanonicalJSON
internal import Conformance

/// A request, and the place where each part of its input is written.
struct AdHocRequest: Sendable {
  let request: Request
  let place: @Sendable (JSONPointer) -> SourceLocation
}

extension AdHocRequest {
  /// Creates the request of a case, whose input is written in a case file.
  init(of testCase: Case) { self.init(request: testCase.request) { testCase.location(of: $0) } }

  /// Creates the request that a contract makes of recorded payloads.
  init(recordedIn file: InputFile, for contract: Contract) throws(CommandFailure) {
    let payloads = try file.payloads(\.value)
    let recording = try contract.requireRecording()
    guard let operation = contract.operations.first else {
      throw CommandFailure(.unusableData, "the contract '\(contract.id)' has no operations")
    }

    if let payload = payloads.first(where: { $0.payload.object == nil }) {
      throw file.invalidPayload(at: payload.line)
    }

    let input = recording.input(of: .array(payloads.map(\.payload)))
    self.init(request: Request(contract: contract.id, operation: operation, input: input)) {
      [name = file.name, lines = payloads.map(\.line)] pointer in
      let index = pointer.tokens.dropFirst().first.flatMap { Int($0) } ?? 0
      let line = lines.indices.contains(index) ? lines[index] : 1
      return SourceLocation(file: name, position: TextLocation(line: line, column: 1))
    }
  }

  /// Calls an implementation and returns its output.
  ///
  /// - Throws: A failure if the implementation refuses the input or fails. The exit codes differ.
  func answer(by implementation: any Implementation) async throws(CommandFailure) -> Output {
    switch await implementation.respond(to: request) {
    case .output(let output): return output
    case .failure(let failure):
      if let pointer = failure.pointer { throw refusal(failure.message, at: pointer) }
      throw CommandFailure(
        .notConformant,
        "implementation '\(implementation.name)' failed: \(failure.message)"
      )
    case .skipped(let reason):
      throw CommandFailure(
        .notConformant,
        "implementation '\(implementation.name)' skipped the input: \(printable(reason))"
      )
    case .notRun:
      throw CommandFailure(.notConformant, "implementation '\(implementation.name)' wasn't run")
    }
  }

  /// Returns the failure for an input that an implementation rejects.
  ///
  /// - Parameter pointer: The rejected part of the input, whose place the message names.
  func refusal(_ message: String, at pointer: JSONPointer) -> CommandFailure {
    CommandFailure(.unusableData, "\(place(pointer)): \(message)")
  }
}

extension Contract {
  /// Returns how recorded payloads become an input.
  ///
  /// - Throws: A failure if the contract doesn't accept recordings.
  func requireRecording() throws(CommandFailure) -> Recording {
    guard let recording = support?.recording else {
      throw CommandFailure(
        .unusableData,
        "the contract '\(id)' doesn't accept recorded payloads"
      )
    }

    return recording
  }
}

/// An operation of a contract, named `CONTRACT/OPERATION`.
struct NamedOperation: Sendable {
  let contract: Contract
  let operation: ContractOperation

  /// Finds the operation that a command line names.
  ///
  /// - Throws: A failure if the name has another form, or if there is no such contract or
  ///   operation.
  init(_ name: String, in folder: ContractFolder) throws(CommandFailure) {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw CommandFailure(.usage, "invalid operation '\(name)': use CONTRACT/OPERATION")
    }

    try self.init(parts[1], of: try folder.contract(parts[0]))
  }

  /// Finds an operation of a contract.
  ///
  /// - Parameter name: The name of the operation, or `nil` for the only one.
  init(_ name: String?, of contract: Contract) throws(CommandFailure) {
    let names = contract.operationNames
    guard let name = name ?? (names.count == 1 ? names[0] : nil) else {
      let list = names.joined(separator: ", ")
      throw CommandFailure(
        .usage,
        "the contract '\(contract.id)' has several operations: \(list); select one with --operation"
      )
    }

    guard let operation = contract.operation(name) else {
      let hint = Suggestion.hint(for: name, among: names, orList: true)
      throw CommandFailure(
        .usage,
        "the contract '\(contract.id)' has no operation named '\(name)'\(hint)"
      )
    }

    self.contract = contract
    self.operation = operation
  }

  /// Returns the request for a text on standard input or in a file. Written forms in it name text
  /// files in the working directory.
  ///
  /// - Parameters:
  ///   - utf8: The text.
  ///   - name: The name of the file in messages.
  ///   - line: The line on which the text begins.
  ///   - isRaw: Whether the input is sent as it is, so that no key has a special meaning.
  func adHocRequest(
    _ utf8: [UInt8],
    in name: String = "standard input",
    line: Int = 1,
    isRaw: Bool = false
  ) throws(CommandFailure) -> AdHocRequest {
    let file = SourceFile(
      path: name,
      document: try JSONDocument(parsing: utf8, in: name, line: line),
      under: Surroundings.current.folder
    )

    let source = InputSource(
      file.root,
      recording: contract.support?.recording,
      isRaw: isRaw
    )
    let request = source.request(for: operation, of: contract.id, in: file)

    let errors = file.diagnostics.filter { $0.severity == .error }
    guard let request, errors.isEmpty else {
      throw CommandFailure(
        status: .unusableData,
        messages: errors.map { error in
          let location = error.location.position?.inFile(name, firstLine: line)
          return "\(location ?? error.location): \(error.message)"
        }
      )
    }

    return AdHocRequest(request: request) { pointer in
      source.node(at: pointer).location.inFile(name, firstLine: line)
    }
  }
}
