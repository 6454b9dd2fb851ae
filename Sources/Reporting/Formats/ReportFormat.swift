internal import Conformance

/// A form in which a run can be told: the word before `=` in `--report FORMAT=PATH`.
///
/// Each is a function from a run to a text, in a file of its own, and nothing else has to know of
/// it.
package enum ReportFormat: String, CaseIterable, Sendable {
  case console
  case json
  case junit
  case tap
  case github
  case html

  /// Whether it shows the inputs and goldens of cases that passed.
  package var showsPassed: Bool { self == .json || self == .html }

  /// The whole file. The same run gives the same bytes everywhere.
  ///
  /// - Parameter prefix: what leads from the folder that annotations are relative to, to the root
  ///   of the suite: empty, or ends with `/`.
  package func text(
    of report: Report,
    _ verbosity: Verbosity = .normal,
    prefix: String = ""
  ) -> String {
    switch self {
    case .console:
      ConsoleReport(verbosity: verbosity).lines(report).map { $0.text(color: false) + "\n" }
        .joined()
    case .json: report.text
    case .junit: JUnitReport(entries: report.entries).text
    case .tap: TAPReport(report: report).text
    case .github: GitHubReport(report, prefix: prefix).annotations
    case .html: HTMLReport(report).text
    }
  }
}
