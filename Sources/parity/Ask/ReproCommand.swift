internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance
internal import Reporting

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

      Example: parity repro result_error_shown --implementation javascript
      """
  )

  @Argument(help: ArgumentHelp("A case given as CASE or CONTRACT/CASE.", valueName: "case"))
  var caseName: String

  @Flag(help: "Print only the requests, as they are sent to the program's standard input.")
  var requests = false

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Program") var program: ProgramOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Limits") var limits: LimitOptions

  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()
    let names = try suite.contracts.isEmpty ? folder.contracts(ofCase: caseName) : suite.contracts
    let workspace = try Workspace(folder, contracts: names, .checked(program.names)).usable(
      reporter
    )
    let testCase = try workspace.testCase(caseName).testCase
    let asked = Transcript.requests(over: testCase, greeting: workspace.asked.greeting)
    guard !requests else { return CommandResult([.json(asked.flatMap(\.self))]) }
    let command = try program.command(in: workspace)
    let limits = limits.limits().adapted(to: program.entry(in: workspace))
    let (transcript, signal) = try await Interruption.outlasted {
      await Transcript(of: command, asked: asked, limits: limits)
    }
    let lines =
      transcript.entries.map(\.line)
      + (output.quiet ? [] : text(transcript, testCase) + replay(testCase, command))
    let status: ExitStatus =
      transcript.isAnswered ? .success : transcript.isStarted ? .notConformant : .unavailable
    return CommandResult(
      [.lines(lines, reporter)],
      end: signal.map { .interruption($0) } ?? .exit(status)
    )
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
