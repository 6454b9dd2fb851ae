internal import ArgumentParser
internal import Conformance
internal import SystemPackage

struct LintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "lint",
    abstract: "Check matrix, cases, goldens and lock without running anything.",
    usage: "parity lint [<options>]",
    discussion: """
      --fix does what has one right answer: names repeated in a list of the matrix, lock lines that are doubled or out \
      of order, goldens in another form than they were recorded in. It decides nothing.

      Example: parity lint --contract session-detail
      """
  )

  @Flag(help: "Fix what has one right answer, tell what was done, then check.")
  var fix = false

  @OptionGroup(title: "Suite") var suite: SuiteOptions
  @OptionGroup(title: "Output") var output: OutputOptions

  func run() throws {
    let reporter = Reporter(output)
    let folder = try suite.root.folder()
    guard folder.isRepository else { throw folder.lackOfOwnContracts }
    for name in suite.contracts { try folder.requireOwn(try folder.known(name)) }
    if fix { try repair(reporter) }
    let workspace = try Workspace(suite)
    let diagnostics = workspace.lint()
    try reporter.print(diagnostics.lines)
    let cases = workspace.ownSuites.reduce(0) { $0 + $1.cases.count }
    let isIdle = cases == 0 && !folder.own.isEmpty
    let errors = diagnostics.count { $0.severity == .error }
    let warnings = diagnostics.count - errors
    let warned = warnings > 0 ? ", \(counted(warnings, "warning"))" : ""
    try reporter.print(workspace.notes().map { StyledLine($0, .dim) })
    let subject = folder.own.isEmpty ? RepositoryFile.path : counted(cases, "case")
    try reporter.print([StyledLine("\(subject) checked, \(counted(errors, "error"))\(warned)")])
    endProcess(
      diagnostics.hasUnusableFiles
        ? .unusableData : errors > 0 || isIdle ? .notConformant : .success
    )
  }

  private func repair(_ reporter: Reporter) throws {
    let workspace = try Workspace(suite, .own)
    guard !workspace.diagnostics.hasUnusableFiles else {
      return try reporter.print([
        StyledLine("nothing is fixed while a file can't be understood"), StyledLine(),
      ])
    }
    let repairs = Repairs(workspace.suites, lock: workspace.lock)
    if !repairs.summary.isEmpty { try Workspace.requireWritable() }
    try repairs.transaction.apply(under: workspace.root)
    try reporter.print(
      repairs.summary.isEmpty
        ? [StyledLine("nothing to fix")]
        : repairs.summary.map { StyledLine([.init("fixed ", .added), .init($0)]) }
    )
  }
}
