internal import ArgumentParser
internal import Conformance

struct MatrixCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "matrix", abstract: "Print the behaviour matrix with coverage and verdicts as Markdown.",
    usage: "parity matrix [<options>]",
    discussion: "Example: parity matrix --check docs/behavior-matrix.md")

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Implementations") var implementations: ImplementationOptions
  @OptionGroup(title: "Implementations") var limits: LimitOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  @Option(
    help: ArgumentHelp("Compare with this file instead of printing; exit 1 where it is out of date.", valueName: "file")
  )
  var check: String?

  func run() async throws {
    let workspace = try Workspace.usable(suite, output).workspace
    let choice = try ImplementationChoice(implementations, limits, in: workspace, hosts: implementations.hosts(limits))
    let (findings, signal) = try await Interruption.heeded {
      let started = await choice.start()
      let plan = Plan(workspace.suites, implementations: choice.linked, programs: started.programs)
      let runner = Runner(jobs: choice.jobs, maximumFailures: running.maxFailures)
      let known = running.knownFailures(of: workspace.programs)
      return await Check(plan, lock: workspace.lock, runner: runner, knownFailures: known)
        .run(earlier: workspace.diagnostics, incidents: started.incidents)
    }
    if let signal { signal.exit() }
    let document = GeneratedDocument(text: MatrixReport(findings).markdown, command: "parity matrix")
    if let check {
      try document.requireFresh(check)
    } else {
      try Terminal.write(data: document.text)
    }
    guard findings.exitStatus == .success else {
      throw CommandFailure(findings.exitStatus, "the suite is not as it should be; to see what is wrong: parity check")
    }
  }
}
