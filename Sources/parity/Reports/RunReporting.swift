internal import Conformance
internal import Reporting
internal import SystemPackage

/// Tells of a run: on the terminal, in the reports that were asked for, and on the page of a job.
struct RunReporting {
  let reporter: Reporter
  private let options: ReportOptions
  /// Nil: no suite is at hand.
  private let folder: ContractFolder?
  /// What the run is compared with, read before anybody is asked.
  private let earlier: (name: String, report: Report)?

  init(
    _ output: OutputOptions,
    _ options: ReportOptions,
    in folder: ContractFolder?
  ) throws(CommandFailure) {
    for root in [folder?.root, folder?.carried?.root].compactMap(\.self) {
      try options.requireOutside(root)
    }
    let takesOutput = options.requests.contains(where: \.isForStandardOutput)
    reporter = Reporter(output, to: takesOutput ? .standardError : .standardOutput)
    self.options = options
    self.folder = folder
    earlier = try options.against.map { path throws(CommandFailure) in (path, try Report(at: path))
    }
  }

  /// The files come first, so that they are there even when nobody reads the console to its end.
  ///
  /// - Parameter notes: what else is to be told of the suites.
  /// - Returns: what the process ends with.
  func tell(
    _ report: Report,
    audits: [AuditFindings] = [],
    notes: [String] = [],
    _ lines: [StyledLine]? = nil
  ) throws(CommandFailure) -> ExitStatus? {
    var report = report
    report.against = earlier.map {
      ReportComparison(before: $0.report, named: $0.name, after: report)
    }
    let prefix = pathPrefix
    let text = { (format: ReportFormat) in
      format.text(of: report, reporter.verbosity, prefix: prefix)
    }
    // Each is written, whatever becomes of the others.
    let failures =
      options.requests.compactMap { $0.isForStandardOutput ? nil : $0.write(text($0.format)) }
      + [appendJobSummary(of: report)].compactMap(\.self)
    try reporter.print(audits.flatMap { $0.lines(isVerbose: false) })
    try reporter.print(
      lines ?? ConsoleReport(verbosity: reporter.verbosity).lines(report, notes: notes)
    )
    for request in options.requests where request.isForStandardOutput {
      try Terminal.write(data: text(request.format))
    }
    Terminal.tell(failures.flatMap(\.lines))
    return failures.map(\.status).max()
  }

  /// The way from the folder that GitHub's annotations are relative to, to the root of the suite.
  private var pathPrefix: String {
    guard let workspace = environment("GITHUB_WORKSPACE"), !workspace.isEmpty,
      var root = folder?.root
    else {
      return ""
    }
    if root.isRelative { root = workingFolder().pushing(root) }
    var path = FileSystem.resolved(root)
    guard path.removePrefix(FileSystem.resolved(FilePath(workspace))), !path.isEmpty else {
      return ""
    }
    return path.string + "/"
  }

  /// - Returns: why it can't be written.
  private func appendJobSummary(of report: Report) -> CommandFailure? {
    guard options.requests.contains(where: { $0.format == .github }),
      let path = environment("GITHUB_STEP_SUMMARY"),
      !path.isEmpty
    else { return nil }
    do {
      try FileSystem.append(Array(GitHubReport(report).summary.utf8), to: FilePath(path))
      return nil
    } catch {
      return CommandFailure(
        .cannotWrite,
        "the job summary \(path) can't be written: \(error.reason)"
      )
    }
  }
}
