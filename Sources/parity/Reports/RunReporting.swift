internal import Conformance
internal import Reporting
internal import SystemPackage

/// What tells of a run: lines, the reports that were asked for, and the page of a job.
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
    reporter = Reporter(output, to: takesOutput ? .errors : .output)
    self.options = options
    self.folder = folder
    earlier = try options.against.map { path throws(CommandFailure) in (path, try Report(at: path))
    }
  }

  /// The files come first, so that they are there even when nobody reads the console to its end.
  ///
  /// - Parameters:
  ///   - notes: What else is to be told of the suites.
  ///   - lines: What the console shows; `nil` for the report.
  func effects(
    _ report: Report,
    audits: [AuditFindings] = [],
    notes: [String] = [],
    _ lines: [StyledLine]? = nil
  ) -> [Effect] {
    var report = report
    report.against = earlier.map {
      ReportComparison(before: $0.report, named: $0.name, after: report)
    }
    let (finished, verbosity, prefix) = (report, reporter.verbosity, pathPrefix)
    let text = { @Sendable (format: ReportFormat) in
      format.text(of: finished, verbosity, prefix: prefix)
    }

    let files = options.requests.filter { !$0.isForStandardOutput }.map { request in
      ReportFile(kind: .report, path: request.path) { text(request.format) }
    }
    let console = lines ?? ConsoleReport(verbosity: verbosity).lines(finished, notes: notes)
    let documents = options.requests.filter(\.isForStandardOutput).map { text($0.format) }
    return (files + [jobSummary(of: finished)].compactMap(\.self)).map { .report($0) }
      + [.lines(audits.flatMap { $0.lines(isVerbose: false) } + console, reporter)]
      + documents.map { .document($0) }
  }

  /// The way from the folder that GitHub's annotations are relative to, to the root of the suite.
  private var pathPrefix: String {
    guard let workspace = environment("GITHUB_WORKSPACE"), !workspace.isEmpty,
      var root = folder?.root
    else {
      return ""
    }
    if root.isRelative { root = Surroundings.current.folder.pushing(root) }
    var path = FileSystem.resolved(root)
    guard path.removePrefix(FileSystem.resolved(Surroundings.current.path(workspace))),
      !path.isEmpty
    else {
      return ""
    }
    return path.string + "/"
  }

  /// What the page of the job on GitHub gets, where annotations are asked for.
  private func jobSummary(of report: Report) -> ReportFile? {
    guard options.requests.contains(where: { $0.format == .github }),
      let path = environment("GITHUB_STEP_SUMMARY"),
      !path.isEmpty
    else { return nil }
    return ReportFile(kind: .jobSummary, path: path) { GitHubReport(report).summary }
  }
}
