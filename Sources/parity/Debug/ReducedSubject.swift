internal import CanonicalJSON
internal import Conformance
internal import SystemPackage

/// The input that `reduce` makes smaller: that of a case, or that of a file.
struct ReducedSubject: Sendable {
  let contract: Contract
  let operation: ContractOperation
  /// The input, or the array of payloads if the file is a recording.
  let value: JSONValue
  /// The conversion of payloads to an input, or `nil` if the value is the input.
  let recording: Recording?
  /// The case, or `nil` if the input is from a file.
  let testCase: Case?
  /// The name of the case or the file in messages.
  let name: String

  /// Finds the case or reads the file that the command line names. A file is preferred.
  init(
    of command: ReduceCommand,
    in folder: ContractFolder,
    _ reporter: Reporter
  ) throws(CommandFailure) {
    let file = InputFile(path: command.subject)
    try file.requirePossible()

    if file.isNamed {
      try self.init(file, of: command, in: folder)
    } else {
      try self.init(caseOf: command, in: folder, reporter)
    }
  }

  /// Finds the case. Its contract is the named one or the first part of its name.
  ///
  /// - Throws: A failure if there is no such case, or if `--operation` is given for it.
  private init(
    caseOf command: ReduceCommand,
    in folder: ContractFolder,
    _ reporter: Reporter
  ) throws(CommandFailure) {
    let given = command.suite.contracts
    let contracts = try given.isEmpty ? folder.contracts(ofCase: command.subject) : given
    let workspace = try Workspace(folder, contracts: contracts, .checked(command.respondents.names))
      .usable(reporter)

    let found: (suite: Suite, testCase: Case)
    do throws(CommandFailure) {
      found = try workspace.testCase(command.subject)
    } catch {
      let advice = "to reduce a file, use the path of one that exists"
      throw CommandFailure(status: error.status, messages: error.messages + [advice])
    }
    guard command.operation == nil else {
      throw CommandFailure(
        .usage,
        "--operation is for the input of a file, and '\(found.testCase.name)' is a case",
        "leave out --operation"
      )
    }

    contract = found.suite.contract
    testCase = found.testCase
    operation = found.testCase.operation
    value = found.testCase.input
    recording = nil
    name = found.testCase.name
  }

  /// Reads the file, which is a recording or has a single input.
  ///
  /// - Throws: A failure if the file is empty or invalid, or if its contract isn't clear.
  private init(
    _ file: InputFile,
    of command: ReduceCommand,
    in folder: ContractFolder
  ) throws(CommandFailure) {
    let contract = try Self.contract(of: command, in: folder)
    let bytes = try file.bytes()
    guard bytes.contains(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else {
      throw CommandFailure(
        .unusableData,
        "\(file.name) is empty",
        "use a file with an input in JSON, or with one JSON payload per line"
      )
    }

    if file.isRecording(bytes) {
      let recording = try contract.requireRecording()
      // As in other commands, a recording is input of the first operation.
      let name = command.operation ?? contract.operations.first?.name

      let payloads = try file.payloads(in: bytes, \.value)
      if let other = payloads.first(where: { $0.payload.object == nil }) {
        throw file.invalidPayload(at: other.line)
      }
      self.recording = recording
      operation = try NamedOperation(name, of: contract).operation
      value = .array(payloads.map(\.payload))
    } else {
      let named = try NamedOperation(command.operation, of: contract)
      recording = nil
      operation = named.operation
      value = try named.adHocRequest(bytes, in: file.name).request.input
    }

    self.contract = contract
    testCase = nil
    name = file.name
  }

  /// Returns the contract that a file is an input of: the named one, or the only one that the named
  /// implementations implement.
  private static func contract(
    of command: ReduceCommand,
    in folder: ContractFolder
  ) throws(CommandFailure) -> Contract {
    let given = command.suite.contracts
    let ids = try given.isEmpty ? folder.selectedIDs(for: command.respondents.names) : given

    let possible = ids.filter { id in
      command.respondents.names.allSatisfy { name in
        let programs = folder.programs.filter { $0.name == name }
        return programs.isEmpty || programs.contains { $0.implements(id) }
      }
    }

    let chosen = given.isEmpty && !possible.isEmpty ? possible : ids
    guard chosen.count == 1 else {
      throw CommandFailure(
        .usage,
        "a file is an input of one contract, and there are several: "
          + chosen.joined(separator: ", "),
        "select one with --contract"
      )
    }

    return try folder.contract(chosen[0])
  }

  // MARK: - The input

  /// The id for a case with the reduced input. It has the name of the case or file, but no folder.
  var savedID: String {
    let source = testCase?.id ?? (name == "standard input" ? "input" : FilePath(name).stem) ?? ""
    let words = source.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
    return (["reduced"] + words.map(String.init)).joined(separator: "_")
  }
}

extension InputFile {
  /// Whether the path names standard input or an existing file, which may be a pipe.
  fileprivate var isNamed: Bool {
    if path == "-" { return true }
    guard !path.isEmpty, let entry = FileSystem.entry(at: Surroundings.current.path(path)) else {
      return false
    }

    return entry != .directory
  }

  /// Throws if the path can't be the name of a case, and there is no file.
  fileprivate func requirePossible() throws(CommandFailure) {
    guard path != "-" else { return }
    let entry = FileSystem.entry(at: Surroundings.current.path(path))
    let suffix = FilePath(path).extension ?? ""
    let isPath =
      path.isEmpty || path.hasPrefix("/") || path.hasPrefix(".")
      || ["json", "jsonl", "ndjson"].contains(suffix)

    guard entry == .directory || entry == nil && isPath else { return }
    throw CommandFailure(
      .usage,
      entry == .directory ? "'\(path)' is a folder" : "there is no file '\(path)'",
      "use the name of a case, or the path of a file with an input or a recording"
    )
  }

  /// Returns whether the file is a recording: its name says so, or it has several lines of which
  /// the first is JSON.
  fileprivate func isRecording(_ bytes: [UInt8]) -> Bool {
    if let suffix = FilePath(path).extension, ["jsonl", "ndjson"].contains(suffix.lowercased()) {
      return true
    }

    guard (try? JSONDocument(parsing: bytes)) == nil else { return false }
    let first = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1)
    return first.count > 1 && (try? JSONDocument(parsing: Array(first[0]))) != nil
  }
}
