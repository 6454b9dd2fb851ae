internal import Conformance
internal import Reporting
internal import SystemPackage

/// Tells of a run: on the terminal, in the reports that were asked for, and on the page of a job.
struct RunReporting {
  let reporter: Reporter
  private let options: ReportOptions
  /// Nil: no suite is at hand.
  private let folder: ContractFolder?

  init(_ output: OutputOptions, _ options: ReportOptions, in folder: ContractFolder?) throws(CommandFailure) {
    for root in [folder?.root, folder?.carried?.root].compactMap(\.self) { try options.requireOutside(root) }
    reporter = Reporter(output, to: options.takesStandardOutput ? .standardError : .standardOutput)
    self.options = options
    self.folder = folder
  }

  /// The files come first, so that they are there even when nobody reads the console to its end.
  ///
  /// - Parameter notes: what else is to be told of the suites.
  /// - Returns: what the process ends with.
  func tell(
    _ report: Report, audits: [AuditFindings] = [], notes: [String] = [], _ lines: [StyledLine]? = nil
  ) throws(CommandFailure) -> ExitStatus? {
    let circumstances = ReportCircumstances(verbosity: reporter.verbosity, pathPrefix: pathPrefix)
    var failures = options.write(report, circumstances)
    do throws(CommandFailure) {
      try appendJobSummary(of: report)
    } catch {
      failures.append(error)
    }
    try reporter.print(audits.flatMap { AuditReport($0).lines(isVerbose: false) })
    try reporter.print(lines ?? ConsoleReport(verbosity: reporter.verbosity).lines(report, notes: notes))
    try options.print(report, circumstances)
    Terminal.tell(failures.flatMap(\.lines))
    return failures.map(\.status).max()
  }

  /// The way from the folder that GitHub's annotations are relative to, to the root of the suite.
  private var pathPrefix: String {
    guard let workspace = environment("GITHUB_WORKSPACE"), !workspace.isEmpty, var root = folder?.root else {
      return ""
    }
    if root.isRelative { root = workingFolder().pushing(root) }
    let paths = (FileSystem.resolved(root), FileSystem.resolved(FilePath(workspace)))
    var path = paths.0
    guard path.removePrefix(paths.1), !path.isEmpty else { return "" }
    return path.string + "/"
  }

  private func appendJobSummary(of report: Report) throws(CommandFailure) {
    guard options.requests.contains(where: { $0.format == .github }), let path = environment("GITHUB_STEP_SUMMARY"),
      !path.isEmpty
    else { return }
    do {
      try FileSystem.append(Array(GitHubReport(report).summary.utf8), to: FilePath(path))
    } catch {
      throw CommandFailure(.cannotWrite, "the job summary \(path) can't be written: \(error.reason)")
    }
  }
}
