internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// The command `parity run`, which sends an input to implementations and checks nothing about the
/// output.
struct RunCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run an operation on your input and print the output.",
    usage: """
      parity run <contract/operation> [<options>]
      parity run <case> [<options>]
      """,
    discussion: """
      Parity reads the input from standard input, in any form that a case file allows, up to 1 \
      GiB. With --raw, it sends the input as it is. If you name a case instead of an operation, \
      that case's input is used. Parity runs the reference unless you select implementations with \
      --implementation or --command. The output is printed as JSON or, if the operation returns \
      texts, as it is. If you select several implementations, Parity compares their outputs, \
      prints any differences, and exits with 1 if there are any.

      Example: parity run session-detail/timeline --events recording.jsonl
      """
  )

  @Argument(
    help: ArgumentHelp(
      "An operation, or a case given as CASE or CONTRACT/CASE.",
      valueName: "contract/operation"
    )
  )
  var name: String

  @Flag(
    help:
      """
      Read one input per line. For each input, print a line containing {"result": …} or {"error": \
      {"code": …, "message": …}}.
      """
  )
  var jsonl = false

  @Flag(
    help:
      "Send the input as it is: keys such as $file and $repeat have no special meaning."
  )
  var raw = false

  @Flag(help: "Print the output as JSON, even if the operation returns texts.")
  var json = false

  @Option(
    help: ArgumentHelp(
      "Read the input from a recording with one JSON payload per line. Use '-' for standard input.",
      valueName: "file"
    )
  )
  var events: String?

  @OptionGroup(title: "Programs") var respondents: RespondentOptions

  @OptionGroup var root: SuiteRootOption
  @OptionGroup(title: "Limits") var limits: LimitOptions

  @Option(help: ColorChoice.help, completion: ColorChoice.completion, transform: OptionValue.choice)
  var color: ColorChoice = .auto

  /// Rejects options that contradict each other, including options about the form of an output if
  /// several outputs are compared.
  func validate() throws {
    if jsonl && events != nil { throw ValidationError("--jsonl and --events can't be combined") }
    if raw && events != nil { throw ValidationError("--raw and --events can't be combined") }
    if json && respondents.count > 1 {
      throw ValidationError("--json allows only one implementation")
    }
    if jsonl && respondents.count > 1 {
      throw ValidationError("--jsonl allows only one implementation")
    }
  }

  /// Runs the implementations on one input or, with `--jsonl`, one implementation on each line.
  ///
  /// Standard input is read before any program starts.
  func execute() async throws -> CommandResult {
    let folder = try root.folder()
    let (operation, testCase) = try subject(in: folder)

    let selected = try respondents.implementations(
      of: operation.contract,
      in: folder,
      limits,
      orElse: ["reference"]
    )

    let text = testCase == nil && events == nil ? try InputFile(path: "-").bytes() : []
    // With `--jsonl`, each line is a request of its own.
    let adHocRequest: AdHocRequest? =
      if jsonl {
        nil
      } else if let testCase {
        AdHocRequest(of: testCase)
      } else {
        try self.adHocRequest(text, to: operation)
      }

    if let note = selected.note { Terminal.writeError([note]) }
    return try await Interruption.catching {
      try await selected.run { implementations in
        guard let adHocRequest else {
          return try await answer(lines(of: text), of: operation, implementations[0])
        }

        guard implementations.count == 1 else {
          return try await compare(implementations, over: adHocRequest, of: operation.operation)
        }

        let output = try await adHocRequest.answer(by: implementations[0])
        if operation.operation.output == .text, !json, case .string(let text) = output.value {
          return CommandResult([.text(text)])
        }
        return CommandResult([.output(output)])
      }
      .value
    }
  }

  /// Returns the operation to run, and the case that provides the input if a case is named.
  private func subject(
    in folder: ContractFolder
  ) throws(CommandFailure) -> (NamedOperation, Case?) {
    do throws(CommandFailure) {
      return (try NamedOperation(name, in: folder), nil)
    } catch  where jsonl || raw || events != nil {
      throw error
    } catch {
      return try namedCase(in: folder, orElse: error)
    }
  }

  /// Returns the case with the name and its operation.
  ///
  /// - Parameter unknownOperation: The failure for a name that is neither a case nor an operation,
  ///   if it has the form of an operation's name.
  private func namedCase(
    in folder: ContractFolder,
    orElse unknownOperation: CommandFailure
  ) throws(CommandFailure) -> (NamedOperation, Case?) {
    let workspace = try Workspace(folder, contracts: try folder.contracts(ofCase: name))
    let found: (suite: Suite, testCase: Case)
    do throws(CommandFailure) {
      found = try workspace.testCase(name)
    } catch {
      // A name with a slash was probably meant to be an operation.
      guard !name.contains("/") else { throw unknownOperation }
      throw CommandFailure(
        status: .usage,
        messages: error.messages + ["to name an operation, use CONTRACT/OPERATION"]
      )
    }

    let operation = try NamedOperation(found.testCase.operation.name, of: found.suite.contract)
    return (operation, found.testCase)
  }

  /// Returns the request for the recording that `--events` names, or for the text of standard
  /// input.
  private func adHocRequest(
    _ text: [UInt8],
    to operation: NamedOperation
  ) throws(CommandFailure) -> AdHocRequest {
    guard let events else { return try operation.adHocRequest(text, isRaw: raw) }
    return try AdHocRequest(recordedIn: InputFile(path: events), for: operation.contract)
  }

  /// Compares each output with the first one and returns the differences.
  private func compare(
    _ implementations: [any Implementation],
    over adHocRequest: AdHocRequest,
    of operation: ContractOperation
  ) async throws(CommandFailure) -> CommandResult {
    let reporter = Reporter(color)
    let answers = await answers(of: implementations, to: adHocRequest.request)
    let groups = answers.grouped(by: \.outcome)
    let first = groups.first { $0[0].outcome.output != nil }
    let base = first?.map(\.name).joined(separator: " and ") ?? ""
    let comparison = OutcomeComparison(
      adHocRequest: adHocRequest,
      operation: operation,
      expected: first?[0].outcome.output,
      base: base,
      width: reporter.width
    )

    var lines = groups.flatMap { group in
      comparison.lines(on: group[0].outcome, of: group.map(\.name).joined(separator: " and "))
    }
    if let first, first.count > 1 { lines.append(StyledLine("\(base) return the same output")) }
    return CommandResult(
      [.lines(lines, reporter)],
      groups.count == 1 && first != nil ? .success : .notConformant
    )
  }

  /// Calls the implementations one after another, and returns their outcomes with distinct names.
  private func answers(
    of implementations: [any Implementation],
    to request: Request
  ) async -> [(name: String, outcome: Outcome)] {
    var answers: [(name: String, outcome: Outcome)] = []
    for (index, implementation) in implementations.enumerated() {
      // Two programs may report the same name.
      let namesakes = implementations[..<index].count { $0.name == implementation.name }
      let name = implementation.name + (namesakes > 0 ? " (\(namesakes + 1))" : "")
      answers.append((name, await implementation.outcome(of: request)))
    }
    return answers
  }

  /// Prints one line for each line of input as soon as it is available. An empty line gets an empty
  /// one.
  private func answer(
    _ lines: [(number: Int, text: [UInt8])],
    of operation: NamedOperation,
    _ implementation: any Implementation
  ) async throws(CommandFailure) -> CommandResult {
    var status = ExitStatus.success

    for (number, text) in lines where !Task.isCancelled {
      var answer: JSONValue?
      do throws(CommandFailure) {
        if !text.isEmpty {
          answer = [
            "result": try await operation.adHocRequest(text, line: number, isRaw: raw).answer(
              by: implementation
            ).value
          ]
        }
      } catch {
        status = .notConformant
        answer = error.json
      }

      try Terminal.write(json: (answer?.canonicalUTF8() ?? []) + [UInt8(ascii: "\n")])
    }

    return CommandResult(status)
  }
}

