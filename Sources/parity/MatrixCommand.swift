internal import ArgumentParser
internal import Conformance

struct MatrixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix", abstract: "Print the behaviour matrix with coverage and verdicts as Markdown.",
    usage: "parity matrix [<options>]",
    discussion: "Example: parity matrix --check docs/behavior-matrix.md")

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp("Compare with this file instead of printing; exit 1 where it is out of date.", valueName: "file")
  )
  var check: String?

  func run() async throws {
    let workspace = try Workspace(suite)
    let reporter = Reporter(output)
    try workspace.requireUsable(reporter)
    let plan = Plan(workspace.suites, implementations: try workspace.implementations(running.implementations))
    let findings = await Check(plan, lock: workspace.lock, runner: running.runner).run(earlier: workspace.diagnostics)
    let document = GeneratedDocument(text: MatrixReport(findings).markdown, command: "parity matrix")
    if let check {
      try document.requireFresh(check)
    } else {
      try Terminal.write(document.text)
    }
    guard findings.exitStatus == .success else {
      throw CommandFailure(findings.exitStatus, "the suite is not as it should be; to see what is wrong: parity check")
    }
  }
}
