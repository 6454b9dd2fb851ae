internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint", abstract: "Check matrix, cases, goldens and lock without running anything.",
    usage: "parity lint [<options>]",
    discussion: """
      --fix mends what has one right answer: names repeated in a list of the matrix, lock lines that are doubled or out \
      of order, goldens in another form than they were recorded in. It decides nothing.

      Example: parity lint --contract session-detail
      """)

  @Flag(help: "Mend what has one right answer, tell what was done, then check.")
  var fix = false

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let reporter = Reporter(output)
    if fix { try mend(reporter) }
    let workspace = try Workspace(suite)
    let diagnostics = workspace.lint()
    try reporter.print(reporter.console.diagnosticLines(diagnostics))
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let cases = workspace.suites.reduce(0) { $0 + $1.cases.count }
    let warned = warnings > 0 ? ", \(counted(warnings, "warning"))" : ""
    try reporter.print([StyledLine("\(counted(cases, "case")) checked, \(counted(errors, "error"))\(warned)")])
    endProcess(diagnostics.hasUnusableFiles ? .unusableData : errors > 0 || cases == 0 ? .notConformant : .success)
  }

  private func mend(_ reporter: Reporter) throws(CommandFailure) {
    let workspace = try Workspace(suite)
    guard !workspace.diagnostics.hasUnusableFiles else {
      return try reporter.print([StyledLine("nothing is mended while a file can't be understood"), StyledLine()])
    }
    let mending = Mending(workspace.suites, lock: workspace.lock)
    if !mending.summary.isEmpty { try Workspace.requireWritable() }
    try workspace.write(mending.transaction)
    try reporter.print(
      mending.summary.isEmpty
        ? [StyledLine("nothing to mend")] : mending.summary.map { StyledLine([.init("mended ", .added), .init($0)]) })
  }
}
