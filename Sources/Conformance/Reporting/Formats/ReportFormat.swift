/// A form in which a run can be told: the word before `=` in `--report FORMAT=PATH`.
///
/// Each is a function from a run to a text, in a file of its own, and nothing else has to know of it.
package enum ReportFormat: String, CaseIterable, Sendable {
  case console
  case json
  case junit
  case tap
  case github
  case html

  /// The whole file. The same run gives the same bytes everywhere.
  package func text(of run: RunReport, in circumstances: ReportCircumstances = ReportCircumstances()) -> String {
    switch self {
    case .console:
      ConsoleReport(verbosity: circumstances.verbosity).lines(run.findings)
        .map { $0.text(color: false) + "\n" }.joined()
    case .json: ReportDocument(of: run).text
    case .junit: JUnitReport(entries: run.entries).text
    case .tap: TAPReport(run: run).text
    case .github: GitHubReport(run, prefix: circumstances.pathPrefix).annotations
    case .html: HTMLReport(run, audits: circumstances.audits).text
    }
  }
}

/// What a report depends on beside the run.
package struct ReportCircumstances: Sendable {
  package let verbosity: Verbosity
  /// What leads from the folder that annotations are relative to, to the root of the suite: empty, or ends with `/`.
  package let pathPrefix: String
  /// Of the suites that were audited.
  package let audits: [AuditFindings]

  package init(verbosity: Verbosity = .normal, pathPrefix: String = "", audits: [AuditFindings] = []) {
    self.verbosity = verbosity
    self.pathPrefix = pathPrefix
    self.audits = audits
  }
}