/// A comparison of the outcomes of one request with the first output among them.
private struct OutcomeComparison {
  let adHocRequest: AdHocRequest
  let operation: ContractOperation
  /// The first output, or `nil` if no implementation returns one.
  let expected: Output?
  /// The names of the implementations that return the first output.
  let base: String
  /// The width of the lines in columns.
  let width: Int

  /// Returns the lines on an outcome. There are none for the first output itself.
  ///
  /// - Parameter subject: The names of the implementations with the outcome.
  func lines(on outcome: Outcome, of subject: String) -> [StyledLine] {
    switch outcome {
    case .output(let output):
      guard let expected, output != expected else { return [] }
      let heading = StyledLine([
        .init("− \(base)", .removed), .init(", "), .init("+ \(subject)", .added),
      ])
      let differences = operation.differences(expected: expected.value, actual: output.value)
      return [heading] + DifferenceRendering(limit: .max, width: width).lines(differences)

    case .failure(let failure):
      let place = failure.pointer.map { "\(adHocRequest.place($0)): " } ?? ""
      let heading = StyledLine([
        .init("no output ", .removed), .init("\(subject): \(place)\(failure.message)"),
      ])
      return [heading] + failure.log.map { StyledLine("  | \($0)", .dim) }

    case .skipped(let reason):
      return [StyledLine([.init("skipped ", .dim), .init("\(subject): \(reason)")])]

    case .notRun:
      return [StyledLine("not run \(subject)", .removed)]
    }
  }
}

extension Contract {
  /// The message for a command that needs the reference of the contract, if there is none.
  var missingReferenceError: String {
    "the contract '\(id)' has no reference; "
      + "mark a program with \"reference\": true in \(RepositoryFile.path)"
  }
}

extension CommandFailure {
  /// The line that `--jsonl` prints for the failure.
  fileprivate var json: JSONValue {
    let message = messages.map { StyledLine($0).text(color: false) }.joined(separator: "\n")
    return [
      "error": [
        "code": status == .unusableData ? "bad_input" : "no_output", "message": .string(message),
      ]
    ]
  }
}
