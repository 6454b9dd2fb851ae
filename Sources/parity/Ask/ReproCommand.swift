internal import AdapterHost
internal import ArgumentParser
internal import CanonicalJSON
internal import Conformance

struct ReproCommand: Command {
  static let configuration = CommandConfiguration(
    commandName: "repro",
    abstract:
      "Show one program's requests and replies for a case.",
    usage: "parity repro <case> (--command <command> | --implementation <name>) [<options>]",
    discussion: """
      Prints the JSON-RPC lines and the command that replays them. Doesn't check the output, which \
      'parity check' does. Exits with 1 if the program returns no result, and with 69 if it \
      doesn't get through its handshake.

      Example: parity repro result_error_shown --implementation javascript

      \(LimitOptions.helpForOneProgram)
      """
  )

  @Argument(help: ArgumentHelp("Case, CASE or CONTRACT/CASE.", valueName: "case"))
  var caseName: String

  @Flag(help: "Print only the requests, as the program's standard input.")
  var requests = false

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Suite") var root: SuiteRootOption
  @OptionGroup(title: "Program") var program: ProgramOptions
  @OptionGroup(title: "Program") var limits: LimitOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func execute() async throws -> CommandResult {
    let reporter = Reporter(output)
    let folder = try root.folder()
    let names = try suite.contracts.isEmpty ? folder.contracts(ofCase: caseName) : suite.contracts
    let workspace = try Workspace(folder, contracts: names, .judged(program.names)).usable(reporter)
    let testCase = try workspace.testCase(caseName).testCase
    let asked = Transcript.requests(over: testCase, greeting: workspace.asked.greeting)
    guard !requests else { return CommandResult([.json(asked.flatMap(\.self))]) }
    let command = try program.command(in: workspace)
    let (transcript, signal) = try await Interruption.outlasted { [limits = limits.limits()] in
      await Transcript(of: command, asked: asked, limits: limits)
    }
    let lines = transcript.lines + (output.quiet ? [] : replay(testCase, command))
    let status: ExitStatus =
      transcript.isAnswered ? .success : transcript.isStarted ? .notConformant : .unavailable
    return CommandResult(
      [.lines(lines, reporter)],
      end: signal.map { .interruption($0) } ?? .exit(status)
    )
  }

  private func replay(_ testCase: Case, _ command: ProgramCommand) -> [StyledLine] {
    let name = program.implementation.map { "--implementation \($0)" }
    let selection = name ?? "--command \((program.command ?? "").shellQuoted)"
    let text = command.workingDirectory == nil ? command.shellText : "(\(command.shellText))"
    return [
      StyledLine(),
      StyledLine("to replay it, for example under a debugger:", .emphasis),
      StyledLine([
        .init("  "),
        .init("parity repro \(testCase.name) \(selection) --requests", .command),
        .init(" > requests.jsonl"),
      ]),
      StyledLine("  \(text) < requests.jsonl"),
    ]
  }
}
