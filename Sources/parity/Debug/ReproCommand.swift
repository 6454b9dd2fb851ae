internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting

/// The command `parity repro`, which shows the bytes of one exchange and how to repeat it without
/// Parity.
struct ReproCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "repro",
    abstract:
      "Show the requests sent to a program and its replies for one case.",
    usage: "parity repro <case> (--command <command> | --implementation <name>) [<options>]",
    discussion: """
      Parity prints the JSON-RPC lines and the commands that replay them and, if the operation \
      returns texts, the lines of the output. To check the output, use \
      'parity check'. The program must exit within 1 s after its input ends. The command exits \
      with 1 if the program returns no result, and with 69 if the program doesn't complete the \
      handshake. --restarts and --hangs have no effect here.

      For a command-line tool, Parity prints its command, its standard input and output, and how \
      it ends.

      Example: parity repro result_error_shown --implementation javascript
      """
  )

  @Argument(help: ArgumentHelp("A case given as CASE or CONTRACT/CASE.", valueName: "case"))
  var caseName: String

  @Flag(help: "Print only what is sent to the program's standard input.")
  var requests = false

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Program") var program: ProgramOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  /// Runs the program for the case in its own protocol. With `--requests`, only prints what it
  /// would send.
  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()
    let names = try suite.contracts.isEmpty ? folder.contracts(ofCase: caseName) : suite.contracts
    let workspace = try Workspace(folder, contracts: names, .checked(program.names)).usable(
      reporter
    )

    let testCase = try workspace.testCase(caseName).testCase
    if let entry = program.entry(in: workspace), case .stdio(let options) = entry.exchange {
      let call = StdioCall(
        of: workspace.selectedContracts.command(of: entry),
        options,
        for: testCase.request
      )
      return try await result(of: call, testCase, reporter)
    }

    let requestLines = Transcript.requests(
      over: testCase,
      greeting: workspace.selectedContracts.greeting
    )
    guard !requests else { return CommandResult([.json(requestLines.flatMap(\.self))]) }

    let command = try program.command(in: workspace)
    let limits = limits.limits().adapted(to: program.entry(in: workspace))
    let (transcript, signal) = try await Interruption.capturing {
      await Transcript(of: command, sending: requestLines, limits: limits)
    }

    let lines =
      transcript.entries.map(\.line)
      + (output.quiet ? [] : text(transcript, testCase) + replay(testCase, command))

    return CommandResult(
      [.lines(lines, reporter)],
      end: signal.map { .interruption($0) } ?? .exit(transcript.status)
    )
  }

  /// Runs a program with the protocol `stdio`, and shows its input, its output and its end.
  private func result(
    of call: StdioCall,
    _ testCase: Case,
    _ reporter: Reporter
  ) async throws -> CommandResult {
    guard !requests else { return CommandResult([.json(call.input)]) }

    let (run, signal) = try await Interruption.capturing {
      await call.run(within: limits.limits())
    }

    let isAnswered = run.outcome(of: testCase.operation).output != nil
    let lines =
      [StyledLine([.init("$ ", .emphasis), .init(call.command.shellText)]).verbatim]
      + Self.lines(call.input, [.init("-> ", .emphasis)])
      + Self.lines(run.output, [.init("<- ", .added)])
      + [StyledLine("   (\(run.end))", .dim)]
      + run.log.map { StyledLine("  | \($0)", .dim) }
    return CommandResult(
      [.lines(lines + (output.quiet ? [] : replay(testCase, call)), reporter)],
      end: signal.map { .interruption($0) } ?? .exit(isAnswered ? .success : .notConformant)
    )
  }

  /// Returns a line for each line of what was sent or received.
  private static func lines(_ bytes: [UInt8], _ mark: [StyledLine.Span]) -> [StyledLine] {
    guard !bytes.isEmpty else { return [] }

    let text = String(decoding: bytes, as: UTF8.self)
    let isWhole = bytes.last == UInt8(ascii: "\n")
    return StyledLine.lines(of: text).map { line in
      StyledLine(mark + line.spans).verbatim
    } + (isWhole ? [] : [StyledLine("   (no newline at the end)", .dim)])
  }

  /// Returns the lines of the output if the operation returns texts.
  private func text(_ transcript: Transcript, _ testCase: Case) -> [StyledLine] {
    guard testCase.operation.output == .text, case .string(let text)? = transcript.output else {
      return []
    }

    let end = text.isEmpty || text.utf8.last == UInt8(ascii: "\n") ? "" : " (no newline at the end)"
    return [StyledLine(), StyledLine("the output as text\(end):", .emphasis)]
      + StyledLine.lines(of: text).map { $0.indented(by: 2).verbatim }
  }

  /// Returns the lines that say how to run the program with the same input, such as in a debugger.
  private func replay(_ testCase: Case, _ call: StdioCall) -> [StyledLine] {
    let name = (program.implementation ?? "").shellQuoted
    let command = call.command
    let text = command.workingDirectory == nil ? command.shellText : "(\(command.shellText))"
    let heading = StyledLine("to run it yourself, for example in a debugger:", .emphasis)

    guard !call.input.isEmpty else {
      return [StyledLine(), heading, StyledLine("  \(text) < /dev/null").verbatim]
    }

    return [
      StyledLine(),
      heading,
      StyledLine([
        .init("  "),
        .init("parity repro \(testCase.name) --implementation \(name) --requests", .command),
        .init(" > input"),
      ]).verbatim,
      StyledLine("  \(text) < input").verbatim,
    ]
  }

  /// Returns the lines that say how to send the same requests to the program again.
  private func replay(_ testCase: Case, _ command: ProgramCommand) -> [StyledLine] {
    let name = program.implementation.map { "--implementation \($0)" }
    let selection = name ?? "--command \((program.command ?? "").shellQuoted)"
    let text = command.workingDirectory == nil ? command.shellText : "(\(command.shellText))"

    return [
      StyledLine(),
      StyledLine("to replay the requests, for example in a debugger:", .emphasis),
      StyledLine([
        .init("  "),
        .init("parity repro \(testCase.name) \(selection) --requests", .command),
        .init(" > requests.jsonl"),
      ]).verbatim,
      StyledLine("  \(text) < requests.jsonl").verbatim,
    ]
  }
}

extension Transcript {
  /// The exit status of the command, which depends on how far the program came.
  fileprivate var status: ExitStatus {
    if isAnswered { return .success }
    return isStarted ? .notConformant : .unavailable
  }
}

extension Transcript.Entry {
  /// The entry as a line with its direction.
  fileprivate var line: StyledLine {
    switch self {
    case .sent(let text): StyledLine([.init("-> ", .emphasis), .init(text)])
    case .received(let text): StyledLine([.init("<- ", .added), .init(text)])
    case .event(let text): StyledLine("   (\(text))", .dim)
    case .log(let text): StyledLine("  | \(text)", .dim)
    }
  }
}
