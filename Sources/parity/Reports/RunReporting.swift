internal import Conformance
internal import Reporting
internal import SystemPackage

/// The output of a run: lines on the console, the requested reports, and the summary of a CI job.
struct RunReporting {
  let reporter: Reporter
  private let options: ReportOptions
  /// The folder of the suite, or `nil` if there isn't one.
  private let folder: ContractFolder?
  /// The report to compare the run with, which is read before any program is called.
  private let earlier: (name: String, report: RunRecord)?

  /// Whether a requested report shows the inputs and goldens of cases that passed.
  var showsPassed: Bool { options.showsPassed }

  /// Checks that the requested files can be written, and reads the report to compare with.
  ///
  /// If a report is printed on standard output, the lines for people go to standard error.
  init(
    _ output: OutputOptions,
    _ options: ReportOptions,
    in folder: ContractFolder?
  ) throws(CommandFailure) {
    for root in [folder?.root, folder?.bundled?.root].compactMap(\.self) {
      try options.requireOutside(root)
    }
    try options.requireWritable()

    let takesOutput = options.requests.contains(where: \.isForStandardOutput)
    reporter = Reporter(output, to: takesOutput ? .errors : .output)

    self.options = options
    self.folder = folder
    earlier = try options.against.map { path throws(CommandFailure) in
      (path, try RunRecord(at: path))
    }
  }

  /// Returns the effects that report a run.
  ///
  /// The files come first, so that they exist even if no process reads the console output to its
  /// end.
  ///
  /// - Parameters:
  ///   - notes: Further notes about the suites.
  ///   - duration: The time that the run took, or `nil` if it isn't known.
  ///   - lines: The lines to print on the console, or `nil` to print the report.
  func effects(
    _ report: RunRecord,
    audits: [AuditFindings] = [],
    notes: [String] = [],
    after duration: Duration? = nil,
    _ lines: [StyledLine]? = nil
  ) -> [Effect] {
    var report = options.reproducible ? report.reproducible : report
    let labels = options.labels(folder?.checkDefaults.labels ?? [])
    report.labels.merge(labels) { _, new in new }
    report.comparison = earlier.map {
      RunComparison(before: $0.report, named: $0.name, after: report)
    }

    // The texts are made when the files are written, so they need values that don't change.
    let finished = report
    let verbosity = reporter.verbosity
    let prefix = pathPrefix
    let text = { @Sendable (format: ReportFormat) in
      format.text(of: finished, verbosity, prefix: prefix)
    }

    let files = options.requests.filter { !$0.isForStandardOutput }.map { request in
      ReportFile(kind: .report, path: request.path) { text(request.format) }
    }
    let badges = options.badge?.files(of: finished) ?? []

    let format = ConsoleReport(verbosity: verbosity, width: reporter.width)
    let console =
      lines ?? format.lines(finished, audits: audits, notes: notes, after: duration)
    let documents = options.requests.filter(\.isForStandardOutput).map { text($0.format) }

    return (files + badges + [jobSummary(of: finished)].compactMap(\.self)).map { .report($0) }
      + [.lines(console, reporter)]
      + documents.map { .document($0) }
  }

  /// The path from the folder that GitHub's annotations are relative to, to the root of the suite.
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

  /// Returns the summary for the page of a GitHub job, if GitHub annotations are requested.
  private func jobSummary(of report: RunRecord) -> ReportFile? {
    guard options.requests.contains(where: { $0.format == .github }),
      let path = environment("GITHUB_STEP_SUMMARY"),
      !path.isEmpty
    else { return nil }

    return ReportFile(kind: .jobSummary, path: path) { MarkdownReport(report).text }
  }
}
