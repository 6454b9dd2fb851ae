internal import ArgumentParser
internal import Conformance

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check matrix, cases, goldens and lock without running anything.",
    usage: "parity lint [<options>]",
    discussion: "Example: parity lint --contract session-detail")

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let workspace = try Workspace(suite)
    let reporter = Reporter(output)
    let diagnostics = workspace.lint()
    try reporter.print(reporter.console.diagnosticLines(diagnostics))
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let cases = workspace.suites.reduce(0) { $0 + $1.cases.count }
    let warned = warnings > 0 ? ", \(counted(warnings, "warning"))" : ""
    try reporter.print([StyledLine("\(counted(cases, "case")) checked, \(counted(errors, "error"))\(warned)")])
    endProcess(diagnostics.hasUnusableFiles ? .unusableData : errors > 0 || cases == 0 ? .notConformant : .success)
  }
}
